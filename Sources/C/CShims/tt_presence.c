// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_presence.h"

#ifdef GDK_WINDOWING_X11
#include <X11/Xlib.h>
#include <X11/extensions/scrnsaver.h>
#include <gdk/x11/gdkx.h>
#endif

// GDK_TOPLEVEL_STATE_SUSPENDED, of GTK 4.12. Older versions never set this bit.
enum { SUSPENDED = 1 << 16 };

typedef struct {
    void *box;
    void (*tell)(void *box, gboolean is_hidden);
    void (*release)(void *box);
    // Not owned: the handlers below are disconnected with it.
    GdkSurface *surface;
    gboolean is_unmapped, is_blank, is_hidden;
    // The X server's number of the event; 0 without the extension.
    int saver_event;
} Visibility;

static void update(Visibility *visibility) {
    GdkToplevelState state = gdk_toplevel_get_state(GDK_TOPLEVEL(visibility->surface));
    gboolean hidden = (state & (GDK_TOPLEVEL_STATE_MINIMIZED | SUSPENDED)) || visibility->is_unmapped ||
                      visibility->is_blank;
    if (hidden == visibility->is_hidden) return;
    visibility->is_hidden = hidden;
    visibility->tell(visibility->box, hidden);
}

static void state_changed(GObject *surface, GParamSpec *property, gpointer data) {
    (void)surface, (void)property;
    update(data);
}

static void release_visibility(gpointer data) {
    Visibility *visibility = data;
    visibility->release(visibility->box);
}

static void release_closure(gpointer data, GClosure *closure) {
    (void)closure;
    g_rc_box_release_full(data, release_visibility);
}

#ifdef GDK_WINDOWING_X11
static gboolean x_event(GdkDisplay *display, gpointer event, gpointer data) {
    (void)display;
    Visibility *visibility = data;
    const XEvent *x = event;
    if (visibility->saver_event && x->type == visibility->saver_event) {
        visibility->is_blank = ((const XScreenSaverNotifyEvent *)x)->state != ScreenSaverOff;
        update(visibility);
        return FALSE;
    }
    if (x->xany.window != gdk_x11_surface_get_xid(visibility->surface)) return FALSE;
    if (x->type != UnmapNotify && x->type != MapNotify) return FALSE;
    visibility->is_unmapped = x->type == UnmapNotify;
    update(visibility);
    return FALSE;
}

// The server's own screen saver is on while it blanks the screens, and while DPMS has them in standby or off.
static void watch_saver(Visibility *visibility) {
    Display *display = gdk_x11_display_get_xdisplay(gdk_surface_get_display(visibility->surface));
    Window root = XDefaultRootWindow(display);
    XScreenSaverInfo now = {0};
    int first_error;
    if (!XScreenSaverQueryExtension(display, &visibility->saver_event, &first_error)) return;
    XScreenSaverSelectInput(display, root, ScreenSaverNotifyMask);
    if (XScreenSaverQueryInfo(display, root, &now)) visibility->is_blank = now.state == ScreenSaverOn;
}
#endif

void tt_watch_visibility(GtkWidget *toplevel, void *box, void (*tell)(void *box, gboolean is_hidden),
                         void (*release)(void *box)) {
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(toplevel));
    Visibility *visibility = g_rc_box_new0(Visibility);
    *visibility = (Visibility){.box = box, .tell = tell, .release = release, .surface = surface};
    g_signal_connect_data(surface, "notify::state", G_CALLBACK(state_changed), visibility, release_closure,
                          0);
#ifdef GDK_WINDOWING_X11
    if (GDK_IS_X11_SURFACE(surface)) {
        GClosure *closure =
            g_cclosure_new(G_CALLBACK(x_event), g_rc_box_acquire(visibility), release_closure);
        // The display outlives the window.
        g_object_watch_closure(G_OBJECT(surface), closure);
        g_signal_connect_closure(gdk_surface_get_display(surface), "xevent", closure, FALSE);
        watch_saver(visibility);
        update(visibility);
    }
#endif
}
