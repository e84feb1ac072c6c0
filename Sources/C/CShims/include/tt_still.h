// SPDX-License-Identifier: GPL-3.0-or-later
// A box over the live picture.
#pragma once
#include "../../System/CGtk/shim.h"

/// A horizontal GtkBox that is drawn as one image as long as nothing in it changes. Without a GPU, GTK draws shapes and
/// words again with every picture below them, which costs several times as much as an image; with another renderer than
/// cairo's it is an ordinary box. CSS of the box itself is not part of the image. Floating.
GtkWidget *tt_still_new(int spacing);
