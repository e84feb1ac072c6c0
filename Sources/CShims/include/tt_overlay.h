// What lies over the viewfinder: drawn, seen, and of no meaning to those who can't see it.
#pragma once
#include "tt_viewfinder.h"

/// As tt_viewfinder_new, with the accessible role of a mere decoration.
GtkWidget *tt_overlay_new(void *box, tt_viewfinder_draw draw, void (*release)(void *box));

/// Paints a colour where a mask of one byte a pixel says so, one to one in device pixels of a widget with that scale, with
/// the mask's corner at (x, y) in device pixels. GTK keeps the mask as long as it needs it; `release(box)` is called then.
void tt_mask_append(GtkSnapshot *snapshot, void *mask, int width, int height, int stride, void *box,
                    void (*release)(void *box), int x, int y, double scale, const GdkRGBA *color);
