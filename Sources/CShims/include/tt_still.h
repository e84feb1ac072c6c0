// A box over the live picture.
#pragma once
#include "../../CGtk/shim.h"

/// A horizontal GtkBox that is one image to GTK for as long as nothing in it changes. Without a GPU, GTK draws shapes and
/// words again with every picture below them, which costs several times as much as laying an image over it; drawn by
/// another renderer than cairo's it is an ordinary box. What CSS draws of the box itself is not in the image. Floating.
GtkWidget *tt_still_new(int spacing);
