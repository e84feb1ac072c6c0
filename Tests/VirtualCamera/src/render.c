// SPDX-License-Identifier: GPL-3.0-or-later
/// Applies blur, exposure, noise, colour and zoom to the scene.
#include "render.h"

#include "work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct planes planes_new(size_t width, size_t height) {
    struct planes planes = {.width = (uint32_t)width, .height = (uint32_t)height};
    planes.stride = (width + 15) & ~(size_t)15;
    planes.rows = (height + 15) & ~(size_t)15;
    planes.y = work_take(planes.stride * planes.rows * 2);
    planes.u = planes.y + planes.stride * planes.rows;
    planes.v = planes.u + planes.stride * planes.rows / 2;
    return planes;
}

void planes_free(struct planes *planes) {
    work_give(planes->y);
    planes->y = NULL;
}

static uint8_t clamp(double value) { return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)(value + 0.5); }

/// Light is scaled where it is linear, with a soft shoulder, then brightness and contrast as a camera does.
static void make_luma_table(const struct look *look, uint8_t table[256]) {
    double factor = exp2(look->exposure / 32.0), contrast = look->contrast / 128.0;
    for (int value = 0; value < 256; value++) {
        double light = pow(value / 255.0, 2.2) * factor;
        if (light > 0.8) light = 1 - 0.2 * exp(-(light - 0.8) / 0.2);
        double shown = pow(light, 1 / 2.2) * 255;
        table[value] = look->black ? 0 : clamp((shown - 128) * contrast + look->brightness);
    }
}

static void make_chroma_table(const struct look *look, int shift, uint8_t table[256]) {
    double strength = look->saturation / 128.0;
    for (int value = 0; value < 256; value++)
        table[value] = look->black ? 128 : clamp(128 + (value - 128 + shift) * strength);
}

/// Blends two levels of blur over a part of a row.
static void blend(const uint8_t *sharp, const uint8_t *soft, int softness, uint8_t *out, size_t count) {
    int keep = 16 - softness;
    for (size_t x = 0; x < count; x++) out[x] = (uint8_t)((sharp[x] * keep + soft[x] * softness) >> 4);
}

static void blend_row(const struct scene *scene, const struct look *look, size_t y, uint8_t *out) {
    size_t half = scene->stride / 2;
    for (int side = 0; side < 2; side++) {
        int level = look->blur[side] / 16, softness = look->blur[side] % 16;
        size_t at = y * scene->stride + (side ? half : 0);
        const uint8_t *sharp = scene->luma[level] + at;
        const uint8_t *soft = softness ? scene->luma[level + 1] + at : sharp;
        blend(sharp, soft, softness, out + (side ? half : 0), half);
    }
}

static void add_noise(uint8_t *row, size_t count, int strength, uint32_t seed) {
    uint32_t random = seed * 2654435761u | 1;
    for (size_t x = 0; x < count; x++) {
        random = random * 1664525u + 1013904223u;
        int value = row[x] + (((int)(random >> 24) - 128) * strength >> 7);
        row[x] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
    }
}

/// Nearest neighbour is enough: no test measures detail under digital zoom.
static void look_up(const uint8_t *in, const uint8_t table[256], uint8_t *out, size_t count, int zoom) {
    if (zoom <= 100) {
        for (size_t x = 0; x < count; x++) out[x] = table[in[x]];
        return;
    }
    size_t first = count / 2 - count * 50 / (size_t)zoom;
    for (size_t x = 0; x < count; x++) out[x] = table[in[first + x * 100 / (size_t)zoom]];
}

static size_t zoomed_row(size_t y, size_t rows, int zoom) {
    return zoom <= 100 ? y : rows / 2 - rows * 50 / (size_t)zoom + y * 100 / (size_t)zoom;
}

void render(const struct scene *scene, const struct look *look, struct planes *out) {
    uint8_t luma[256], blue[256], red[256];
    size_t half = scene->stride / 2;
    uint8_t *row = malloc(scene->stride);
    make_luma_table(look, luma);
    make_chroma_table(look, look->blue, blue);
    make_chroma_table(look, look->red, red);
    for (size_t y = 0; y < scene->rows; y++) {
        size_t from = zoomed_row(y, scene->rows, look->zoom);
        blend_row(scene, look, from, row);
        look_up(row, luma, out->y + y * out->stride, scene->stride, look->zoom);
        if (look->noise && !look->black)
            add_noise(out->y + y * out->stride, scene->stride, look->noise, (uint32_t)y);
        look_up(scene->blue + from * half, blue, out->u + y * half, half, look->zoom);
        look_up(scene->red + from * half, red, out->v + y * half, half, look->zoom);
    }
    free(row);
}
