// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_video.h"

#include <fcntl.h>
#include <stdio.h>

int tt_v4l2_open(const char *path, int flags) { return v4l2_open(path, flags); }

int tt_v4l2_open_native(const char *path, int flags) {
    int fd = open(path, flags);
    // The library passes calls through for devices that it does not recognize as cameras; VIDIOC_QUERYCAP tells
    // their kind.
    if (fd >= 0) (void)v4l2_fd_open(fd, V4L2_DISABLE_CONVERSION);
    return fd;
}

int tt_v4l2_ioctl(int fd, unsigned long request, void *argument) { return v4l2_ioctl(fd, request, argument); }

void tt_v4l2_silence(void) {
    // Kept open for the life of the process: libv4l2 writes to it until the end.
    if (!v4l2_log_file) v4l2_log_file = fopen("/dev/null", "we");
}
