// SPDX-License-Identifier: GPL-3.0-or-later
/// Choosing and describing formats.
#include "format.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    uint32_t fourcc;
    int depth;
    const char *description;
} known[] = {
    {V4L2_PIX_FMT_MJPEG, 0, "Motion-JPEG"},    {V4L2_PIX_FMT_YUYV, 16, "YUYV 4:2:2"},
    {V4L2_PIX_FMT_UYVY, 16, "UYVY 4:2:2"},     {V4L2_PIX_FMT_NV12, 12, "Y/CbCr 4:2:0"},
    {V4L2_PIX_FMT_GREY, 8, "8-bit Greyscale"}, {V4L2_PIX_FMT_RGB24, 24, "24-bit RGB 8-8-8"},
    {V4L2_PIX_FMT_H264, 0, "H.264"},
};

int format_depth(uint32_t fourcc) {
    for (size_t index = 0; index < sizeof known / sizeof *known; index++)
        if (known[index].fourcc == fourcc) return known[index].depth;
    return -1;
}

const char *format_description(uint32_t fourcc) {
    for (size_t index = 0; index < sizeof known / sizeof *known; index++)
        if (known[index].fourcc == fourcc) return known[index].description;
    return "";
}

static bool seen_before(const struct vcam_state *state, uint32_t mode) {
    for (uint32_t earlier = 0; earlier < mode; earlier++)
        if (state->modes[earlier].fourcc == state->modes[mode].fourcc) return true;
    return false;
}

uint32_t format_at(const struct vcam_state *state, uint32_t index) {
    for (uint32_t mode = 0; mode < state->mode_count; mode++)
        if (!seen_before(state, mode) && index-- == 0) return state->modes[mode].fourcc;
    return 0;
}

static uint32_t snap(uint32_t wish, uint32_t least, uint32_t most, uint32_t step) {
    if (wish <= least) return least;
    if (wish > most) wish = most;
    return least + (wish - least) / step * step;
}

/// The area by which two sizes differ: uvcvideo's measure of nearness.
static uint64_t difference(uint64_t w, uint64_t h, uint64_t wish_w, uint64_t wish_h) {
    uint64_t common = (w < wish_w ? w : wish_w) * (h < wish_h ? h : wish_h);
    return w * h + wish_w * wish_h - 2 * common;
}

uint32_t format_nearest(const struct vcam_state *state, uint32_t fourcc, uint32_t *width, uint32_t *height) {
    uint32_t best = 0, best_width = 0, best_height = 0;
    uint64_t least = UINT64_MAX;
    bool exists = false;
    for (uint32_t index = 0; index < state->mode_count; index++)
        exists |= state->modes[index].fourcc == fourcc;
    if (!exists) fourcc = state->modes[0].fourcc;
    for (uint32_t index = 0; index < state->mode_count; index++) {
        const struct vcam_mode *mode = &state->modes[index];
        uint32_t w = mode->width, h = mode->height;
        if (mode->fourcc != fourcc) continue;
        if (mode->max_width) {
            w = snap(*width, mode->width, mode->max_width, mode->step_width);
            h = snap(*height, mode->height, mode->max_height, mode->step_height);
        }
        uint64_t distance = difference(w, h, *width, *height);
        if (distance < least) {
            least = distance;
            best = index;
            best_width = w;
            best_height = h;
        }
    }
    *width = best_width;
    *height = best_height;
    return best;
}

static size_t image_size(uint32_t fourcc, size_t width, size_t height) {
    int depth = format_depth(fourcc);
    // Compressed pictures' buffers are sized for the worst frame, as cameras announce it.
    return depth > 0 ? width * height * (size_t)depth / 8 : width * height * 2;
}

size_t format_image_size(const struct vcam_state *state) {
    return image_size(state->modes[state->mode].fourcc, state->width, state->height);
}

static uint32_t bytes_per_line(uint32_t fourcc, uint32_t width) {
    int depth = format_depth(fourcc);
    return fourcc == V4L2_PIX_FMT_NV12 ? width : width * (uint32_t)depth / 8;
}

void format_describe(const struct vcam_state *state, uint32_t mode, uint32_t width, uint32_t height,
                     struct v4l2_pix_format *pix) {
    uint32_t fourcc = state->modes[mode].fourcc;
    memset(pix, 0, sizeof *pix);
    pix->width = width;
    pix->height = height;
    pix->pixelformat = fourcc;
    pix->field = V4L2_FIELD_NONE;
    pix->bytesperline = bytes_per_line(fourcc, width);
    pix->sizeimage = (uint32_t)image_size(fourcc, width, height);
    pix->colorspace = V4L2_COLORSPACE_SRGB;
    pix->priv = V4L2_PIX_FMT_PRIV_MAGIC;
}

static double seconds(struct vcam_rate rate) { return (double)rate.denominator / rate.numerator; }

uint32_t format_nearest_rate(const struct vcam_mode *mode, struct v4l2_fract interval) {
    uint32_t best = 0;
    if (!interval.numerator || !interval.denominator) return 0;
    double wish = (double)interval.numerator / interval.denominator, least = 1e9;
    for (uint32_t index = 0; index < mode->rate_count; index++) {
        double distance = abs((int)((seconds(mode->rates[index]) - wish) * 1e7));
        if (distance < least) {
            least = distance;
            best = index;
        }
    }
    return best;
}

int64_t format_interval_ns(const struct vcam_state *state) {
    return (int64_t)(seconds(state->modes[state->mode].rates[state->rate]) * 1e9);
}
