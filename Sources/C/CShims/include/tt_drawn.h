// SPDX-License-Identifier: GPL-3.0-or-later
// Widgets that draw themselves through a function.
#pragma once
#include "../../System/CGtk/shim.h"

/// Draws the widget; sizes in logical pixels.
typedef void (*tt_draw)(void *box, GtkSnapshot *snapshot, int width, int height);

/// A GtkDrawingArea with this accessible role that draws through `draw(box, …)`, straight into GTK's snapshot.
/// `release(box)` is called once, when the widget is finalized.
GtkWidget *tt_drawn_area_new(GtkAccessibleRole role, void *box, tt_draw draw, void (*release)(void *box));

/// A GtkScale drawn by `draw(box, …)`, without its own trough and slider. GTK 4.8 gives the accessible value interface to
/// its own ranges only. `release(box)` is called once, when the widget is finalized.
GtkWidget *tt_dial_new(GtkAdjustment *adjustment, void *box, tt_draw draw, void (*release)(void *box));
