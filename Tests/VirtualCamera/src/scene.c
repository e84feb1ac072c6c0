// SPDX-License-Identifier: GPL-3.0-or-later
/// Draws the scene and its blurred versions, once per size, into a file that all processes map.
#include "scene.h"

#include "camera.h"
#include "real.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static uint32_t hash(uint32_t x, uint32_t y, uint32_t seed) {
    uint32_t h = x * 0x85ebca6bu ^ y * 0xc2b2ae35u ^ seed * 0x27d4eb2fu;
    h = (h ^ h >> 15) * 0x2c1b3c6du;
    h = (h ^ h >> 12) * 0x297a2d39u;
    return h ^ h >> 15;
}

/// Adds one octave of smooth noise: random values on a grid of `cell` pixels, interpolated.
static void add_octave(const struct scene *scene, int16_t *sum, uint32_t cell, int strength, uint32_t seed) {
    size_t columns = scene->stride / cell + 2;
    int *upper = malloc(columns * 2 * sizeof *upper), *lower = upper + columns;
    for (uint32_t y = 0; y < scene->rows; y++) {
        if (y % cell == 0)
            for (uint32_t x = 0; x < columns; x++) {
                upper[x] = (int)(hash(x, y / cell, seed) & 255) - 128;
                lower[x] = (int)(hash(x, y / cell + 1, seed) & 255) - 128;
            }
        int down = (int)(y % cell * 256 / cell);
        for (size_t column = 0, x = 0; x < scene->stride; column++) {
            int left = upper[column] * (256 - down) + lower[column] * down;
            int right = upper[column + 1] * (256 - down) + lower[column + 1] * down;
            int step = (right - left) / (int)cell, value = left;
            for (uint32_t i = 0; i < cell && x < scene->stride; i++, x++, value += step)
                sum[y * scene->stride + x] += (int16_t)(value / 256 * strength / 128);
        }
    }
    free(upper);
}

static void draw_luma(struct scene *scene) {
    size_t pixels = scene->stride * scene->rows;
    int16_t *sum = calloc(pixels, sizeof *sum);
    uint32_t unit = scene->width / 640 ? scene->width / 640 : 1;
    add_octave(scene, sum, scene->width / 6, 55, 1);
    add_octave(scene, sum, scene->width / 24, 40, 2);
    add_octave(scene, sum, 8 * unit, 30, 3);
    add_octave(scene, sum, 2 * unit, 26, 4);
    add_octave(scene, sum, unit, 10, 5);
    for (size_t y = 0; y < scene->rows; y++)
        for (size_t x = 0; x < scene->stride; x++) {
            size_t at = y * scene->stride + x;
            int value = 118 + sum[at];
            // Tiles with hard edges: what a focus search, and a judge of sharpness, has to go by.
            if ((x / (unit * 20) + y / (unit * 20)) % 4 == 0) value += 30;
            scene->luma[0][at] = (uint8_t)(value < 4 ? 4 : value > 250 ? 250 : value);
        }
    free(sum);
}

static void draw_chroma(struct scene *scene, uint8_t *plane, uint32_t seed) {
    size_t stride = scene->stride / 2;
    struct scene half = {.stride = stride, .rows = scene->rows};
    int16_t *sum = calloc(stride * scene->rows, sizeof *sum);
    add_octave(&half, sum, scene->width / 10, 12, seed);
    for (size_t at = 0; at < stride * scene->rows; at++) plane[at] = (uint8_t)(128 + sum[at]);
    free(sum);
}

static void blur_row(const uint8_t *in, uint8_t *out, int width, int radius) {
    int sum = in[0] * radius, span = 2 * radius + 1;
    for (int x = 0; x < radius; x++) sum += in[x < width ? x : width - 1];
    for (int x = 0; x < width; x++) {
        sum += in[x + radius < width ? x + radius : width - 1];
        out[x] = (uint8_t)(sum / span);
        sum -= in[x - radius > 0 ? x - radius : 0];
    }
}

static void blur_columns(const uint8_t *in, uint8_t *out, int stride, int rows, int radius) {
    int span = 2 * radius + 1;
    int *sum = calloc((size_t)stride, sizeof *sum);
    for (int y = -radius; y < radius; y++)
        for (int x = 0; x < stride; x++) sum[x] += in[(y < 0 ? 0 : y < rows ? y : rows - 1) * stride + x];
    for (int y = 0; y < rows; y++) {
        const uint8_t *enter = in + (y + radius < rows ? y + radius : rows - 1) * stride;
        const uint8_t *leave = in + (y - radius > 0 ? y - radius : 0) * stride;
        for (int x = 0; x < stride; x++) {
            sum[x] += enter[x];
            out[y * stride + x] = (uint8_t)(sum[x] / span);
            sum[x] -= leave[x];
        }
    }
    free(sum);
}

/// Two box blurs of the sharp picture: near enough to the disc of a lens out of focus.
static void draw_level(struct scene *scene, int level) {
    int stride = (int)scene->stride, rows = (int)scene->rows;
    int radius = (1 << (level - 1)) * (int)scene->width / 960;
    if (radius < level) radius = level;
    uint8_t *spare = malloc(scene->stride * scene->rows), *out = scene->luma[level];
    const uint8_t *in = scene->luma[0];
    for (int pass = 0; pass < 2; pass++, in = out) {
        for (int y = 0; y < rows; y++)
            blur_row(in + (size_t)y * scene->stride, spare + (size_t)y * scene->stride, stride, radius);
        blur_columns(spare, out, stride, rows, radius);
    }
    free(spare);
}

static void draw(struct scene *scene) {
    draw_luma(scene);
    draw_chroma(scene, scene->blue, 11);
    draw_chroma(scene, scene->red, 12);
    for (int level = 1; level < SCENE_LEVELS; level++) draw_level(scene, level);
}

static int place(struct scene *scene, int fd) {
    size_t plane = scene->stride * scene->rows;
    scene->mapped = plane * (SCENE_LEVELS + 1);
    uint8_t *memory = (uint8_t *)SYS(mmap, NULL, scene->mapped, (long)(PROT_READ | PROT_WRITE),
                                     (long)MAP_SHARED, (long)fd, 0L);
    SYS(close, (long)fd);
    if (memory == MAP_FAILED) return -1;
    for (int level = 0; level < SCENE_LEVELS; level++) scene->luma[level] = memory + plane * (size_t)level;
    scene->blue = memory + plane * SCENE_LEVELS;
    scene->red = scene->blue + plane / 2;
    return 0;
}

/// Makes the file under a name of its own and renames it, so that no process maps a half-drawn one. Of its own: in
/// this process, too, another thread may be drawing the same scene.
static int create(struct scene *scene, const char *path) {
    char own[600];
    snprintf(own, sizeof own, "%s.%d.%p", path, (int)getpid(), (void *)scene);
    int fd = (int)SYS(openat, (long)AT_FDCWD, own, (long)(O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC), 0666L);
    size_t size = scene->stride * scene->rows * (SCENE_LEVELS + 1);
    if (fd < 0 || SYS(ftruncate, (long)fd, (long)size) != 0 || place(scene, fd) != 0) return -1;
    draw(scene);
    return (int)SYS(renameat, (long)AT_FDCWD, own, (long)AT_FDCWD, path);
}

struct scene *scene_open(uint32_t width, uint32_t height) {
    struct scene *scene = calloc(1, sizeof *scene);
    char path[500];
    scene->width = width;
    scene->height = height;
    scene->stride = (width + 15) & ~15u;
    scene->rows = (height + 15) & ~15u;
    snprintf(path, sizeof path, "%s/.scene-%ux%u", camera_root(), width, height);
    int fd = (int)SYS(openat, (long)AT_FDCWD, path, (long)(O_RDWR | O_CLOEXEC), 0L);
    if ((fd >= 0 ? place(scene, fd) : create(scene, path)) == 0) return scene;
    free(scene);
    return NULL;
}

void scene_close(struct scene *scene) {
    if (scene) SYS(munmap, scene->luma[0], scene->mapped);
    free(scene);
}
