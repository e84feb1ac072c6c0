// SPDX-License-Identifier: GPL-3.0-or-later
// gdk-pixbuf's decoders and its PNG encoder, without GLib's types: those belong to CGtk in Swift, and the decoders need
// no GTK. Stateless and thread-safe.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    TT_PIXBUF_DECODED,
    /// No decoder for this kind of file is installed.
    TT_PIXBUF_NO_LOADER,
    /// More pixels than allowed; none were allocated.
    TT_PIXBUF_TOO_LARGE,
    TT_PIXBUF_DAMAGED,
} TtPixbufStatus;

/// A part of a file.
typedef struct {
    const uint8_t *_Nullable start;
    size_t count;
} TtPixbufPiece;

/// Eight bits a channel, R G B or R G B A in memory.
typedef struct {
    void *_Nullable object;
    const uint8_t *_Nullable pixels;
    int width, height, stride, channels;
    /// The embedded ICC profile; NULL if there is none.
    uint8_t *_Nullable profile;
    size_t profile_count;
} TtPixbuf;

/// Decodes a file; of an animation, the first picture.
///
/// `type` is gdk-pixbuf's name of the kind of file: no other decoder looks at the bytes. `tt_pixbuf_release` is to be
/// called after TT_PIXBUF_DECODED. After TT_PIXBUF_TOO_LARGE the width and height are set, and nothing else.
TtPixbufStatus tt_pixbuf_decode(const TtPixbufPiece *_Nonnull pieces, size_t count, const char *_Nonnull type,
                                int64_t most_pixels, TtPixbuf *_Nonnull image);

void tt_pixbuf_release(TtPixbuf *_Nonnull image);

/// Makes a PNG file of R G B pixels. `keys` and `values` are its texts, each list with a NULL at its end.
///
/// Returns NULL if that fails; free the bytes with `tt_pixbuf_free`.
uint8_t *_Nullable tt_pixbuf_png(const uint8_t *_Nonnull pixels, int width, int height, int stride,
                                 char *_Nullable *_Nonnull keys, char *_Nullable *_Nonnull values,
                                 size_t *_Nonnull count);

void tt_pixbuf_free(void *_Nullable memory);
