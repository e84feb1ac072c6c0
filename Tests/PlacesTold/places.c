// SPDX-License-Identifier: GPL-3.0-or-later
/// Preloaded, it lets newer GTK (seen in 4.18) tell assistive technologies where its widgets are. GTK adds up where each
/// widget lies in its parent's content, and leaves out how far that content is inside the parent, which is the parent's
/// border and padding: a word in a dialog is told tens of pixels beside its place. Here each widget lies in its parent as a
/// whole, and in a window, as older GTK has it, inside the edge that a window has where nothing is transparent.
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

#endif
