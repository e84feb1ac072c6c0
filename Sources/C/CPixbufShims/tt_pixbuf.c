// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_pixbuf.h"

#include <gdk-pixbuf/gdk-pixbuf.h>

typedef struct {
    int64_t most_pixels;
    TtPixbuf *image;
    bool is_too_large;
} Limit;

static void size_prepared(GdkPixbufLoader *loader, int width, int height, void *data) {
    Limit *limit = data;
    if ((int64_t)width * height <= limit->most_pixels) return;
    limit->is_too_large = true;
    limit->image->width = width;
    limit->image->height = height;
    // An empty size makes the decoders stop.
    gdk_pixbuf_loader_set_size(loader, 0, 0);
}

static bool write_pieces(GdkPixbufLoader *loader, const TtPixbufPiece *pieces, size_t count,
                         const Limit *limit) {
    const size_t step = 65536;
    for (size_t index = 0; index < count; index++) {
        for (size_t offset = 0; offset < pieces[index].count; offset += step) {
            size_t rest = pieces[index].count - offset;
            if (!gdk_pixbuf_loader_write(loader, pieces[index].start + offset, MIN(rest, step), NULL))
                return false;
            if (limit->is_too_large) return false;
        }
    }
    return true;
}

static void take_profile(GdkPixbuf *pixbuf, TtPixbuf *image) {
    const char *text = gdk_pixbuf_get_option(pixbuf, "icc-profile");
    if (text) image->profile = g_base64_decode(text, &image->profile_count);
}

TtPixbufStatus tt_pixbuf_decode(const TtPixbufPiece *pieces, size_t count, const char *type,
                                int64_t most_pixels, TtPixbuf *image) {
    *image = (TtPixbuf){0};
    GdkPixbufLoader *loader = gdk_pixbuf_loader_new_with_type(type, NULL);
    if (!loader) return TT_PIXBUF_NO_LOADER;
    Limit limit = {most_pixels, image, false};
    g_signal_connect(loader, "size-prepared", G_CALLBACK(size_prepared), &limit);
    bool is_whole = write_pieces(loader, pieces, count, &limit);
    // Has to be called in any case, and fails if the file is cut short.
    is_whole = gdk_pixbuf_loader_close(loader, NULL) && is_whole;
    GdkPixbuf *pixbuf = is_whole && !limit.is_too_large ? gdk_pixbuf_loader_get_pixbuf(loader) : NULL;
    if (pixbuf) g_object_ref(pixbuf);
    g_object_unref(loader);
    if (limit.is_too_large) return TT_PIXBUF_TOO_LARGE;
    if (!pixbuf) return TT_PIXBUF_DAMAGED;
    image->object = pixbuf;
    image->width = gdk_pixbuf_get_width(pixbuf);
    image->height = gdk_pixbuf_get_height(pixbuf);
    image->stride = gdk_pixbuf_get_rowstride(pixbuf);
    image->channels = gdk_pixbuf_get_n_channels(pixbuf);
    image->pixels = gdk_pixbuf_read_pixels(pixbuf);
    take_profile(pixbuf, image);
    return TT_PIXBUF_DECODED;
}

void tt_pixbuf_release(TtPixbuf *image) {
    g_clear_object(&image->object);
    g_free(image->profile);
    *image = (TtPixbuf){0};
}

uint8_t *tt_pixbuf_png(const uint8_t *pixels, int width, int height, int stride, char **keys, char **values,
                       size_t *count) {
    GdkPixbuf *pixbuf =
        gdk_pixbuf_new_from_data(pixels, GDK_COLORSPACE_RGB, FALSE, 8, width, height, stride, NULL, NULL);
    if (!pixbuf) return NULL;
    char *buffer = NULL;
    gsize size = 0;
    gboolean is_made = gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &size, "png", keys, values, NULL);
    g_object_unref(pixbuf);
    *count = is_made ? size : 0;
    return is_made ? (uint8_t *)buffer : NULL;
}

void tt_pixbuf_free(void *memory) { g_free(memory); }
