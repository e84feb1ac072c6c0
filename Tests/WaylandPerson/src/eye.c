// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the output, with the times at which the compositor presented them.
#include "person.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

// For a picture of the whole screen, or many of a few rows.
#define ROOM (64 << 20)
// Nanoseconds for a picture of what is there already.
#define TIMEOUT 20000000000ll

static struct desk *at;
static struct wl_shm_pool *pool;

struct picture {
    struct wl_buffer *buffer;
    int offset, width, height, stride;
    bool only_new, is_ready, has_failed;
    int64_t presented_ns;
};

bool eye_open(struct desk *desk, const char *path) {
    at = desk;
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || ftruncate(file, ROOM) != 0) return false;
    pool = wl_shm_create_pool(desk->shm, file, ROOM);
    close(file);
    return settle(desk);
}

static void on_buffer(void *data, struct zwlr_screencopy_frame_v1 *frame, uint32_t format, uint32_t width,
                      uint32_t height, uint32_t stride) {
    struct picture *picture = data;
    if ((int64_t)picture->offset + (int64_t)stride * height > ROOM || picture->buffer ||
        (format != WL_SHM_FORMAT_XRGB8888 && format != WL_SHM_FORMAT_ARGB8888)) {
        picture->has_failed = true;
        return;
    }
    picture->width = width, picture->height = height, picture->stride = stride;
    picture->buffer = wl_shm_pool_create_buffer(pool, picture->offset, width, height, stride, format);
}

static void on_buffer_done(void *data, struct zwlr_screencopy_frame_v1 *frame) {
    struct picture *picture = data;
    if (!picture->buffer) {
        picture->has_failed = true;
    } else if (picture->only_new) {
        zwlr_screencopy_frame_v1_copy_with_damage(frame, picture->buffer);
    } else {
        zwlr_screencopy_frame_v1_copy(frame, picture->buffer);
    }
}

static void on_ready(void *data, struct zwlr_screencopy_frame_v1 *frame, uint32_t high, uint32_t low,
                     uint32_t ns) {
    struct picture *picture = data;
    picture->presented_ns = ((int64_t)high << 32 | low) * 1000000000 + ns;
    picture->is_ready = true;
}

static void on_failed(void *data, struct zwlr_screencopy_frame_v1 *frame) {
    struct picture *picture = data;
    picture->has_failed = true;
}

static void on_flags(void *data, struct zwlr_screencopy_frame_v1 *frame, uint32_t flags) {
    struct picture *picture = data;
    // Nothing here turns pictures over.
    if (flags) picture->has_failed = true;
}

static void on_damage(void *data, struct zwlr_screencopy_frame_v1 *frame, uint32_t x, uint32_t y,
                      uint32_t width, uint32_t height) {}

static void on_dmabuf(void *data, struct zwlr_screencopy_frame_v1 *frame, uint32_t format, uint32_t width,
                      uint32_t height) {}

static const struct zwlr_screencopy_frame_v1_listener listener = {
    .buffer = on_buffer,
    .flags = on_flags,
    .ready = on_ready,
    .failed = on_failed,
    .damage = on_damage,
    .linux_dmabuf = on_dmabuf,
    .buffer_done = on_buffer_done,
};

static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000ll + now.tv_nsec;
}

// Waits for events until this time; false when it has come, or the compositor has gone.
static bool wait_until(int64_t end) {
    if (wl_display_dispatch_pending(at->display) > 0) return true;
    wl_display_flush(at->display);
    struct pollfd input = {.fd = wl_display_get_fd(at->display), .events = POLLIN};
    int64_t left_ms = (end - now_ns()) / 1000000;
    return left_ms > 0 && poll(&input, 1, left_ms) > 0 && wl_display_dispatch(at->display) >= 0;
}

// A picture of an area; false if none came until this time.
static bool take(struct picture *picture, int left, int top, int width, int height, int64_t end) {
    struct zwlr_screencopy_frame_v1 *frame =
        zwlr_screencopy_manager_v1_capture_output_region(at->copies, 0, at->output, left, top, width, height);
    zwlr_screencopy_frame_v1_add_listener(frame, &listener, picture);
    while (!picture->is_ready && !picture->has_failed && wait_until(end))
        ;
    zwlr_screencopy_frame_v1_destroy(frame);
    if (picture->buffer) wl_buffer_destroy(picture->buffer);
    return picture->is_ready;
}

bool eye_look(int left, int top, int width, int height) {
    struct picture picture = {0};
    if (!take(&picture, left, top, width, height, now_ns() + TIMEOUT)) return false;
    printf("%d %d %d", picture.width, picture.height, picture.stride);
    return true;
}

bool eye_watch(int left, int top, int width, int height, double seconds) {
    int64_t end = now_ns() + seconds * 1e9;
    // The first is of whatever is there, and says how large the others are.
    struct picture picture = {0};
    if (!take(&picture, left, top, width, height, now_ns() + TIMEOUT)) return false;
    printf("%d %d %d", picture.width, picture.height, picture.stride);
    while (now_ns() < end) {
        int size = picture.stride * picture.height, next = picture.offset + size;
        printf(" %lld", (long long)picture.presented_ns);
        if ((int64_t)next + size > ROOM) break;
        picture = (struct picture){.offset = next, .only_new = true};
        if (!take(&picture, left, top, width, height, end)) return !picture.has_failed;
    }
    return true;
}
