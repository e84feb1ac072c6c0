// SPDX-License-Identifier: GPL-3.0-or-later
// Reads QR codes and bar codes with ZXing-C++, whose own interface is C++.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The layout of a pixel.
enum tt_pixels { TT_PIXELS_GREY, TT_PIXELS_RGB, TT_PIXELS_BGR };

/// The kinds of codes, in no order.
enum tt_code_format {
    TT_CODE_OTHER,
    TT_CODE_QR,
    TT_CODE_MICRO_QR,
    TT_CODE_AZTEC,
    TT_CODE_DATA_MATRIX,
    TT_CODE_PDF417,
    TT_CODE_MAXI_CODE,
    TT_CODE_EAN8,
    TT_CODE_EAN13,
    TT_CODE_UPC_A,
    TT_CODE_UPC_E,
    TT_CODE_39,
    TT_CODE_93,
    TT_CODE_128,
    TT_CODE_CODABAR,
    TT_CODE_ITF,
    TT_CODE_DATA_BAR,
    TT_CODE_RMQR,
    TT_CODE_FILM_EDGE,
};

/// Gets each code that is found: its kind, its text in UTF-8 (not terminated, valid only during the call), and the
/// middle of its place.
typedef void (*tt_code_found)(void *context, enum tt_code_format format, const uint8_t *text, size_t length,
                              int x, int y);

/// Kinds of codes that one part of the library reads. A fault in one of them leaves the others.
enum tt_code_group {
    /// QR and other squares.
    TT_GROUP_MATRIX = 1,
    /// Bars of one row.
    TT_GROUP_LINEAR = 2,
    /// Bars that may have several rows: GS1 DataBar.
    TT_GROUP_STACKED = 4,
    TT_GROUP_ALL = 7,
};

/// Called before codes of a group are looked for.
typedef void (*tt_code_group_begins)(void *context, enum tt_code_group group);

/// Looks for codes in an image. May end the process: the library asserts what pictures can break.
///
/// row_stride and pixel_stride are in bytes. thorough: also looks for damaged, white and very small ones, which takes
/// several times as long. Each code may be found several times. groups: those to look for. Returns how many were found, or
/// -1 if memory ran out. Thread-safe.
int tt_read_codes(const uint8_t *pixels, int width, int height, int row_stride, int pixel_stride,
                  enum tt_pixels kind, int thorough, unsigned groups, void *context,
                  tt_code_group_begins begins, tt_code_found found);

#ifdef __cplusplus
}
#endif
