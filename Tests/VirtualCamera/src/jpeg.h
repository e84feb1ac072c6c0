// SPDX-License-Identifier: GPL-3.0-or-later
/// MJPEG that costs next to nothing: the background is compressed once, only the strip anew for every frame.
///
/// A restart marker ends every row of blocks, so that rows are independent of each other and can be exchanged
/// as bytes.
#ifndef VCAM_JPEG_H
#define VCAM_JPEG_H

#include "render.h"

#include <stdbool.h>

/// A compressed picture, cut at the restart markers.
struct jpeg {
    uint8_t *bytes;
    size_t size; ///< including EOI
    size_t *row; ///< start of each row of blocks, and of EOI behind the last
    uint32_t row_count;
};

/// Compresses planes; `rows` (a multiple of 8) of them. Reuses the memory of an earlier result.
bool jpeg_compress(struct jpeg *jpeg, const struct planes *planes, uint32_t height);

/// Writes `background` with the rows from `first` on replaced by `strip`. Returns the size, 0 if it does not fit.
size_t jpeg_splice(const struct jpeg *background, const struct jpeg *strip, uint32_t first, uint8_t *out,
                   size_t capacity);

void jpeg_free(struct jpeg *jpeg);

#endif
