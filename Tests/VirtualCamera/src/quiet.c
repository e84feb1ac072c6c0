// SPDX-License-Identifier: GPL-3.0-or-later
/// Events on the wires of a handle: the application's, and the quiet one for polling events only.
#include "events.h"
#include "handle.h"
#include "real.h"

int handle_quiet(struct handle *handle) {
    pthread_mutex_lock(&handle->lock);
    if (handle->quiet_fd < 0 && !handle->dead) {
        int fd = wire_open(&handle->quiet, true);
        handle->quiet_fd = fd < 0 ? -1 : real_high(fd);
        if (fd >= 0 && handle->cut)
            wire_cut(&handle->quiet);
        else if (fd >= 0 && events_pending(handle))
            wire_raise_event(&handle->quiet);
    }
    int fd = handle->quiet_fd;
    pthread_mutex_unlock(&handle->lock);
    return fd;
}

void handle_raise_event(struct handle *handle) {
    wire_raise_event(&handle->wire);
    if (handle->quiet_fd >= 0) wire_raise_event(&handle->quiet);
}

void handle_lower_event(struct handle *handle, int fd) {
    wire_lower_event(&handle->wire, fd, handle->done.count == 0);
    if (handle->quiet_fd >= 0) wire_lower_event(&handle->quiet, handle->quiet_fd, true);
}

void handle_cut(struct handle *handle) {
    handle->cut = true;
    handle->streaming = false;
    wire_cut(&handle->wire);
    if (handle->quiet_fd >= 0) wire_cut(&handle->quiet);
}

void handle_close_wires(struct handle *handle) {
    SYS(close, (long)handle->wire.peer);
    SYS(close, (long)handle->bell);
    if (handle->quiet_fd < 0) return;
    SYS(close, (long)handle->quiet.peer);
    SYS(close, (long)handle->quiet_fd);
    handle->quiet_fd = -1;
}
