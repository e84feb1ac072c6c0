// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures and masks from our own memory in GTK's snapshots, without a copy.
#pragma once
#include <stdbool.h>
#include "../../System/CGtk/shim.h"

/// Pixels (opaque B G R X) that stay unchanged until `release(box)` is called.
typedef struct TtPixels TtPixels;
TtPixels *tt_pixels_new(void *pixels, int width, int height, int stride, void *box,
                        void (*release)(void *box));
/// Pixels that `draw(box, …)` computes whenever GTK draws them, on the main thread: `lines` lines from `top` on, a
/// multiple of 16, to `memory`. FALSE without memory.
typedef bool (*tt_draw_lines)(void *box, int top, int lines, void *memory, int stride);
TtPixels *tt_pixels_new_drawn(tt_draw_lines draw, int width, int height, int stride, void *box,
                              void (*release)(void *box));
/// An existing texture, whose reference it takes. For renderers other than cairo's.
TtPixels *tt_pixels_new_texture(GdkTexture *texture);
/// Releases them. GTK may still hold them for the frame on screen; they are freed after that.
void tt_pixels_unref(TtPixels *pixels);
/// Draws them into a rectangle given in device pixels of a widget with that scale, one to one if sizes agree. `is_cairo`
/// says that the window's renderer is GSK's cairo one, for which a texture would cost a conversion.
void tt_pixels_append(TtPixels *pixels, GtkSnapshot *snapshot, double x, double y, double width,
                      double height, double scale, gboolean is_cairo);

/// Draws them into a rectangle of any size, clipped to a view of `view_width` by `view_height` device pixels (0: not
/// clipped): smoothly, but with sharp pixels from twice their size on.
void tt_pixels_append_scaled(TtPixels *pixels, GtkSnapshot *snapshot, double x, double y, double width,
                             double height, double view_width, double view_height, double scale,
                             gboolean is_cairo);

/// Paints a colour through a mask of one byte a pixel, one to one in device pixels of a widget with that scale, with the
/// mask's corner at (x, y) in device pixels. GTK keeps the mask as long as it needs it; `release(box)` is called then.
void tt_mask_append(GtkSnapshot *snapshot, void *mask, int width, int height, int stride, void *box,
                    void (*release)(void *box), int x, int y, double scale, const GdkRGBA *color);

/// Whether the widget's window is drawn by GSK's cairo renderer. FALSE before it is realized.
gboolean tt_widget_is_drawn_by_cairo(GtkWidget *widget);
