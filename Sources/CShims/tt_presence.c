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
    // Not owned: the handlers below go with it.
    GdkSurface *surface;
    gboolean is_unmapped, is_blank, is_hidden;
    // The number that this X server has for it; 0 without one.
    int saver_event;
} Sight;

static void judge(Sight *sight) {
    GdkToplevelState state = gdk_toplevel_get_state(GDK_TOPLEVEL(sight->surface));
    gboolean hidden =
        (state & (GDK_TOPLEVEL_STATE_MINIMIZED | SUSPENDED)) || sight->is_unmapped || sight->is_blank;
    if (hidden == sight->is_hidden) return;
    sight->is_hidden = hidden;
    sight->tell(sight->box, hidden);
}

static void state_changed(GObject *surface, GParamSpec *property, gpointer data) {
    (void)surface, (void)property;
    judge(data);
}

static void release_sight(gpointer data) {
    Sight *sight = data;
    sight->release(sight->box);
}

static void release_closure(gpointer data, GClosure *closure) {
    (void)closure;
    g_rc_box_release_full(data, release_sight);
}

#ifdef GDK_WINDOWING_X11
static gboolean x_event(GdkDisplay *display, gpointer event, gpointer data) {
    (void)display;
    Sight *sight = data;
    const XEvent *x = event;
    if (sight->saver_event && x->type == sight->saver_event) {
        sight->is_blank = ((const XScreenSaverNotifyEvent *)x)->state != ScreenSaverOff;
        judge(sight);
        return FALSE;
    }
    if (x->xany.window != gdk_x11_surface_get_xid(sight->surface)) return FALSE;
    if (x->type != UnmapNotify && x->type != MapNotify) return FALSE;
    sight->is_unmapped = x->type == UnmapNotify;
    judge(sight);
    return FALSE;
}

// The server's own screen saver is on while it blanks the screens, and while DPMS has them in standby or off.
static void watch_saver(Sight *sight) {
    Display *display = gdk_x11_display_get_xdisplay(gdk_surface_get_display(sight->surface));
    Window root = XDefaultRootWindow(display);
    XScreenSaverInfo now = {0};
    int first_error;
    if (!XScreenSaverQueryExtension(display, &sight->saver_event, &first_error)) return;
    XScreenSaverSelectInput(display, root, ScreenSaverNotifyMask);
    if (XScreenSaverQueryInfo(display, root, &now)) sight->is_blank = now.state == ScreenSaverOn;
}
#endif

void tt_watch_sight(GtkWidget *toplevel, void *box, void (*tell)(void *box, gboolean is_hidden),
                    void (*release)(void *box)) {
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(toplevel));
    Sight *sight = g_rc_box_new0(Sight);
    *sight = (Sight){.box = box, .tell = tell, .release = release, .surface = surface};
    g_signal_connect_data(surface, "notify::state", G_CALLBACK(state_changed), sight, release_closure, 0);
#ifdef GDK_WINDOWING_X11
    if (GDK_IS_X11_SURFACE(surface)) {
        GClosure *closure = g_cclosure_new(G_CALLBACK(x_event), g_rc_box_acquire(sight), release_closure);
        // The display outlives the window.
        g_object_watch_closure(G_OBJECT(surface), closure);
        g_signal_connect_closure(gdk_surface_get_display(surface), "xevent", closure, FALSE);
        watch_saver(sight);
        judge(sight);
    }
#endif
}
