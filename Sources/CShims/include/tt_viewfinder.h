// The viewfinder's drawing area, and what GTK's accessibility offers only through variadic calls.
#pragma once
#include "../../CGtk/shim.h"

/// Draws the area; sizes in logical pixels.
typedef void (*tt_viewfinder_draw)(void *box, GtkSnapshot *snapshot, int width, int height);

/// A GtkDrawingArea that draws through `draw(box, …)`, with the accessible role of an image. `release(box)` is called
/// once, when the widget is finalized.
GtkWidget *tt_viewfinder_new(void *box, tt_viewfinder_draw draw, void (*release)(void *box));

/// Pixels (opaque B G R X) that stay unchanged until `release(box)` is called.
typedef struct TtPixels TtPixels;
TtPixels *tt_pixels_new(void *pixels, int width, int height, int stride, void *box, void (*release)(void *box));
/// Lets go of them. GTK may still hold them for the frame on screen; they are released after that.
void tt_pixels_unref(TtPixels *pixels);
/// Draws them into a rectangle given in device pixels of a widget with that scale, one to one where sizes agree.
/// `is_cairo` says that the window's renderer is GSK's cairo one, for which a texture would cost a conversion.
void tt_pixels_append(TtPixels *pixels, GtkSnapshot *snapshot, double x, double y, double width, double height,
                      double scale, gboolean is_cairo);

/// Whether the widget's window is drawn by GSK's cairo renderer. FALSE before it is realized.
gboolean tt_widget_is_drawn_by_cairo(GtkWidget *widget);

/// The name and the description that assistive technology reads.
void tt_set_accessible_label(gpointer accessible, const char *label);
void tt_set_accessible_description(gpointer accessible, const char *description);

/// Whether assistive technology passes over it.
void tt_set_accessible_hidden(gpointer accessible, gboolean is_hidden);

/// GTK_IS_BUTTON.
gboolean tt_is_button(gpointer object);

/// A vertical box with the accessible role of an alert, which assistive technology reads when it appears.
GtkWidget *tt_alert_box_new(int spacing);

/// gtk_accessible_announce where GTK has it (4.14); FALSE where it has not.
gboolean tt_announce(gpointer accessible, const char *message);
