// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "tt_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// More than a camera has motors.
enum { MOST = 16 };

struct order {
    uint32_t control;
    int32_t rest;
    int32_t moves;
};

static void note(struct order *moving, struct order order) {
    for (size_t i = 0; i < MOST; i++)
        if (moving[i].moves && moving[i].control == order.control) moving[i].moves = 0;
    for (size_t i = 0; i < MOST && order.moves; i++) {
        if (moving[i].moves) continue;
        moving[i] = order;
        return;
    }
}

static bool set(int device, struct order order) {
    struct v4l2_ext_control value = {.id = order.control, .value = order.rest};
    struct v4l2_ext_controls values = {.which = V4L2_CTRL_WHICH_CUR_VAL, .count = 1, .controls = &value};
    return ioctl(device, VIDIOC_S_EXT_CTRLS, &values) == 0;
}

static void stop(int device, const char *path, struct order order) {
    if (set(device, order)) return;
    // A driver may know a descriptor by the process that opened it.
    int anew = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (anew < 0) return;
    set(anew, order);
    close(anew);
}

// More than a program has; where Linux (before 5.9) or a sandbox has no close_range, each is closed by itself.
enum { MOST_DESCRIPTORS = 4096 };

static void close_between(int first, int end) {
    if (first >= end || syscall(SYS_close_range, first, end - 1, 0) == 0) return;
    for (int each = first; each < end; each++) close(each);
}

// Runs in a copy of a program with several threads: only calls that are safe after a signal.
static void guard(int device, const char *path, int orders) {
    // A terminal's Ctrl+C, and whoever ends the program's group, is not meant.
    setsid();
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    // Everything else is the program's: pipes whose readers wait for their end, windows, microphones.
    int last = device > orders ? device : orders, first = device > orders ? orders : device;
    close_between(0, first);
    close_between(first + 1, last);
    close_between(last + 1, MOST_DESCRIPTORS);
    struct order moving[MOST] = {{0}}, order;
    for (;;) {
        ssize_t count = recv(orders, &order, sizeof order, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count != sizeof order) break;
        note(moving, order);
    }
    for (size_t i = 0; i < MOST; i++)
        if (moving[i].moves) stop(device, path, moving[i]);
    _exit(0);
}

int tt_guard_start(int device, const char *path, pid_t *process) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    *process = fork();
    if (*process == 0) {
        // With a copy of it the end of this program could not be seen.
        close(ends[0]);
        guard(device, path, ends[1]);
    }
    close(ends[1]);
    if (*process > 0) return ends[0];
    close(ends[0]);
    return -1;
}

bool tt_guard_tell(int guard, uint32_t control, int32_t rest, bool moves) {
    struct order order = {.control = control, .rest = rest, .moves = moves};
    return send(guard, &order, sizeof order, MSG_NOSIGNAL) == sizeof order;
}

void tt_guard_end(int guard, pid_t process) {
    close(guard);
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) continue;
}
