// SPDX-License-Identifier: GPL-3.0-or-later
// Compares what the GPU makes of planes with what libyuv makes of them, which is what is drawn without a GPU: every
// arrangement, matrix and range, mirrored, cropped, of odd sizes, smaller, larger. Prints the greatest difference of each,
// of 255, and fails if one is above 2.
//
//     GSK_RENDERER=gl check
#include <libyuv/convert_argb.h>
#include <libyuv/planar_functions.h>
#include <libyuv/scale_argb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tt_planes.h"

enum { WIDTH = 322, HEIGHT = 242, STRIDE = 384 };

static const char *const names[] = {"planar", "nv12", "yuyv", "uyvy", "grey"};
static unsigned char bytes[3][STRIDE * 2 * HEIGHT];
static TtPainter *painter;
static int worst_of_all;

/// Up and down between two numbers, without a jump.
static int wave(int place, int low, int high) {
    int span = high - low, rest = place % (2 * span);
    return low + (rest < span ? rest : 2 * span - rest);
}

/// Colours that change slowly, as blending of neighbours is no matter of colour.
static int value(int plane, int x, int y) {
    if (plane == 0) return wave(x + y, 16, 235);
    return plane == 1 ? wave(x / 2 + y / 4, 40, 220) : wave(90 + y / 2 + x / 8, 40, 220);
}

static void fill(TtPlanes *planes, int down) {
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            int luma = value(0, x, y), blue = value(1, x & ~1, y / down * down),
                red = value(2, x & ~1, y / down * down);
            unsigned char *row = bytes[0] + y * 2 * STRIDE;
            switch (planes->arrangement) {
            case TT_YUYV:
                row[2 * x] = (unsigned char)luma, row[2 * x + 1] = (unsigned char)(x % 2 ? red : blue);
                continue;
            case TT_UYVY:
                row[2 * x + 1] = (unsigned char)luma, row[2 * x] = (unsigned char)(x % 2 ? red : blue);
                continue;
            case TT_PAIRS:
                bytes[1][y / down * 2 * STRIDE + x] = (unsigned char)(x % 2 ? red : blue);
                break;
            case TT_PLANAR:
                bytes[1][y / down * 2 * STRIDE + x / 2] = (unsigned char)blue;
                bytes[2][y / down * 2 * STRIDE + x / 2] = (unsigned char)red;
                break;
            case TT_GREY:
                break;
            }
            row[x] = (unsigned char)luma;
        }
}

static const struct YuvConstants *constants(const TtPlanes *planes) {
    if (planes->is_bt709) return planes->is_full_range ? &kYuvF709Constants : &kYuvH709Constants;
    return planes->is_full_range ? &kYuvJPEGConstants : &kYuvI601Constants;
}

/// What is drawn without a GPU, at the planes' own size.
static void convert(const TtPlanes *p, unsigned char *argb) {
    static unsigned char planes[3][WIDTH * HEIGHT];
    const unsigned char *a = p->planes[0].bytes, *b = p->planes[1].bytes, *c = p->planes[2].bytes;
    int w = p->width, h = p->height, stride = 4 * w;
    switch (p->arrangement) {
    case TT_PLANAR:
        (p->down == 2 ? I420ToARGBMatrix : I422ToARGBMatrix)(a, p->planes[0].stride, b, p->planes[1].stride,
                                                             c, p->planes[2].stride, argb, stride,
                                                             constants(p), w, h);
        break;
    case TT_PAIRS:
        NV12ToARGBMatrix(a, p->planes[0].stride, b, p->planes[1].stride, argb, stride, constants(p), w, h);
        break;
    case TT_GREY:
        I400ToARGBMatrix(a, p->planes[0].stride, argb, stride, constants(p), w, h);
        break;
    case TT_YUYV:
    case TT_UYVY:
        (p->arrangement == TT_YUYV ? YUY2ToI422 : UYVYToI422)(a, p->planes[0].stride, planes[0], w, planes[1],
                                                              (w + 1) / 2, planes[2], (w + 1) / 2, w, h);
        I422ToARGBMatrix(planes[0], w, planes[1], (w + 1) / 2, planes[2], (w + 1) / 2, argb, stride,
                         constants(p), w, h);
        break;
    }
}

/// The greatest difference of a channel; the outermost pixels are blended differently.
static int difference(const TtPlanes *planes, int width, int height, gboolean is_mirrored) {
    unsigned char *own = malloc((size_t)(4 * planes->width * planes->height)),
                  *turned = malloc((size_t)(4 * width * height)),
                  *scaled = malloc((size_t)(4 * width * height)),
                  *found = calloc(1, (size_t)(4 * width * height));
    convert(planes, own);
    ARGBScale(own, 4 * planes->width, planes->width, planes->height, scaled, 4 * width, width, height,
              kFilterBox);
    if (is_mirrored) ARGBMirror(scaled, 4 * width, turned, 4 * width, width, height);
    const unsigned char *expected = is_mirrored ? turned : scaled;
    GdkTexture *texture = tt_painter_paint(painter, planes, width, height, is_mirrored);
    int worst = 255;
    if (texture) {
        worst = 0;
        gdk_texture_download(texture, found, (gsize)(4 * width));
        g_object_unref(texture);
        for (int y = 2; y < height - 2; y++)
            for (int x = 2; x < width - 2; x++)
                for (int channel = 0; channel < 3; channel++)
                    worst = MAX(worst, abs(found[4 * (y * width + x) + channel] -
                                           expected[4 * (y * width + x) + channel]));
    }
    free(own), free(turned), free(scaled), free(found);
    return worst;
}

static void check(TtPlanes *planes, int width, int height, gboolean is_mirrored, const char *what) {
    int worst = difference(planes, width, height, is_mirrored);
    printf("%-7s 4:2:%c BT.%s %-7s %-9s %d\n", names[planes->arrangement], planes->down == 2 ? '0' : '2',
           planes->is_bt709 ? "709" : "601", planes->is_full_range ? "full" : "limited", what, worst);
    worst_of_all = MAX(worst_of_all, worst);
}

static void check_all(TtArrangement arrangement, int down) {
    TtPlanes planes = {arrangement,
                       WIDTH,
                       HEIGHT,
                       arrangement == TT_GREY ? 1 : 2,
                       down,
                       FALSE,
                       FALSE,
                       {{bytes[0], 2 * STRIDE, HEIGHT},
                        {bytes[1], 2 * STRIDE, HEIGHT / down},
                        {bytes[2], 2 * STRIDE, HEIGHT / down}}};
    fill(&planes, down);
    for (int kind = 0; kind < 4; kind++) {
        planes.is_bt709 = kind / 2;
        planes.is_full_range = kind % 2;
        check(&planes, WIDTH, HEIGHT, FALSE, "as it is");
        check(&planes, WIDTH, HEIGHT, TRUE, "mirrored");
        check(&planes, WIDTH / 2, HEIGHT / 2, FALSE, "half");
    }
    // A part that begins where chroma has a sample and ends beside one.
    int packed = arrangement == TT_YUYV || arrangement == TT_UYVY ? 2 : 1;
    int chroma = arrangement == TT_PAIRS ? 2 : 1;
    planes.width = 101, planes.height = 81;
    planes.planes[0] = (TtPlane){bytes[0] + 40 * 2 * STRIDE + 40 * packed, 2 * STRIDE, 81};
    for (int index = 1; index < 3; index++)
        planes.planes[index] = (TtPlane){bytes[index] + 40 / down * 2 * STRIDE + 20 * chroma, 2 * STRIDE,
                                         (81 + down - 1) / down};
    check(&planes, 101, 81, TRUE, "a part");
}

int main(void) {
    adw_init();
    GtkWidget *window = adw_window_new();
    gtk_widget_realize(window);
    gboolean is_software = FALSE;
    painter = tt_painter_new(window, &is_software);
    if (!painter)
        return printf("no painter for %s\n", G_OBJECT_TYPE_NAME(gtk_native_get_renderer(GTK_NATIVE(window)))),
               3;
    printf("%s\n", is_software ? "software" : "hardware");
    check_all(TT_PLANAR, 2);
    check_all(TT_PLANAR, 1);
    check_all(TT_PAIRS, 2);
    check_all(TT_YUYV, 1);
    check_all(TT_UYVY, 1);
    check_all(TT_GREY, 1);
    tt_painter_free(painter);
    printf("greatest difference: %d of 255\n", worst_of_all);
    return worst_of_all > 2;
}
