// SPDX-License-Identifier: GPL-3.0-or-later
// A camera's planes as pictures, made by the GPU that draws the window.
#pragma once
#include "../../System/CGtk/shim.h"

/// How the bytes become pixels.
typedef enum { TT_PLANAR, TT_PAIRS, TT_YUYV, TT_UYVY, TT_GREY } TtArrangement;

/// Lines of bytes, `stride` bytes apart.
typedef struct {
    const void *bytes;
    int stride, rows;
} TtPlane;

/// A frame or a part of it.
typedef struct {
    TtArrangement arrangement;
    int width, height;
    /// Luma samples for one of chroma.
    int across, down;
    gboolean is_bt709, is_full_range;
    /// Luma or all, Cb or the Cb Cr pairs, Cr.
    TtPlane planes[3];
} TtPlanes;

/// A window's painter. Main thread only.
typedef struct TtPainter TtPainter;

/// NULL if the widget's window is not drawn by GL, or if that GL is too old or draws wrong colours. `is_software` tells
/// whether the processor emulates the GPU. The widget must be realized, and the painter freed before it is unrealized.
TtPainter *tt_painter_new(GtkWidget *widget, gboolean *is_software);
void tt_painter_free(TtPainter *painter);

/// A picture of that size; NULL if GL can't make it. The bytes are read before it returns.
GdkTexture *tt_painter_paint(TtPainter *painter, const TtPlanes *planes, int width, int height,
                             gboolean is_mirrored);
