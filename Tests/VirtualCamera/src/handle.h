// SPDX-License-Identifier: GPL-3.0-or-later
/// An open file of a camera: what V4L2 keeps per file handle and vb2 keeps per queue.
///
/// Lives in the process that opened it. `lock` guards the fields; take it before the state's lock, never after.
#ifndef VCAM_HANDLE_H
#define VCAM_HANDLE_H

#include "camera.h"
#include "sensor.h"
#include "wire.h"

#include <linux/videodev2.h>

enum { MAX_BUFFERS = 32, LOOKS = 8 };

enum buffer_place { BUFFER_DEQUEUED, BUFFER_QUEUED, BUFFER_ACTIVE, BUFFER_DONE };

/// A frame buffer: a memfd, mapped once by us and as often as the application likes.
struct buffer {
    int memory;
    uint8_t *bytes;
    size_t length;
    enum buffer_place place;
    bool mapped;
    uint32_t bytesused, flags, sequence;
    int64_t timestamp_ns;
};

/// First in, first out, of buffer indices.
struct line {
    int index[MAX_BUFFERS], count;
};

struct picture; // the generator's caches, picture.h
struct coded;   // coded.h

struct handle {
    pthread_mutex_t lock;
    pthread_cond_t calm; ///< signalled when `rendering` turns false and when `dead` turns true
    struct handle *next;
    int references;
    bool dead;
    bool cut, closing; ///< unplugged, and the application closed it since

    struct camera *camera;
    uint32_t id, generation; ///< slot id; the plug generation it was opened in
    uint64_t inode;          ///< of the application's socket: dup'ed descriptors have the same
    struct wire wire;
    struct wire quiet; ///< a second one, for polling events only; see preload_poll.c
    int quiet_fd;      ///< its application's end, -1 until needed
    int bell;

    struct buffer buffers[MAX_BUFFERS];
    int buffer_count;
    struct line waiting, done;
    bool streaming, fresh; ///< fresh: STREAMON came, the first frame has not been prepared
    bool starved;          ///< no QBUF since STREAMON or STREAMOFF
    bool rendering;        ///< the generator writes into a buffer without holding the lock
    uint32_t sequence;
    int64_t next_tick, interval;
    struct picture *picture;  ///< only the service thread touches it
    struct coded *coded;      ///< the same
    uint32_t place;           ///< of the next coded picture in its stream
    struct look looks[LOOKS]; ///< of the last frames, by sequence
};

/// Opens a camera. Returns a descriptor, or -1 with errno.
int handle_open(struct camera *camera, int flags);

/// The handle behind a descriptor (unlocked, referenced), or NULL. Cheap when no camera is open.
struct handle *handle_get(int fd);
void handle_put(struct handle *handle);

/// To be called around a real close(): returns once the camera is free if that was the last descriptor.
void handle_await_close(struct handle *handle);

/// True when this process has a camera open.
bool handle_any(void);

/// A descriptor that shows POLLPRI and unplug, but neither frames nor POLLERR; ours to close. -1: none left.
int handle_quiet(struct handle *handle);

/// POLLPRI on all wires, and off; with the handle locked.
void handle_raise_event(struct handle *handle);
void handle_lower_event(struct handle *handle, int fd);

/// The unplug as the application sees it; with the handle locked.
void handle_cut(struct handle *handle);
void handle_close_wires(struct handle *handle);

/// True when the camera was unplugged since it was opened.
bool handle_gone(const struct handle *handle);

/// The handle's slot in the shared state; call with the state locked. NULL after an unplug.
struct vcam_slot *handle_slot(const struct handle *handle);

/// Streaming privileges, as uvcvideo has them. 0 or EBUSY.
int handle_acquire(struct handle *handle);

/// For calls that need the privilege and do not take it: 0, EBUSY when another has it, EINVAL when none has.
/// (uvcvideo says EBUSY in both cases; v4l2-compliance wants EINVAL from STREAMON without buffers.)
int handle_refusal(struct handle *handle);
void handle_release(struct handle *handle);

/// Frees everything but the struct itself; for the service thread, once the last descriptor is closed.
void handle_bury(struct handle *handle);

/// The thread of a handle: frames, events, unplug, last close. service.c
void *service_run(void *handle);
void service_wake(struct handle *handle);

#endif
