// SPDX-License-Identifier: GPL-3.0-or-later
/// From planes to the raw pixel formats of V4L2, BT.601 limited range.
#ifndef VCAM_PACK_H
#define VCAM_PACK_H

#include "render.h"

/// Packs all rows of `planes` into a picture of `fourcc`, whose first row of these is `first_row` (even).
/// `height` is the whole picture's: NV12 has its chroma behind it.
void pack(uint32_t fourcc, const struct planes *planes, uint32_t first_row, uint32_t rows, uint32_t height,
          uint8_t *out);

#endif
