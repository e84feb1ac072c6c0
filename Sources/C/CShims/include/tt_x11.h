// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to the X server before GTK starts.
#pragma once
#include "../../System/CGtk/shim.h"

/// Whether GTK would draw on an X server without a compositor. FALSE on Wayland and without any display. Asks the server
/// three times, over a connection of its own, and waits as long as GTK would.
gboolean tt_x11_is_uncomposited(void);
