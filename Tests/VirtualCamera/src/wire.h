// SPDX-License-Identifier: GPL-3.0-or-later
/// The wire between an application's descriptor and us: a TCP loopback pair.
///
/// The application holds one end, so the kernel itself answers poll, select, epoll, GLib and libdispatch:
/// one byte per finished frame is POLLIN, an urgent byte is POLLPRI, a reset is POLLERR|POLLHUP, and an entry
/// in the error queue is POLLERR alone. No other kind of descriptor can show all four.
#ifndef VCAM_WIRE_H
#define VCAM_WIRE_H

#include <stdbool.h>
#include <stdint.h>

struct wire {
    int peer;          ///< our end; the application's is known by its inode
    bool event_raised; ///< POLLPRI is up
    bool error_raised; ///< POLLERR is up
};

/// Makes a pair. Returns the application's end, or -1 with errno.
int wire_open(struct wire *wire, bool close_on_exec);

void wire_frame(struct wire *wire);                           ///< one more POLLIN
void wire_take_frame(struct wire *wire, int fd, bool last);   ///< one POLLIN less; `last`: none may remain
void wire_raise_event(struct wire *wire);                     ///< POLLPRI
void wire_lower_event(struct wire *wire, int fd, bool alone); ///< no POLLPRI; `alone`: no frame is waiting
void wire_raise_error(struct wire *wire, int fd);             ///< POLLERR
void wire_lower_error(struct wire *wire, int fd);             ///< no POLLERR
void wire_cut(struct wire *wire);                             ///< POLLERR|POLLHUP for ever

/// True when the last descriptor of the application's end was closed. Waits up to `milliseconds`.
bool wire_hung_up(const struct wire *wire, int milliseconds);

#endif
