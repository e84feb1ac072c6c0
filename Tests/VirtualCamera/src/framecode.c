// SPDX-License-Identifier: GPL-3.0-or-later
/// Draws the frame number. Keep in step with framecode.py.
#include "framecode.h"

#include <string.h>

enum { CELLS = 52, BLACK = 16, WHITE = 235 };

struct strip framecode_strip(uint32_t height) {
    uint32_t rows = height * 7 / 100 & ~7u;
    return (struct strip){.first_row = height * 8 / 100 & ~7u, .rows = rows < 16 ? 16 : rows};
}

static uint8_t crc8(uint32_t number) {
    uint8_t crc = 0xff;
    for (int shift = 24; shift >= 0; shift -= 8) {
        crc ^= (uint8_t)(number >> shift);
        for (int bit = 0; bit < 8; bit++) crc = (uint8_t)(crc & 0x80 ? crc << 1 ^ 0x07 : crc << 1);
    }
    return crc;
}

/// The 52 cells as bits, the leftmost highest; 1 is black.
static uint64_t cells(uint32_t number) {
    uint64_t code = (uint64_t)(number ^ 0x9c3a5f61u) << 8 | crc8(number);
    return (UINT64_C(0xe) << 46) | code << 6 | UINT64_C(0x5) << 2;
}

void framecode_draw(struct planes *strip, uint32_t number) {
    uint32_t cell = strip->width * 70 / 100 / CELLS;
    if (cell < 2) cell = 2;
    uint32_t left = ((strip->width - CELLS * cell) / 2) & ~1u;
    uint64_t bits = cells(number);
    for (uint32_t index = 0; index < CELLS; index++)
        memset(strip->y + left + index * cell, bits >> (CELLS - 1 - index) & 1 ? BLACK : WHITE, cell);
    for (uint32_t y = 1; y < strip->rows; y++)
        memcpy(strip->y + y * strip->stride + left, strip->y + left, CELLS * cell);
    for (uint32_t y = 0; y < strip->rows; y++) {
        memset(strip->u + y * strip->stride / 2 + left / 2, 128, CELLS * cell / 2);
        memset(strip->v + y * strip->stride / 2 + left / 2, 128, CELLS * cell / 2);
    }
}
