// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_pixels.h"

/// A picture's memory, or the function that draws it. Reference-counted: by a TtPixels, by GTK's recordings, by a
/// texture.
typedef struct {
    /// NULL if `draw` makes the pixels.
    unsigned char *memory;
    tt_draw_lines draw;
    cairo_format_t format;
    int width, height, stride;
    void *box;
    void (*release)(void *box);
} Source;

/// Some lines of a picture, which GTK records as one.
typedef struct {
    Source *source;
    int top, lines;
} Band;

struct TtPixels {
    /// NULL if only a texture exists.
    Source *source;
    int width, height;
    /// NULL until it is needed; kept, so that a renderer uploads it only once.
    GdkTexture *texture;
};

/// Bytes of a band: GSK's cairo renderer brings each recording into working memory before it draws it, and memory of
/// this size stays in the processor's cache. (3840x2160: 8 ms of processor time, in one piece 10 ms.)
static const int band_bytes = 1 << 20;
/// Lines. A band begins at a chroma line and at a band of the planes' renderer.
static const int band_step = 16;

static void source_free(gpointer data) {
    Source *source = data;
    source->release(source->box);
}

static void source_unref(void *source) { g_atomic_rc_box_release_full(source, source_free); }

static Source *source_new(Source values) {
    Source *source = g_atomic_rc_box_new(Source);
    *source = values;
    return source;
}

static cairo_surface_t *acquire(cairo_pattern_t *pattern G_GNUC_UNUSED, void *data,
                                cairo_surface_t *target G_GNUC_UNUSED,
                                const cairo_rectangle_int_t *extents G_GNUC_UNUSED) {
    const Band *band = data;
    const Source *source = band->source;
    gsize stride = (gsize)source->stride;
    if (source->memory)
        return cairo_image_surface_create_for_data(source->memory + stride * (gsize)band->top, source->format,
                                                   source->width, band->lines, source->stride);
    void *memory = g_try_malloc(stride * (gsize)band->lines);
    if (!memory || !source->draw(source->box, band->top, band->lines, memory, source->stride)) {
        g_free(memory);
        return NULL;
    }
    static const cairo_user_data_key_t key;
    cairo_surface_t *surface = cairo_image_surface_create_for_data(memory, source->format, source->width,
                                                                   band->lines, source->stride);
    cairo_surface_set_user_data(surface, &key, memory, g_free);
    return surface;
}

static void release(cairo_pattern_t *pattern G_GNUC_UNUSED, void *data G_GNUC_UNUSED,
                    cairo_surface_t *surface) {
    cairo_surface_destroy(surface);
}

static void band_free(gpointer data) {
    Band *band = data;
    source_unref(band->source);
}

static cairo_status_t copy(cairo_pattern_t *pattern G_GNUC_UNUSED, void *data,
                           const cairo_pattern_t *other G_GNUC_UNUSED) {
    g_atomic_rc_box_acquire(data);
    return CAIRO_STATUS_SUCCESS;
}

static void finish(cairo_pattern_t *pattern G_GNUC_UNUSED, void *data) {
    g_atomic_rc_box_release_full(data, band_free);
}

/// Some lines as a source for cairo. Not a surface: cairo copies each recorded surface when that is released.
static cairo_pattern_t *pattern_of(Source *source, int top, int lines) {
    Band *band = g_atomic_rc_box_new(Band);
    *band = (Band){g_atomic_rc_box_acquire(source), top, lines};
    cairo_content_t content = source->format == CAIRO_FORMAT_A8 ? CAIRO_CONTENT_ALPHA : CAIRO_CONTENT_COLOR;
    cairo_pattern_t *pattern = cairo_pattern_create_raster_source(band, content, source->width, lines);
    cairo_raster_source_pattern_set_acquire(pattern, acquire, release);
    cairo_raster_source_pattern_set_copy(pattern, copy);
    cairo_raster_source_pattern_set_finish(pattern, finish);
    return pattern;
}

/// Pixels to a rectangle of device pixels on a widget with that scale.
static void place(cairo_pattern_t *pattern, double across, double down, double x, double y, double scale) {
    cairo_matrix_t matrix;
    cairo_matrix_init(&matrix, across * scale, 0, 0, down * scale, -across * x, -down * y);
    cairo_pattern_set_matrix(pattern, &matrix);
}

static graphene_rect_t logical(double x, double y, double width, double height, double scale) {
    return GRAPHENE_RECT_INIT((float)(x / scale), (float)(y / scale), (float)(width / scale),
                              (float)(height / scale));
}

static TtPixels *pixels_of(Source *source) {
    TtPixels *pixels = g_new(TtPixels, 1);
    *pixels = (TtPixels){source, source->width, source->height, NULL};
    return pixels;
}

TtPixels *tt_pixels_new(void *memory, int width, int height, int stride, void *box,
                        void (*release_box)(void *box)) {
    return pixels_of(
        source_new((Source){memory, NULL, CAIRO_FORMAT_RGB24, width, height, stride, box, release_box}));
}

TtPixels *tt_pixels_new_drawn(tt_draw_lines draw, int width, int height, int stride, void *box,
                              void (*release_box)(void *box)) {
    return pixels_of(
        source_new((Source){NULL, draw, CAIRO_FORMAT_RGB24, width, height, stride, box, release_box}));
}

TtPixels *tt_pixels_new_texture(GdkTexture *texture) {
    TtPixels *pixels = g_new(TtPixels, 1);
    *pixels = (TtPixels){NULL, gdk_texture_get_width(texture), gdk_texture_get_height(texture), texture};
    return pixels;
}

void tt_pixels_unref(TtPixels *pixels) {
    g_clear_object(&pixels->texture);
    g_clear_pointer(&pixels->source, source_unref);
    g_free(pixels);
}

static void paint(GtkSnapshot *snapshot, const graphene_rect_t *bounds, cairo_pattern_t *pattern) {
    cairo_t *cr = gtk_snapshot_append_cairo(snapshot, bounds);
    // Never cairo's default filter: it takes 27 ms for one 1080p picture. One to one needs none; the few frames
    // while a window is being resized are drawn with the fast one.
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST);
    cairo_set_operator(cr, CAIRO_OPERATOR_SOURCE);
    cairo_set_source(cr, pattern);
    cairo_paint(cr);
    cairo_destroy(cr);
    cairo_pattern_destroy(pattern);
}

static void append_cairo(const TtPixels *pixels, GtkSnapshot *snapshot, double x, double y, double width,
                         double height, double scale) {
    double across = pixels->width / width, down = pixels->height / height;
    // The edges of bands are exact at these scales. At others a seam would be visible.
    gboolean is_exact = across == 1 && down == 1 && (scale == 1 || scale == 2);
    int lines = MAX(1, band_bytes / (pixels->source->stride * band_step)) * band_step;
    if (!is_exact) lines = pixels->height;
    for (int top = 0; top < pixels->height; top += lines) {
        int count = MIN(lines, pixels->height - top);
        graphene_rect_t bounds = logical(x, y + top / down, width, count / down, scale);
        cairo_pattern_t *pattern = pattern_of(pixels->source, top, count);
        place(pattern, across, down, x, y + top / down, scale);
        paint(snapshot, &bounds, pattern);
    }
}

/// All of a picture's pixels; NULL without memory.
static GBytes *bytes_of(Source *source) {
    gsize count = (gsize)source->stride * (gsize)source->height;
    if (source->memory)
        return g_bytes_new_with_free_func(source->memory, count, source_unref,
                                          g_atomic_rc_box_acquire(source));
    void *memory = g_try_malloc(count);
    if (!memory) return NULL;
    if (source->draw(source->box, 0, source->height, memory, source->stride))
        return g_bytes_new_take(memory, count);
    g_free(memory);
    return NULL;
}

static void append_texture(TtPixels *pixels, GtkSnapshot *snapshot, const graphene_rect_t *bounds) {
    if (!pixels->texture) {
        GBytes *bytes = bytes_of(pixels->source);
        if (!bytes) return;
        pixels->texture = gdk_memory_texture_new(pixels->width, pixels->height, GDK_MEMORY_DEFAULT, bytes,
                                                 (gsize)pixels->source->stride);
        g_bytes_unref(bytes);
    }
    gtk_snapshot_append_texture(snapshot, pixels->texture, bounds);
}

void tt_pixels_append(TtPixels *pixels, GtkSnapshot *snapshot, double x, double y, double width,
                      double height, double scale, gboolean is_cairo) {
    graphene_rect_t bounds = logical(x, y, width, height, scale);
    if (is_cairo && pixels->source)
        append_cairo(pixels, snapshot, x, y, width, height, scale);
    else
        append_texture(pixels, snapshot, &bounds);
}

void tt_pixels_append_scaled(TtPixels *pixels, GtkSnapshot *snapshot, double x, double y, double width,
                             double height, double view_width, double view_height, double scale,
                             gboolean is_cairo) {
    if (width == pixels->width && height == pixels->height) {
        tt_pixels_append(pixels, snapshot, x, y, width, height, scale, is_cairo);
        return;
    }
    graphene_rect_t view = logical(0, 0, view_width, view_height, scale);
    graphene_rect_t bounds = logical(x, y, width, height, scale), seen = bounds;
    if (view_width > 0 && !graphene_rect_intersection(&view, &bounds, &seen)) return;
    if (!is_cairo) {
        gtk_snapshot_push_clip(snapshot, &seen);
        append_texture(pixels, snapshot, &bounds);
        gtk_snapshot_pop(snapshot);
        return;
    }
    cairo_t *cr = gtk_snapshot_append_cairo(snapshot, &seen);
    cairo_pattern_t *pattern = pattern_of(pixels->source, 0, pixels->height);
    place(pattern, pixels->width / width, pixels->height / height, x, y, scale);
    gboolean is_large = width >= 2 * pixels->width;
    cairo_pattern_set_filter(pattern, is_large ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR);
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD);
    cairo_set_source(cr, pattern);
    cairo_rectangle(cr, bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height);
    cairo_fill(cr);
    cairo_pattern_destroy(pattern);
    cairo_destroy(cr);
}

void tt_mask_append(GtkSnapshot *snapshot, void *mask, int width, int height, int stride, void *box,
                    void (*release_box)(void *box), int x, int y, double scale, const GdkRGBA *color) {
    Source *source =
        source_new((Source){mask, NULL, CAIRO_FORMAT_A8, width, height, stride, box, release_box});
    graphene_rect_t bounds = logical(x, y, width, height, scale);
    cairo_t *cr = gtk_snapshot_append_cairo(snapshot, &bounds);
    gdk_cairo_set_source_rgba(cr, color);
    // Pixel on pixel: no filter, which would blur the marks and take twenty times as long.
    cairo_pattern_t *pattern = pattern_of(source, 0, height);
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST);
    place(pattern, 1, 1, x, y, scale);
    cairo_mask(cr, pattern);
    cairo_pattern_destroy(pattern);
    cairo_destroy(cr);
    source_unref(source);
}

gboolean tt_widget_is_drawn_by_cairo(GtkWidget *widget) {
    GtkNative *native = gtk_widget_get_native(widget);
    GskRenderer *renderer = native ? gtk_native_get_renderer(native) : NULL;
    return renderer && g_strcmp0(G_OBJECT_TYPE_NAME(renderer), "GskCairoRenderer") == 0;
}
