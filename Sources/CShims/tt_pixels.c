#include "tt_pixels.h"

struct TtPixels {
    cairo_surface_t *surface;
    void *memory;
    int width, height, stride;
    /// NULL until it is needed; kept, so that a renderer that has uploaded it need not do so again.
    GdkTexture *texture;
};

typedef struct {
    void *box;
    void (*release)(void *box);
} Owner;

static const cairo_user_data_key_t owner_key;

static void owner_free(void *data) {
    Owner *owner = data;
    owner->release(owner->box);
    g_free(owner);
}

/// A surface over the caller's memory, which is released with the last reference.
static cairo_surface_t *surface_over(void *memory, cairo_format_t format, int width, int height, int stride,
                                     void *box, void (*release)(void *box)) {
    cairo_surface_t *surface = cairo_image_surface_create_for_data(memory, format, width, height, stride);
    Owner *owner = g_new(Owner, 1);
    *owner = (Owner){box, release};
    cairo_surface_set_user_data(surface, &owner_key, owner, owner_free);
    return surface;
}

static graphene_rect_t logical(double x, double y, double width, double height, double scale) {
    return GRAPHENE_RECT_INIT((float)(x / scale), (float)(y / scale), (float)(width / scale),
                              (float)(height / scale));
}

TtPixels *tt_pixels_new(void *memory, int width, int height, int stride, void *box,
                        void (*release)(void *box)) {
    TtPixels *pixels = g_new(TtPixels, 1);
    // A fresh surface for each picture: GTK records the drawing and keeps the surface, so one that was drawn
    // must never be written to again.
    pixels->surface = surface_over(memory, CAIRO_FORMAT_RGB24, width, height, stride, box, release);
    pixels->memory = memory;
    pixels->width = width;
    pixels->height = height;
    pixels->stride = stride;
    pixels->texture = NULL;
    return pixels;
}

void tt_pixels_unref(TtPixels *pixels) {
    g_clear_object(&pixels->texture);
    cairo_surface_destroy(pixels->surface);
    g_free(pixels);
}

static void append_cairo(TtPixels *pixels, GtkSnapshot *snapshot, const graphene_rect_t *bounds, double scale,
                         gboolean is_exact) {
    cairo_t *cr = gtk_snapshot_append_cairo(snapshot, bounds);
    cairo_translate(cr, bounds->origin.x, bounds->origin.y);
    if (is_exact)
        cairo_scale(cr, 1 / scale, 1 / scale);
    else
        cairo_scale(cr, bounds->size.width / pixels->width, bounds->size.height / pixels->height);
    cairo_set_operator(cr, CAIRO_OPERATOR_SOURCE);
    cairo_set_source_surface(cr, pixels->surface, 0, 0);
    // Never cairo's default filter: it takes 27 ms for one 1080p picture. One to one needs none; the few frames
    // while a window is being resized are drawn with the fast one.
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
    cairo_paint(cr);
    cairo_destroy(cr);
}

static GdkTexture *texture_of(TtPixels *pixels) {
    if (pixels->texture) return pixels->texture;
    // The bytes keep the surface, and so the memory, as long as the renderer needs the texture.
    GBytes *bytes = g_bytes_new_with_free_func(pixels->memory, (gsize)pixels->stride * (gsize)pixels->height,
                                               (GDestroyNotify)cairo_surface_destroy,
                                               cairo_surface_reference(pixels->surface));
    pixels->texture = gdk_memory_texture_new(pixels->width, pixels->height, GDK_MEMORY_DEFAULT, bytes,
                                             (gsize)pixels->stride);
    g_bytes_unref(bytes);
    return pixels->texture;
}

void tt_pixels_append(TtPixels *pixels, GtkSnapshot *snapshot, double x, double y, double width,
                      double height, double scale, gboolean is_cairo) {
    graphene_rect_t bounds = logical(x, y, width, height, scale);
    if (is_cairo)
        append_cairo(pixels, snapshot, &bounds, scale, width == pixels->width && height == pixels->height);
    else
        gtk_snapshot_append_texture(snapshot, texture_of(pixels), &bounds);
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
        gtk_snapshot_append_texture(snapshot, texture_of(pixels), &bounds);
        gtk_snapshot_pop(snapshot);
        return;
    }
    cairo_t *cr = gtk_snapshot_append_cairo(snapshot, &seen);
    cairo_translate(cr, bounds.origin.x, bounds.origin.y);
    cairo_scale(cr, bounds.size.width / pixels->width, bounds.size.height / pixels->height);
    cairo_set_source_surface(cr, pixels->surface, 0, 0);
    gboolean is_large = width >= 2 * pixels->width;
    cairo_pattern_set_filter(cairo_get_source(cr), is_large ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR);
    cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_PAD);
    cairo_rectangle(cr, 0, 0, pixels->width, pixels->height);
    cairo_fill(cr);
    cairo_destroy(cr);
}

void tt_mask_append(GtkSnapshot *snapshot, void *mask, int width, int height, int stride, void *box,
                    void (*release)(void *box), int x, int y, double scale, const GdkRGBA *color) {
    cairo_surface_t *surface = surface_over(mask, CAIRO_FORMAT_A8, width, height, stride, box, release);
    graphene_rect_t bounds = logical(x, y, width, height, scale);
    cairo_t *cr = gtk_snapshot_append_cairo(snapshot, &bounds);
    cairo_scale(cr, 1 / scale, 1 / scale);
    gdk_cairo_set_source_rgba(cr, color);
    // Pixel on pixel: no filter, which would blur the marks and take twenty times as long.
    cairo_pattern_t *pattern = cairo_pattern_create_for_surface(surface);
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST);
    cairo_matrix_t place;
    cairo_matrix_init_translate(&place, -x, -y);
    cairo_pattern_set_matrix(pattern, &place);
    cairo_mask(cr, pattern);
    cairo_pattern_destroy(pattern);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
}

gboolean tt_widget_is_drawn_by_cairo(GtkWidget *widget) {
    GtkNative *native = gtk_widget_get_native(widget);
    GskRenderer *renderer = native ? gtk_native_get_renderer(native) : NULL;
    return renderer && g_strcmp0(G_OBJECT_TYPE_NAME(renderer), "GskCairoRenderer") == 0;
}
