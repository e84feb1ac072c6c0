// SPDX-License-Identifier: GPL-3.0-or-later
/// FIFOs as wake-up calls and life signs between processes.
#include "bell.h"

#include "real.h"

#include <fcntl.h>
#include <stdio.h>

static void bell_path(const struct camera *camera, uint32_t id, char path[600]) {
    snprintf(path, 600, "%s/bell.%u", camera->dir, id);
}

static int open_bell(const struct camera *camera, uint32_t id, int flags) {
    char path[600];
    bell_path(camera, id, path);
    return (int)SYS(openat, (long)AT_FDCWD, path, (long)(flags | O_NONBLOCK | O_CLOEXEC), 0L);
}

int bell_hang(const struct camera *camera, uint32_t id) {
    char path[600];
    bell_path(camera, id, path);
    if (SYS(mknodat, (long)AT_FDCWD, path, (long)(S_IFIFO | 0666), 0L) != 0) return -1;
    // For reading and writing: a FIFO without any writer would be "readable" at end of file forever.
    return real_high(open_bell(camera, id, O_RDWR));
}

void bell_remove(const struct camera *camera, uint32_t id) {
    char path[600];
    bell_path(camera, id, path);
    SYS(unlinkat, (long)AT_FDCWD, path, 0L);
}

bool bell_alive(const struct camera *camera, uint32_t id) {
    int fd = open_bell(camera, id, O_WRONLY);
    if (fd >= 0) SYS(close, (long)fd);
    return fd >= 0;
}

bool bell_ring(const struct camera *camera, uint32_t id) {
    int fd = open_bell(camera, id, O_WRONLY);
    if (fd < 0) return false;
    // A reader of our own for the moment of writing: the owner may die in between, and SIGPIPE would hit us.
    int keeper = open_bell(camera, id, O_RDONLY);
    bool rung = keeper >= 0 && SYS(write, (long)fd, "!", 1L) == 1;
    if (keeper >= 0) SYS(close, (long)keeper);
    SYS(close, (long)fd);
    return rung;
}

void bell_ring_all(const struct camera *camera) {
    for (int index = 0; index < VCAM_MAX_HANDLES; index++)
        if (camera->state->slots[index].id) bell_ring(camera, camera->state->slots[index].id);
}
