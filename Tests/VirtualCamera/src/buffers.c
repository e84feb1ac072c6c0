// SPDX-License-Identifier: GPL-3.0-or-later
/// Allocation and description of buffers: REQBUFS, CREATE_BUFS, QUERYBUF and mmap.
#include "format.h"
#include "queue.h"
#include "real.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define CAPABILITIES (V4L2_BUF_CAP_SUPPORTS_MMAP | V4L2_BUF_CAP_SUPPORTS_ORPHANED_BUFS)

/// vb2 hands out offsets in steps of a page-aligned length; we encode the index instead.
static uint32_t offset_of(int index) { return (uint32_t)(index + 1) << 26; }

static size_t page_aligned(size_t size) { return (size + 4095) & ~(size_t)4095; }

void queue_free(struct handle *handle) {
    for (int index = 0; index < handle->buffer_count; index++) {
        struct buffer *buffer = &handle->buffers[index];
        SYS(munmap, buffer->bytes, page_aligned(buffer->length));
        SYS(close, (long)buffer->memory);
    }
    memset(handle->buffers, 0, sizeof handle->buffers);
    handle->buffer_count = handle->waiting.count = handle->done.count = 0;
}

static bool allocate(struct handle *handle, size_t length) {
    size_t size = page_aligned(length);
    struct buffer *buffer = &handle->buffers[handle->buffer_count];
    int memory;
    void *bytes = real_memory("vcam-buffer", size, &memory);
    if (!bytes) return false;
    *buffer = (struct buffer){.memory = real_high(memory), .bytes = bytes, .length = length};
    handle->buffer_count++;
    return true;
}

static int allocate_many(struct handle *handle, uint32_t *count, size_t length) {
    uint32_t got = 0;
    while (got < *count && handle->buffer_count < MAX_BUFFERS && allocate(handle, length)) got++;
    *count = got;
    return got ? 0 : ENOMEM;
}

static bool valid(uint32_t type, uint32_t memory) {
    return type == V4L2_BUF_TYPE_VIDEO_CAPTURE && memory == V4L2_MEMORY_MMAP;
}

int queue_request(struct handle *handle, int fd, struct v4l2_requestbuffers *request) {
    uint32_t type = request->type, memory = request->memory;
    request->capabilities = CAPABILITIES;
    request->flags = 0;
    memset(request->reserved, 0, sizeof request->reserved);
    if (!valid(type, memory)) return EINVAL;
    int error = handle_acquire(handle);
    if (error) return error;
    pthread_mutex_lock(&handle->lock);
    if (handle->streaming)
        error = EBUSY;
    else {
        queue_free(handle);
        handle->starved = true;
        wire_raise_error(&handle->wire, fd);
        if (request->count)
            error = allocate_many(handle, &request->count, format_image_size(handle->camera->state));
    }
    pthread_mutex_unlock(&handle->lock);
    if (!error && !request->count) handle_release(handle);
    return error;
}

int queue_create(struct handle *handle, int fd, struct v4l2_create_buffers *request) {
    (void)fd;
    struct v4l2_pix_format *pix = &request->format.fmt.pix;
    request->capabilities = CAPABILITIES;
    request->flags = 0;
    memset(request->reserved, 0, sizeof request->reserved);
    if (!valid(request->format.type, request->memory)) return EINVAL;
    int error = handle_acquire(handle);
    if (error) return error;
    pthread_mutex_lock(&handle->lock);
    size_t least = format_image_size(handle->camera->state);
    request->index = (uint32_t)handle->buffer_count;
    if (request->count && pix->sizeimage < least)
        error = EINVAL;
    else if (request->count)
        error = allocate_many(handle, &request->count, pix->sizeimage);
    pthread_mutex_unlock(&handle->lock);
    return error;
}

/// Fills in what QUERYBUF, QBUF and DQBUF report alike.
void queue_describe(struct handle *handle, int index, struct v4l2_buffer *out) {
    const struct buffer *buffer = &handle->buffers[index];
    static const uint32_t place_flags[] = {[BUFFER_QUEUED] = V4L2_BUF_FLAG_QUEUED,
                                           [BUFFER_ACTIVE] = V4L2_BUF_FLAG_QUEUED,
                                           [BUFFER_DONE] = V4L2_BUF_FLAG_DONE};
    out->index = (uint32_t)index;
    out->bytesused = buffer->bytesused;
    out->flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC | V4L2_BUF_FLAG_TSTAMP_SRC_SOE |
                 place_flags[buffer->place] | (buffer->mapped ? V4L2_BUF_FLAG_MAPPED : 0) | buffer->flags;
    out->field = V4L2_FIELD_NONE;
    out->timestamp.tv_sec = buffer->timestamp_ns / 1000000000;
    out->timestamp.tv_usec = buffer->timestamp_ns % 1000000000 / 1000;
    memset(&out->timecode, 0, sizeof out->timecode);
    out->sequence = buffer->sequence;
    out->memory = V4L2_MEMORY_MMAP;
    out->m.offset = offset_of(index);
    out->length = (uint32_t)buffer->length;
    out->reserved2 = 0;
    out->request_fd = 0;
}

int queue_query(struct handle *handle, struct v4l2_buffer *buffer) {
    int error = handle_refusal(handle);
    if (error) return error;
    pthread_mutex_lock(&handle->lock);
    error = buffer->type != V4L2_BUF_TYPE_VIDEO_CAPTURE || buffer->index >= (uint32_t)handle->buffer_count
                ? EINVAL
                : 0;
    if (!error) queue_describe(handle, (int)buffer->index, buffer);
    pthread_mutex_unlock(&handle->lock);
    return error;
}

int queue_memory(struct handle *handle, size_t length, int64_t offset) {
    int memory = -1;
    pthread_mutex_lock(&handle->lock);
    for (int index = 0; index < handle->buffer_count; index++)
        if (offset == offset_of(index) && length <= page_aligned(handle->buffers[index].length)) {
            handle->buffers[index].mapped = true;
            memory = handle->buffers[index].memory;
        }
    pthread_mutex_unlock(&handle->lock);
    errno = handle_gone(handle) ? ENODEV : EINVAL;
    return handle_gone(handle) ? -1 : memory;
}

bool queue_allocated(struct handle *handle) {
    pthread_mutex_lock(&handle->lock);
    bool allocated = handle->buffer_count > 0;
    pthread_mutex_unlock(&handle->lock);
    return allocated;
}
