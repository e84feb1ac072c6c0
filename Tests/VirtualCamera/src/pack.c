// SPDX-License-Identifier: GPL-3.0-or-later
/// Raw pixel formats.
#include "pack.h"

#include <linux/videodev2.h>

/// Full-range luma, as JPEG has it, to the 16…235 that raw video means.
static uint8_t limited(int value) { return (uint8_t)(16 + (value * 14071 >> 14)); }

static uint8_t limited_chroma(int value) { return (uint8_t)(128 + ((value - 128) * 14392 >> 14)); }

static void pack_422(const struct planes *in, uint32_t row, uint8_t *out, int luma_first) {
    const uint8_t *y = in->y + row * in->stride;
    const uint8_t *u = in->u + row * in->stride / 2, *v = in->v + row * in->stride / 2;
    uint8_t *luma = out + !luma_first, *chroma = out + luma_first;
    for (uint32_t x = 0; x < in->width / 2; x++) {
        luma[4 * x] = limited(y[2 * x]);
        luma[4 * x + 2] = limited(y[2 * x + 1]);
        chroma[4 * x] = limited_chroma(u[x]);
        chroma[4 * x + 2] = limited_chroma(v[x]);
    }
}

static void pack_luma(const struct planes *in, uint32_t row, uint8_t *out) {
    const uint8_t *y = in->y + row * in->stride;
    for (uint32_t x = 0; x < in->width; x++) out[x] = limited(y[x]);
}

static void pack_420_chroma(const struct planes *in, uint32_t row, uint8_t *out) {
    size_t half = in->stride / 2;
    const uint8_t *u = in->u + row * half, *v = in->v + row * half;
    for (uint32_t x = 0; x < in->width / 2; x++) {
        out[2 * x] = limited_chroma((u[x] + u[x + half] + 1) / 2);
        out[2 * x + 1] = limited_chroma((v[x] + v[x + half] + 1) / 2);
    }
}

static uint8_t clamp(int value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

/// Pixels of three bytes, or of four, the last of which is 0.
static void pack_rgb(const struct planes *in, uint32_t row, uint8_t *out, uint32_t step, uint32_t red_at) {
    const uint8_t *y = in->y + row * in->stride;
    const uint8_t *u = in->u + row * in->stride / 2, *v = in->v + row * in->stride / 2;
    for (uint32_t x = 0; x < in->width; x++) {
        int blue = u[x / 2] - 128, red = v[x / 2] - 128;
        uint8_t *pixel = out + step * x;
        pixel[red_at] = clamp(y[x] + (red * 1436 >> 10));
        pixel[1] = clamp(y[x] - ((blue * 352 + red * 731) >> 10));
        pixel[2 - red_at] = clamp(y[x] + (blue * 1815 >> 10));
        if (step == 4) pixel[3] = 0;
    }
}

void pack(uint32_t fourcc, const struct planes *planes, uint32_t first_row, uint32_t rows, uint32_t height,
          uint8_t *out) {
    size_t width = planes->width;
    for (uint32_t row = 0; row < rows; row++) {
        size_t at = first_row + row;
        if (fourcc == V4L2_PIX_FMT_YUYV || fourcc == V4L2_PIX_FMT_UYVY)
            pack_422(planes, row, out + at * width * 2, fourcc == V4L2_PIX_FMT_YUYV);
        else if (fourcc == V4L2_PIX_FMT_RGB24)
            pack_rgb(planes, row, out + at * width * 3, 3, 0);
        else if (fourcc == V4L2_PIX_FMT_XBGR32 || fourcc == V4L2_PIX_FMT_ABGR32)
            pack_rgb(planes, row, out + at * width * 4, 4, 2);
        else if (fourcc == V4L2_PIX_FMT_RGBX32 || fourcc == V4L2_PIX_FMT_RGBA32)
            pack_rgb(planes, row, out + at * width * 4, 4, 0);
        else
            pack_luma(planes, row, out + at * width);
        if (fourcc == V4L2_PIX_FMT_NV12 && row % 2 == 0)
            pack_420_chroma(planes, row, out + (height + at / 2) * width);
    }
}
