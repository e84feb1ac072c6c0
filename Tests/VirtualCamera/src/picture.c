// SPDX-License-Identifier: GPL-3.0-or-later
/// The cached background and the fresh strip of every frame.
#include "picture.h"

#include "framecode.h"
#include "jpeg.h"
#include "pack.h"
#include "work.h"

#include <linux/videodev2.h>
#include <stdlib.h>
#include <string.h>

struct picture {
    uint32_t fourcc, width, height;
    struct scene *scene;
    struct look look; ///< of the background
    bool valid;
    struct planes background, strip;
    struct strip place;
    struct jpeg jpeg, jpeg_strip;
    uint8_t *raw;
    size_t raw_size;
};

static size_t raw_size(uint32_t fourcc, size_t pixels) {
    switch (fourcc) {
    case V4L2_PIX_FMT_NV12:
        return pixels * 3 / 2;
    case V4L2_PIX_FMT_RGB24:
        return pixels * 3;
    case V4L2_PIX_FMT_XBGR32:
    case V4L2_PIX_FMT_ABGR32:
    case V4L2_PIX_FMT_RGBX32:
    case V4L2_PIX_FMT_RGBA32:
        return pixels * 4;
    case V4L2_PIX_FMT_GREY:
        return pixels;
    default:
        return pixels * 2;
    }
}

static struct picture *create(uint32_t fourcc, uint32_t width, uint32_t height) {
    struct picture *picture = calloc(1, sizeof *picture);
    picture->fourcc = fourcc;
    picture->width = width;
    picture->height = height;
    picture->scene = scene_open(width, height);
    picture->place = framecode_strip(height);
    picture->background = planes_new(width, height);
    picture->strip = planes_new(width, picture->place.rows);
    picture->strip.rows = picture->place.rows;
    if (fourcc != V4L2_PIX_FMT_MJPEG) {
        picture->raw_size = raw_size(fourcc, (size_t)width * height);
        picture->raw = work_take(picture->raw_size);
    }
    return picture;
}

void picture_free(struct picture *picture) {
    if (!picture) return;
    scene_close(picture->scene);
    planes_free(&picture->background);
    planes_free(&picture->strip);
    jpeg_free(&picture->jpeg);
    jpeg_free(&picture->jpeg_strip);
    work_give(picture->raw);
    free(picture);
}

struct picture *picture_for(struct picture *old, uint32_t fourcc, uint32_t width, uint32_t height) {
    if (old && old->fourcc == fourcc && old->width == width && old->height == height) return old;
    picture_free(old);
    return create(fourcc, width, height);
}

void picture_prepare(struct picture *picture, const struct look *look) {
    if (!picture->scene || (picture->valid && memcmp(&picture->look, look, sizeof *look) == 0)) return;
    picture->look = *look;
    picture->valid = true;
    render(picture->scene, look, &picture->background);
    if (picture->raw)
        pack(picture->fourcc, &picture->background, 0, picture->height, picture->height, picture->raw);
    else
        jpeg_compress(&picture->jpeg, &picture->background, picture->height);
}

/// The rows of the background that the strip lies in, with the number on top.
static void draw_strip(struct picture *picture, const struct look *look, uint32_t number) {
    const struct planes *from = &picture->background;
    struct planes *strip = &picture->strip;
    size_t at = picture->place.first_row * from->stride, size = picture->place.rows * from->stride;
    memcpy(strip->y, from->y + at, size);
    memcpy(strip->u, from->u + at / 2, size / 2);
    memcpy(strip->v, from->v + at / 2, size / 2);
    if (!look->hidden) framecode_draw(strip, number);
}

size_t picture_make(struct picture *picture, const struct look *look, uint32_t number, uint8_t *out,
                    size_t capacity) {
    if (!picture->scene) return 0;
    picture_prepare(picture, look);
    draw_strip(picture, look, number);
    if (!picture->raw) {
        jpeg_compress(&picture->jpeg_strip, &picture->strip, picture->place.rows);
        return jpeg_splice(&picture->jpeg, &picture->jpeg_strip, picture->place.first_row / 8, out, capacity);
    }
    if (picture->raw_size > capacity) return 0;
    memcpy(out, picture->raw, picture->raw_size);
    pack(picture->fourcc, &picture->strip, picture->place.first_row, picture->place.rows, picture->height,
         out);
    return picture->raw_size;
}
