// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a window can be seen.
#pragma once
#include "../../System/CGtk/shim.h"

/// Calls `tell(box, is_hidden)` whenever a toplevel's surface is hidden or shown, as far as the window system reports
/// it: minimized or suspended anywhere; on X11 also on another workspace, and on a screen that is blank or off. Not when
/// it is covered: X11 counts windows with an alpha channel, which GTK's are, as visible then. `release(box)` is called
/// once, when the widget goes. The widget must be realized.
void tt_watch_visibility(GtkWidget *toplevel, void *box, void (*tell)(void *box, gboolean is_hidden),
                         void (*release)(void *box));
