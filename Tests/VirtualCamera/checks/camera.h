// SPDX-License-Identifier: GPL-3.0-or-later
/// A minimal V4L2 client for the self-checks, by plain system calls.
#ifndef CHECKS_CAMERA_H
#define CHECKS_CAMERA_H

#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define NODE "/dev/video0"

static int failures;

/// Reports a condition that does not hold, and continues.
#define EXPECT(condition) \
    do { \
        bool holds_ = (condition); \
        int error_ = errno; \
        if (!holds_) { \
            fprintf(stderr, "%s:%d: %s (errno %d %s)\n", __FILE__, __LINE__, #condition, error_, \
                    strerror(error_)); \
            failures++; \
        } \
    } while (0)

/// An ioctl that must fail with this errno; 0: must succeed.
#define EXPECT_ERRNO(expected, fd, request, argument) \
    do { \
        errno = 0; \
        int result_ = ioctl(fd, request, argument); \
        EXPECT((expected) ? result_ == -1 && errno == (expected) : result_ == 0); \
    } while (0)

static inline void vcam(const char *arguments) {
    char command[512];
    snprintf(command, sizeof command, "LD_PRELOAD= %s/vcam %s --node " NODE, getenv("OUT"), arguments);
    if (system(command) != 0) {
        fprintf(stderr, "failed: %s\n", command);
        failures++;
    }
}

static inline int set_format(int fd, uint32_t fourcc, uint32_t width, uint32_t height) {
    struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    format.fmt.pix.pixelformat = fourcc;
    format.fmt.pix.width = width;
    format.fmt.pix.height = height;
    return ioctl(fd, VIDIOC_S_FMT, &format);
}

static inline int request_buffers(int fd, uint32_t count) {
    struct v4l2_requestbuffers request = {
        .count = count, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
    return ioctl(fd, VIDIOC_REQBUFS, &request);
}

static inline int buffer_ioctl(int fd, unsigned long request, struct v4l2_buffer *buffer) {
    buffer->type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    buffer->memory = V4L2_MEMORY_MMAP;
    return ioctl(fd, request, buffer);
}

static inline int queue(int fd, uint32_t index) {
    struct v4l2_buffer buffer = {.index = index};
    return buffer_ioctl(fd, VIDIOC_QBUF, &buffer);
}

static inline int stream(int fd, bool on) {
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    return ioctl(fd, on ? VIDIOC_STREAMON : VIDIOC_STREAMOFF, &type);
}

/// poll's answer for these events within the time.
static inline int polled(int fd, short events, int milliseconds) {
    struct pollfd entry = {.fd = fd, .events = events};
    return poll(&entry, 1, milliseconds) < 0 ? -1 : entry.revents;
}

static inline int set_control(int fd, uint32_t id, int value) {
    struct v4l2_control control = {.id = id, .value = value};
    return ioctl(fd, VIDIOC_S_CTRL, &control);
}

static inline int get_control(int fd, uint32_t id) {
    struct v4l2_control control = {.id = id};
    return ioctl(fd, VIDIOC_G_CTRL, &control) ? -1 : control.value;
}

#endif
