// SPDX-License-Identifier: GPL-3.0-or-later
// Frames from a source.
#pragma once
#include "tt_pw_node.h"

typedef struct TtPwStream TtPwStream;

/// One way in which a source can be used: a format, a size and a rate.
typedef struct {
    uint32_t fourcc;
    TtPwSize size;
    TtPwRate rate;
    /// Whether no other rate will do; else it is only preferred.
    bool is_rate_fixed;
} TtPwMode;

/// The colour matrix; 0 if the source does not say.
typedef enum { TT_PW_COLOR_UNKNOWN, TT_PW_BT601, TT_PW_BT709 } TtPwMatrix;
typedef enum { TT_PW_RANGE_UNKNOWN, TT_PW_FULL, TT_PW_LIMITED } TtPwColorRange;

/// The negotiated format; a rate of 0/1 varies.
typedef struct {
    TtPwMode mode;
    TtPwMatrix matrix;
    TtPwColorRange range;
} TtPwFormat;

/// A buffer's memory. If it is `mapped`, the listener owns the mapping (`address`, `length`, for munmap) from now on;
/// otherwise it belongs to the stream and is gone after buffer_removed.
typedef struct {
    void *address;
    uint64_t length;
    /// Where the memory begins in it, and how much there is.
    uint64_t offset, size;
    bool is_mapped;
} TtPwMemory;

typedef struct {
    void *box;
    /// Returns false if such frames are useless: the stream ends with an error then.
    bool (*format)(void *box, const TtPwFormat *format);
    /// Buffers have numbers from 0 on, below TT_PW_MOST_BUFFERS.
    void (*buffer_added)(void *box, uint32_t number, TtPwMemory memory);
    void (*buffer_removed)(void *box, uint32_t number);
    void (*streaming)(void *box);
    /// The stream ended with an error, in the daemon's words.
    void (*failed)(void *box, const char *reason);
} TtPwStreamEvents;

enum { TT_PW_MOST_BUFFERS = 64 };

/// A frame in a buffer.
typedef struct {
    uint32_t buffer;
    /// In the buffer's memory; never beyond its end.
    uint64_t offset, size;
    /// Bytes from line to line; 0 if the source does not say.
    uint32_t stride;
    /// The source's own count; has_sequence tells whether there is one.
    uint64_t sequence;
    bool has_sequence, is_damaged;
    /// How its content was turned (SPA_META_TRANSFORMATION_…); has_transform tells whether the source says so.
    uint32_t transform;
    bool has_transform;
    /// When the source captured it, in nanoseconds of a clock of its choice; 0 or less if it does not say.
    int64_t time;
} TtPwFrame;

/// Asks for frames of the source with this serial, in exactly this mode. Events report the result, within
/// tt_pw_remote_serve. NULL on failure.
TtPwStream *tt_pw_stream_new(TtPwRemote *remote, const char *serial, TtPwMode mode, TtPwStreamEvents events);
void tt_pw_stream_free(TtPwStream *stream);

/// Takes the next frame; false if there is none.
bool tt_pw_stream_take(TtPwStream *stream, TtPwFrame *frame);
/// Reads `size` bytes of a frame that was taken, if the buffer's memory can't be mapped. false if some are missing.
bool tt_pw_stream_fetch(TtPwStream *stream, uint32_t buffer, uint64_t offset, uint64_t size);
/// Gives a buffer back. Ignores numbers of buffers that are not taken.
void tt_pw_stream_give(TtPwStream *stream, uint32_t buffer);
