// SPDX-License-Identifier: GPL-3.0-or-later
/// The frame number written into the picture as black and white blocks. framecode.py reads it.
///
/// One row of 52 blocks over 70 % of the width, so that it survives a crop from 16:9 to 4:3:
///
///     white white | B B B W | 32 bits of the number, 8 bits CRC, black is 1 | W B W B | white white
///
/// The number is whitened, so that no long stretch has one colour. Both guards differ, so that a mirrored
/// picture is recognized.
#ifndef VCAM_FRAMECODE_H
#define VCAM_FRAMECODE_H

#include "render.h"

/// The place of the strip in a picture: whole rows of JPEG blocks, a bit below the top edge.
struct strip {
    uint32_t first_row, rows;
};

struct strip framecode_strip(uint32_t height);

/// Draws the code into planes that hold just the strip's rows of a picture.
void framecode_draw(struct planes *strip, uint32_t number);

#endif
