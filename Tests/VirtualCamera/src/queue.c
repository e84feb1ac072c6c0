// SPDX-License-Identifier: GPL-3.0-or-later
/// The flow of buffers: QBUF, DQBUF, STREAMON, STREAMOFF, and the generator's side of it.
#include "queue.h"

#include "cancel.h"
#include "faults.h"
#include "format.h"
#include "real.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <time.h>

void queue_describe(struct handle *handle, int index, struct v4l2_buffer *out); // buffers.c

static void push(struct line *line, int index) { line->index[line->count++] = index; }

static int pop(struct line *line) {
    int first = line->index[0];
    line->count--;
    for (int index = 0; index < line->count; index++) line->index[index] = line->index[index + 1];
    return first;
}

/// Counters of the shared state that belong to no lock.
static void count(uint64_t *counter) { __atomic_add_fetch(counter, 1, __ATOMIC_RELAXED); }

int queue_put(struct handle *handle, int fd, struct v4l2_buffer *buffer) {
    int error = handle_refusal(handle);
    if (error) return error;
    if (buffer->type != V4L2_BUF_TYPE_VIDEO_CAPTURE || buffer->memory != V4L2_MEMORY_MMAP ||
        buffer->flags & V4L2_BUF_FLAG_REQUEST_FD)
        return EINVAL;
    pthread_mutex_lock(&handle->lock);
    if (buffer->index >= (uint32_t)handle->buffer_count ||
        handle->buffers[buffer->index].place != BUFFER_DEQUEUED)
        error = EINVAL;
    else {
        struct buffer *own = &handle->buffers[buffer->index];
        own->place = BUFFER_QUEUED;
        own->flags = 0;
        push(&handle->waiting, (int)buffer->index);
        handle->starved = false;
        if (handle->streaming) wire_lower_error(&handle->wire, fd);
        queue_describe(handle, (int)buffer->index, buffer);
        count(&handle->camera->state->queued);
    }
    pthread_mutex_unlock(&handle->lock);
    return error;
}

/// One attempt. EAGAIN when no frame is ready.
static int try_take(struct handle *handle, int fd, struct v4l2_buffer *buffer) {
    int error = 0;
    pthread_mutex_lock(&handle->lock);
    if (handle_gone(handle) || handle->dead)
        error = ENODEV;
    else if (!handle->streaming)
        error = EINVAL;
    else if (!handle->done.count)
        error = EAGAIN;
    else {
        int index = pop(&handle->done);
        handle->buffers[index].place = BUFFER_DEQUEUED;
        wire_take_frame(&handle->wire, fd, handle->done.count == 0);
        queue_describe(handle, index, buffer);
        count(&handle->camera->state->dequeued);
    }
    pthread_mutex_unlock(&handle->lock);
    return error;
}

/// Waits for the next frame as a blocking DQBUF does. 0 or EINTR.
static int await_frame(int fd) {
    struct pollfd entry = {.fd = fd, .events = POLLIN};
    struct timespec pause = {.tv_nsec = 2000000};
    if (SYS(ppoll, &entry, 1L, NULL, NULL, 8L) < 0) return errno;
    // POLLERR without a frame: nothing was queued yet, and unlike poll a DQBUF waits for that.
    if (!(entry.revents & (POLLIN | POLLHUP)) && SYS(nanosleep, &pause, NULL) < 0) return errno;
    return 0;
}

/// The errno with which DQBUF fails now, or 0.
static int take_fault(struct handle *handle) {
    struct vcam_state *state = handle->camera->state;
    int64_t frames;
    state_lock(state);
    int error = fault_take(state, FAULT_EIO_DQBUF, NULL)                                             ? EIO
                : fault_on(state, FAULT_EPROTO_AFTER, &frames) && (int64_t)handle->sequence > frames ? EPROTO
                                                                                                     : 0;
    state_unlock(state);
    return error;
}

int queue_take(struct handle *handle, int fd, struct v4l2_buffer *buffer) {
    int error = handle_refusal(handle);
    if (error) return error;
    if (buffer->type != V4L2_BUF_TYPE_VIDEO_CAPTURE || buffer->memory != V4L2_MEMORY_MMAP) return EINVAL;
    if ((error = take_fault(handle))) return error;
    bool blocking = !(SYS(fcntl, (long)fd, (long)F_GETFL, 0L) & O_NONBLOCK);
    while ((error = try_take(handle, fd, buffer)) == EAGAIN && blocking) {
        cancel_wait_begin();
        error = await_frame(fd);
        cancel_wait_end();
        if (error) break;
        if ((error = take_fault(handle))) return error;
    }
    return error;
}

static int start_fault(struct vcam_state *state) {
    int64_t milliseconds;
    state_lock(state);
    bool slow = fault_take(state, FAULT_SLOW_STREAMON, &milliseconds);
    state_unlock(state);
    if (slow) {
        struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000};
        nanosleep(&pause, NULL);
    }
    state_lock(state);
    int error = fault_take(state, FAULT_EIO_STREAMON, NULL)      ? EIO
                : fault_take(state, FAULT_ENOSPC_STREAMON, NULL) ? ENOSPC
                : fault_take(state, FAULT_EPIPE_STREAMON, NULL)  ? EPIPE
                                                                 : 0;
    if (!error) state->streaming = true;
    state_unlock(state);
    return error;
}

int queue_start(struct handle *handle, int fd, uint32_t type) {
    struct vcam_state *state = handle->camera->state;
    if (type != V4L2_BUF_TYPE_VIDEO_CAPTURE) return EINVAL;
    int error = handle_refusal(handle);
    if (error) return error;
    pthread_mutex_lock(&handle->lock);
    if (!handle->buffer_count)
        error = EINVAL;
    else if (!handle->streaming && !(error = start_fault(state))) {
        handle->streaming = handle->fresh = true;
        handle->sequence = 0;
        handle->interval = format_interval_ns(state);
        if (!handle->starved) wire_lower_error(&handle->wire, fd);
    }
    pthread_mutex_unlock(&handle->lock);
    if (!error) service_wake(handle);
    return error;
}

int queue_stop(struct handle *handle, int fd, uint32_t type) {
    if (type != V4L2_BUF_TYPE_VIDEO_CAPTURE) return EINVAL;
    int error = handle_refusal(handle);
    if (error) return error == EBUSY ? EBUSY : 0; // nothing to stop
    pthread_mutex_lock(&handle->lock);
    handle->streaming = false;
    while (handle->rendering) pthread_cond_wait(&handle->calm, &handle->lock);
    for (; handle->done.count; pop(&handle->done))
        wire_take_frame(&handle->wire, fd, handle->done.count == 1);
    handle->waiting.count = 0;
    for (int index = 0; index < handle->buffer_count; index++) handle->buffers[index].place = BUFFER_DEQUEUED;
    handle->starved = true;
    wire_raise_error(&handle->wire, fd);
    pthread_mutex_unlock(&handle->lock);
    state_lock(handle->camera->state);
    handle->camera->state->streaming = false;
    state_unlock(handle->camera->state);
    return 0;
}

struct buffer *queue_next(struct handle *handle) {
    if (!handle->waiting.count) return NULL;
    struct buffer *buffer = &handle->buffers[pop(&handle->waiting)];
    buffer->place = BUFFER_ACTIVE;
    return buffer;
}

void queue_complete(struct handle *handle, struct buffer *buffer) {
    buffer->place = BUFFER_DONE;
    push(&handle->done, (int)(buffer - handle->buffers));
    wire_frame(&handle->wire);
}
