// A range widget that draws itself: GTK 4.8 gives the accessible value interface to its own ranges only.
#pragma once
#include "tt_viewfinder.h"

/// A GtkScale whose look comes from `draw(box, …)`; its own trough and slider are not drawn. `release(box)` is called
/// once, when the widget is finalized.
GtkWidget *tt_dial_new(GtkAdjustment *adjustment, void *box, tt_viewfinder_draw draw, void (*release)(void *box));

/// The words that assistive technology reads for the value, with its unit.
void tt_set_accessible_value_text(gpointer accessible, const char *text);
