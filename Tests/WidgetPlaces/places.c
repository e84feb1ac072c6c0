// SPDX-License-Identifier: GPL-3.0-or-later
/// Preloaded, it makes newer GTK (seen in 4.18) report to assistive technologies where its widgets are. GTK adds up where each
/// widget lies in its parent's content, and leaves out how far that content is inside the parent, which is the parent's
/// border and padding: a word in a dialog is reported tens of pixels beside its place. Here each widget lies in its parent as a
/// whole, and in a window, as older GTK has it, inside the edge that a window has where nothing is transparent.
///
/// What is at a point, GTK looks for by places alone: what is scrolled away, clipped, under another layer or not for the
/// pointer is reported as if it were in front. Here, as in older GTK, it is what a click would go to.
#define _GNU_SOURCE
#include <adwaita.h>
#include <dlfcn.h>
#include <math.h>

#if GTK_CHECK_VERSION(4, 14, 0)

static gboolean (*theirs)(GtkAccessible *, int *, int *, int *, int *);

static gboolean get_bounds(GtkAccessible *self, int *x, int *y, int *width, int *height) {
    if (!theirs(self, x, y, width, height)) return FALSE;
    GtkWidget *widget = GTK_WIDGET(self);
    GtkWidget *parent = gtk_widget_get_parent(widget);
    graphene_rect_t box;
    if (!parent) {
        *x = *y = 0;
        *width = gtk_widget_get_width(widget);
        *height = gtk_widget_get_height(widget);
    } else if (gtk_widget_get_parent(parent) && gtk_widget_compute_bounds(parent, parent, &box)) {
        *x -= (int)floorf(box.origin.x);
        *y -= (int)floorf(box.origin.y);
    }
    return TRUE;
}

/// Before there is another class of widgets: they take over what the first one has.
static void mend(void) {
    GtkAccessibleInterface *accessible =
        g_type_interface_peek(g_type_class_ref(GTK_TYPE_WIDGET), GTK_TYPE_ACCESSIBLE);
    theirs = accessible->get_bounds;
    accessible->get_bounds = get_bounds;
}

/// Called once, when nothing is shown yet.
AdwApplication *adw_application_new(const char *id, GApplicationFlags flags) {
    mend();
    AdwApplication *(*real)(const char *, GApplicationFlags) = dlsym(RTLD_NEXT, "adw_application_new");
    return real(id, flags);
}

/// The place of a widget's content in its window, as `get_bounds` reports it.
static graphene_point_t content_place(GtkWidget *widget) {
    graphene_rect_t box;
    graphene_point_t place = GRAPHENE_POINT_INIT(0, 0);
    if (gtk_widget_get_parent(widget) && gtk_widget_compute_bounds(widget, widget, &box)) {
        place = GRAPHENE_POINT_INIT(-floorf(box.origin.x), -floorf(box.origin.y));
    }
    for (GtkWidget *each = widget; each; each = gtk_widget_get_parent(each)) {
        int x, y, width, height;
        if (!gtk_accessible_get_bounds(GTK_ACCESSIBLE(each), &x, &y, &width, &height)) break;
        place.x += (float)x;
        place.y += (float)y;
    }
    return place;
}

/// Under what path the bus knows a widget, or the nearest one around it that it knows.
static const char *path_of(GtkWidget *widget) {
    const char *path = NULL;
    for (GtkWidget *each = widget; each && !path; each = gtk_widget_get_parent(each)) {
        GtkATContext *context = gtk_accessible_get_at_context(GTK_ACCESSIBLE(each));
        if (context) path = g_object_get_data(G_OBJECT(context), "told-path");
        g_clear_object(&context);
    }
    return path;
}

static GDBusInterfaceMethodCallFunc their_answer;

static void answer(GDBusConnection *bus, const char *sender, const char *path, const char *interface,
                   const char *method, GVariant *arguments, GDBusMethodInvocation *call, gpointer context) {
    GtkAccessible *asked = gtk_at_context_get_accessible(context);
    if (!g_str_equal(method, "GetAccessibleAtPoint") || !GTK_IS_WIDGET(asked)) {
        their_answer(bus, sender, path, interface, method, arguments, call, context);
        return;
    }
    int x, y;
    g_variant_get(arguments, "(iiu)", &x, &y, NULL);
    graphene_point_t place = content_place(GTK_WIDGET(asked));
    const char *found =
        path_of(gtk_widget_pick(GTK_WIDGET(asked), x - place.x, y - place.y, GTK_PICK_DEFAULT));
    g_dbus_method_invocation_return_value(
        call,
        g_variant_new("((so))", g_dbus_connection_get_unique_name(bus), found ?: "/org/a11y/atspi/null"));
}

/// Not g_free itself: a function of GLib that is not called but named would have to be there from the start, see Makefile.
static void release(gpointer path) { g_free(path); }

/// GTK registers each of its controls, with its context as data.
guint g_dbus_connection_register_object(GDBusConnection *bus, const char *path, GDBusInterfaceInfo *info,
                                        const GDBusInterfaceVTable *functions, gpointer data,
                                        GDestroyNotify destroy, GError **error) {
    static GDBusInterfaceVTable ours;
    guint (*real)(GDBusConnection *, const char *, GDBusInterfaceInfo *, const GDBusInterfaceVTable *,
                  gpointer, GDestroyNotify, GError **) =
        dlsym(RTLD_NEXT, "g_dbus_connection_register_object");
    if (!g_str_equal(info->name, "org.a11y.atspi.Component")) {
        return real(bus, path, info, functions, data, destroy, error);
    }
    g_object_set_data_full(G_OBJECT(data), "told-path", g_strdup(path), release);
    their_answer = functions->method_call;
    ours = *functions;
    ours.method_call = answer;
    return real(bus, path, info, &ours, data, destroy, error);
}

#endif
