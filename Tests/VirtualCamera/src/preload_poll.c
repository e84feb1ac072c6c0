// SPDX-License-Identifier: GPL-3.0-or-later
/// Interposed: poll, ppoll and epoll_ctl, for one case only.
///
/// A V4L2 device reports POLLERR (nothing streams) only with POLLIN; the kernel always reports it on a socket. A poll
/// for events (POLLPRI) alone would spin, so it gets a second descriptor, without frames and POLLERR.
#include "cancel.h"
#include "handle.h"
#include "real.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

enum { FEW = 64 };

/// The quiet descriptor of a camera's, or -1 if `fd` is not a camera's.
static int quiet(int fd) {
    int found = -1;
    if (!handle_any()) return found;
    cancel_forbid();
    struct handle *handle = handle_get(fd);
    if (handle) {
        found = handle_quiet(handle);
        handle_put(handle);
    }
    cancel_allow();
    return found;
}

/// Copies the entries if some need replacing. NULL when all can stay.
static struct pollfd *replaced(struct pollfd *entries, nfds_t count, struct pollfd *few) {
    struct pollfd *copy = NULL;
    for (nfds_t index = 0; index < count && handle_any(); index++) {
        int other = entries[index].events & (POLLIN | POLLRDNORM) ? -1 : quiet(entries[index].fd);
        if (other < 0) continue;
        if (!copy) {
            copy = count <= FEW ? few : malloc(count * sizeof *copy);
            memcpy(copy, entries, count * sizeof *copy);
        }
        copy[index].fd = other;
    }
    return copy;
}

static void give_back(struct pollfd *entries, nfds_t count, struct pollfd *copy, struct pollfd *few) {
    for (nfds_t index = 0; index < count; index++) entries[index].revents = copy[index].revents;
    if (copy != few) free(copy);
}

EXPORT int poll(struct pollfd *entries, nfds_t count, int timeout) {
    struct pollfd few[FEW], *copy = replaced(entries, count, few);
    NEXT(poll);
    if (!copy) return next(entries, count, timeout);
    int result = next(copy, count, timeout);
    give_back(entries, count, copy, few);
    return result;
}

EXPORT int ppoll(struct pollfd *entries, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
    struct pollfd few[FEW], *copy = replaced(entries, count, few);
    NEXT(ppoll);
    if (!copy) return next(entries, count, timeout, mask);
    int result = next(copy, count, timeout, mask);
    give_back(entries, count, copy, few);
    return result;
}

int __poll_chk(struct pollfd *entries, nfds_t count, int timeout, size_t room);
int __ppoll_chk(struct pollfd *entries, nfds_t count, const struct timespec *timeout, const sigset_t *mask,
                size_t room);

EXPORT int __poll_chk(struct pollfd *entries, nfds_t count, int timeout, size_t room) {
    (void)room;
    return poll(entries, count, timeout);
}

EXPORT int __ppoll_chk(struct pollfd *entries, nfds_t count, const struct timespec *timeout,
                       const sigset_t *mask, size_t room) {
    (void)room;
    return ppoll(entries, count, timeout, mask);
}

/// MOD may change from one descriptor to the other; then it is a removal and an addition.
static int modify(int (*next)(int, int, int, struct epoll_event *), int set, int target, int other,
                  struct epoll_event *event) {
    int result = next(set, EPOLL_CTL_MOD, target, event);
    if (result == 0 || errno != ENOENT || next(set, EPOLL_CTL_DEL, other, event) != 0) return result;
    return next(set, EPOLL_CTL_ADD, target, event);
}

EXPORT int epoll_ctl(int set, int operation, int fd, struct epoll_event *event) {
    int other = quiet(fd);
    NEXT(epoll_ctl);
    if (other < 0) return next(set, operation, fd, event);
    if (operation == EPOLL_CTL_DEL || !event) {
        int result = next(set, operation, fd, event);
        return result == 0 || errno != ENOENT ? result : next(set, operation, other, event);
    }
    bool frames = event->events & (EPOLLIN | EPOLLRDNORM);
    if (operation == EPOLL_CTL_MOD) return modify(next, set, frames ? fd : other, frames ? other : fd, event);
    return next(set, operation, frames ? fd : other, event);
}
