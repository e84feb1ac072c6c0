#include "tt_presence.h"

#ifdef GDK_WINDOWING_X11
#include <X11/Xlib.h>
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
    gboolean is_unmapped, is_hidden;
} Sight;

static void judge(Sight *sight) {
    GdkToplevelState state = gdk_toplevel_get_state(GDK_TOPLEVEL(sight->surface));
    gboolean hidden = (state & (GDK_TOPLEVEL_STATE_MINIMIZED | SUSPENDED)) || sight->is_unmapped;
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
    if (x->xany.window != gdk_x11_surface_get_xid(sight->surface)) return FALSE;
    if (x->type != UnmapNotify && x->type != MapNotify) return FALSE;
    sight->is_unmapped = x->type == UnmapNotify;
    judge(sight);
    return FALSE;
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
    }
#endif
}
