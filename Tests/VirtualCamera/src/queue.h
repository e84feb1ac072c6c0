// SPDX-License-Identifier: GPL-3.0-or-later
/// The buffer queue of an open file, with the rules of the kernel's vb2. Each returns 0 or an errno.
#ifndef VCAM_QUEUE_H
#define VCAM_QUEUE_H

#include "handle.h"

int queue_request(struct handle *handle, int fd, struct v4l2_requestbuffers *request);
int queue_create(struct handle *handle, int fd, struct v4l2_create_buffers *request);
int queue_query(struct handle *handle, struct v4l2_buffer *buffer);
int queue_put(struct handle *handle, int fd, struct v4l2_buffer *buffer);
int queue_take(struct handle *handle, int fd, struct v4l2_buffer *buffer);
int queue_start(struct handle *handle, int fd, uint32_t type);
int queue_stop(struct handle *handle, int fd, uint32_t type);

/// The memfd to map for a request at this offset, or -1 with errno.
int queue_memory(struct handle *handle, size_t length, int64_t offset);

/// Drops all buffers; with the handle locked.
void queue_free(struct handle *handle);

/// True when buffers are allocated, so that the format is fixed.
bool queue_allocated(struct handle *handle);

/// For the generator, with the handle locked: the next buffer to fill or NULL, and its completion.
struct buffer *queue_next(struct handle *handle);
void queue_complete(struct handle *handle, struct buffer *buffer);

#endif
