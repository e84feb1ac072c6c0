// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_x11.h"

#ifdef GDK_WINDOWING_X11
#include <X11/Xlib.h>
#endif

gboolean tt_x11_is_uncomposited(void) {
#ifdef GDK_WINDOWING_X11
    const char *backend = g_getenv("GDK_BACKEND");
    gboolean is_x11 = backend ? g_str_has_prefix(backend, "x11") : !g_getenv("WAYLAND_DISPLAY");
    Display *display = is_x11 ? XOpenDisplay(NULL) : NULL;
    if (!display) return FALSE;
    // The owner of this selection composites the screen (Extended Window Manager Hints 1.5, Compositing
    // Managers).
    char *name = g_strdup_printf("_NET_WM_CM_S%d", XDefaultScreen(display));
    gboolean is_uncomposited = XGetSelectionOwner(display, XInternAtom(display, name, False)) == None;
    g_free(name);
    XCloseDisplay(display);
    return is_uncomposited;
#else
    return FALSE;
#endif
}
