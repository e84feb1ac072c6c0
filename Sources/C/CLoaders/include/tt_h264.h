// SPDX-License-Identifier: GPL-3.0-or-later
// libavcodec's H.264 decoder, loaded when the first camera is opened in such a mode, because it depends on a
// hundred libraries.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Loads libavcodec at the first call, and never unloads it; 70 to 100 ms. Thread-safe.
///
/// Returns NULL if it can decode H.264, else why it can't, forever.
const char *_Nullable tt_h264_load(void);

/// The number in the name of the library that the headers are for: Debian's package is libavcodec59 for 59.
int tt_h264_library_version(void);

/// A decoder. Takes a loaded library, as everything below. One call at a time, on any thread.
typedef struct TtH264Decoder TtH264Decoder;

/// `pixels`: of the largest picture that is decoded. Returns NULL without memory.
TtH264Decoder *_Nullable tt_h264_new(int64_t pixels);
void tt_h264_free(TtH264Decoder *_Nonnull decoder);

typedef enum {
    TT_H264_PICTURE,
    /// No picture yet.
    TT_H264_NOTHING,
    /// It, or something before it, is incomplete or damaged.
    TT_H264_DAMAGED,
    /// Other planes than 4:2:0 of eight bits.
    TT_H264_UNSUPPORTED,
} TtH264Result;

typedef enum { TT_H264_UNKNOWN, TT_H264_LIMITED, TT_H264_FULL } TtH264Range;

/// Planes of Y, Cb and Cr, the latter two half as wide and high. They are the decoder's, until its next call.
typedef struct {
    int width, height;
    const uint8_t *_Nullable planes[3];
    int strides[3];
    TtH264Range range;
    /// The matrix by its number in ITU-T H.273; 2 if the stream does not say.
    int matrix;
    /// How many access units came after the picture's own; above 0 only if pictures refer to later ones.
    int64_t delay;
} TtH264Picture;

/// Decodes an access unit with start codes. The bytes are copied.
TtH264Result tt_h264_decode(TtH264Decoder *_Nonnull decoder, const void *_Nonnull bytes, size_t count,
                            TtH264Picture *_Nonnull picture);

/// Forgets all pictures: the next one is a key picture.
void tt_h264_forget(TtH264Decoder *_Nonnull decoder);
