#include "tt_video.h"

#include <stdio.h>
#include <sys/ioctl.h>

int tt_v4l2_open(const char *path, int flags) { return v4l2_open(path, flags); }

int tt_v4l2_ioctl(int fd, unsigned long request, void *argument) {
    return v4l2_ioctl(fd, request, argument);
}

int tt_ioctl(int fd, unsigned long request, void *argument) { return ioctl(fd, request, argument); }

void tt_v4l2_silence(void) {
    // Kept open for the life of the process: libv4l2 writes to it until the end.
    if (!v4l2_log_file) v4l2_log_file = fopen("/dev/null", "we");
}
