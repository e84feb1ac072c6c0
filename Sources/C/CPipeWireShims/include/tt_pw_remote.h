// SPDX-License-Identifier: GPL-3.0-or-later
// A connection to a PipeWire daemon, and the video sources it lets us see.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// A connection with its own event loop.
typedef struct TtPwRemote TtPwRemote;

/// A video source as the daemon lists it; texts are NULL if it has none, and valid during the call only.
typedef struct {
    uint32_t id;
    const char *serial;
    const char *name;
    const char *description;
    const char *path;
    const char *role;
} TtPwSource;

/// What happens on a connection.
typedef struct {
    void *box;
    /// A source is there: one of media class Video/Source.
    void (*source_added)(void *box, const TtPwSource *source);
    /// A source's own facts: the kernel's node behind it, such as "/dev/video0", its interface, such as "libcamera",
    /// where libcamera says it is: "front", "back" or "external", and how it is mounted, in degrees. NULL if it does not
    /// say. Comes after source_added, in a later answer.
    void (*source_info)(void *box, uint32_t id, const char *node, const char *api, const char *location,
                        const char *rotation);
    /// An object with this id is gone or hidden; not necessarily a source.
    void (*removed)(void *box, uint32_t id);
} TtPwRemoteEvents;

/// Connects. `fd` is an existing connection (it is taken over, also on failure), or -1 for the session's own daemon.
/// NULL on failure, and then `error` is the errno.
TtPwRemote *tt_pw_remote_new(int fd, TtPwRemoteEvents events, int *error);
/// Everything that belongs to it must be freed before.
void tt_pw_remote_free(TtPwRemote *remote);

/// Readable when tt_pw_remote_serve has something to do.
int tt_pw_remote_descriptor(const TtPwRemote *remote);
/// Handles what has arrived, waiting at most `timeout` milliseconds for it. 0, or the errno with which the connection
/// ended.
int tt_pw_remote_serve(TtPwRemote *remote, int timeout);
/// Waits until the daemon has answered all earlier requests. 0, ETIMEDOUT, or the errno with which the connection
/// ended.
int tt_pw_remote_settle(TtPwRemote *remote, int timeout);
