// SPDX-License-Identifier: GPL-3.0-or-later
/// Makes the frames of one stream, keeping whatever does not change from one to the next.
#ifndef VCAM_PICTURE_H
#define VCAM_PICTURE_H

#include "sensor.h"

#include <stddef.h>

/// The faults inside a frame, decided before it is made.
struct spoil {
    bool error_flag, zero, no_dht, double_soi, corrupt, dark, is_short, oversized, truncated, ends_early,
        junk, empty_first, restart_junk;
    int64_t short_bytes, excess_bytes, kept_percent, ended_percent, junk_bytes, empty_images, restart_bytes;
};

struct picture;

/// `old` if it fits, or a new one in its place. Slow the first time a size is seen: the scene is drawn.
struct picture *picture_for(struct picture *old, uint32_t fourcc, uint32_t width, uint32_t height);

/// Makes the background in advance, so that the first frame is as quick as the others.
void picture_prepare(struct picture *picture, const struct look *look);
void picture_free(struct picture *picture);

/// Writes frame `number`. Returns the bytes used.
size_t picture_make(struct picture *picture, const struct look *look, uint32_t number, uint8_t *out,
                    size_t capacity);

/// Damages a finished frame. Returns the bytes used, which may be a lie.
size_t picture_spoil(const struct spoil *spoil, bool jpeg, uint8_t *bytes, size_t size, size_t capacity);

#endif
