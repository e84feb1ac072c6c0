#include "tt_pixels.h"

struct TtPixels {
    cairo_surface_t *surface;
    void *memory;
    int width, height, stride;
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
    return pixels;
}

void tt_pixels_unref(TtPixels *pixels) {
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

static void append_texture(TtPixels *pixels, GtkSnapshot *snapshot, const graphene_rect_t *bounds) {
    // The bytes keep the surface, and so the memory, as long as the renderer needs the texture.
    GBytes *bytes = g_bytes_new_with_free_func(pixels->memory, (gsize)pixels->stride * (gsize)pixels->height,
                                               (GDestroyNotify)cairo_surface_destroy,
                                               cairo_surface_reference(pixels->surface));
    GdkTexture *texture = gdk_memory_texture_new(pixels->width, pixels->height, GDK_MEMORY_DEFAULT, bytes,
                                                 (gsize)pixels->stride);
    gtk_snapshot_append_texture(snapshot, texture, bounds);
    g_object_unref(texture);
    g_bytes_unref(bytes);
}

void tt_pixels_append(TtPixels *pixels, GtkSnapshot *snapshot, double x, double y, double width,
                      double height, double scale, gboolean is_cairo) {
    graphene_rect_t bounds = logical(x, y, width, height, scale);
    if (is_cairo)
        append_cairo(pixels, snapshot, &bounds, scale, width == pixels->width && height == pixels->height);
    else
        append_texture(pixels, snapshot, &bounds);
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
