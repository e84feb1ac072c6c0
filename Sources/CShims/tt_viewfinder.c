#include "tt_viewfinder.h"

#include <dlfcn.h>

#define TT_TYPE_VIEWFINDER (tt_viewfinder_get_type())
G_DECLARE_FINAL_TYPE(TtViewfinder, tt_viewfinder, TT, VIEWFINDER, GtkDrawingArea)

struct _TtViewfinder {
    GtkDrawingArea parent_instance;
    void *box;
    tt_viewfinder_draw draw;
    void (*release)(void *box);
};

G_DEFINE_TYPE(TtViewfinder, tt_viewfinder, GTK_TYPE_DRAWING_AREA)

static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    TtViewfinder *self = TT_VIEWFINDER(widget);
    self->draw(self->box, snapshot, gtk_widget_get_width(widget), gtk_widget_get_height(widget));
}

static void finalize(GObject *object) {
    TtViewfinder *self = TT_VIEWFINDER(object);
    self->release(self->box);
    G_OBJECT_CLASS(tt_viewfinder_parent_class)->finalize(object);
}

static void tt_viewfinder_class_init(TtViewfinderClass *class) {
    G_OBJECT_CLASS(class)->finalize = finalize;
    GTK_WIDGET_CLASS(class)->snapshot = snapshot;
    gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_IMG);
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "viewfinder");
}

static void tt_viewfinder_init(TtViewfinder *self G_GNUC_UNUSED) {}

GtkWidget *tt_viewfinder_new(void *box, tt_viewfinder_draw draw, void (*release)(void *box)) {
    TtViewfinder *self = g_object_new(TT_TYPE_VIEWFINDER, NULL);
    self->box = box;
    self->draw = draw;
    self->release = release;
    return GTK_WIDGET(self);
}

struct TtPixels {
    cairo_surface_t *surface;
    void *memory;
    int width, height, stride;
};

typedef struct {
    void *box;
    void (*release)(void *box);
} Owner;

static const cairo_user_data_key_t owner_key;

static void owner_free(void *data) {
    Owner *owner = data;
    owner->release(owner->box);
    g_free(owner);
}

TtPixels *tt_pixels_new(void *memory, int width, int height, int stride, void *box, void (*release)(void *box)) {
    TtPixels *pixels = g_new(TtPixels, 1);
    // A fresh surface for each picture: GTK records the drawing and keeps the surface, so one that was drawn
    // must never be written to again.
    pixels->surface = cairo_image_surface_create_for_data(memory, CAIRO_FORMAT_RGB24, width, height, stride);
    pixels->memory = memory;
    pixels->width = width;
    pixels->height = height;
    pixels->stride = stride;
    Owner *owner = g_new(Owner, 1);
    owner->box = box;
    owner->release = release;
    cairo_surface_set_user_data(pixels->surface, &owner_key, owner, owner_free);
    return pixels;
}

void tt_pixels_unref(TtPixels *pixels) {
    cairo_surface_destroy(pixels->surface);
    g_free(pixels);
}

static void append_cairo(TtPixels *pixels, GtkSnapshot *snapshot, const graphene_rect_t *bounds, double scale,
                         gboolean is_exact) {
    cairo_t *cr = gtk_snapshot_append_cairo(snapshot, bounds);
    cairo_translate(cr, bounds->origin.x, bounds->origin.y);
    if (is_exact)
        cairo_scale(cr, 1 / scale, 1 / scale);
    else
        cairo_scale(cr, bounds->size.width / pixels->width, bounds->size.height / pixels->height);
    cairo_set_operator(cr, CAIRO_OPERATOR_SOURCE);
    cairo_set_source_surface(cr, pixels->surface, 0, 0);
    // Never cairo's default filter: it takes 27 ms for one 1080p picture. One to one needs none; the few frames
    // while a window is being resized are drawn with the fast one.
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
    cairo_paint(cr);
    cairo_destroy(cr);
}

static void append_texture(TtPixels *pixels, GtkSnapshot *snapshot, const graphene_rect_t *bounds) {
    // The bytes keep the surface, and so the memory, as long as the renderer needs the texture.
    GBytes *bytes = g_bytes_new_with_free_func(pixels->memory, (gsize)pixels->stride * (gsize)pixels->height,
                                               (GDestroyNotify)cairo_surface_destroy,
                                               cairo_surface_reference(pixels->surface));
    GdkTexture *texture =
        gdk_memory_texture_new(pixels->width, pixels->height, GDK_MEMORY_DEFAULT, bytes, (gsize)pixels->stride);
    gtk_snapshot_append_texture(snapshot, texture, bounds);
    g_object_unref(texture);
    g_bytes_unref(bytes);
}

void tt_pixels_append(TtPixels *pixels, GtkSnapshot *snapshot, double x, double y, double width, double height,
                      double scale, gboolean is_cairo) {
    graphene_rect_t bounds =
        GRAPHENE_RECT_INIT((float)(x / scale), (float)(y / scale), (float)(width / scale), (float)(height / scale));
    if (is_cairo)
        append_cairo(pixels, snapshot, &bounds, scale, width == pixels->width && height == pixels->height);
    else
        append_texture(pixels, snapshot, &bounds);
}

gboolean tt_widget_is_drawn_by_cairo(GtkWidget *widget) {
    GtkNative *native = gtk_widget_get_native(widget);
    GskRenderer *renderer = native ? gtk_native_get_renderer(native) : NULL;
    return renderer && g_strcmp0(G_OBJECT_TYPE_NAME(renderer), "GskCairoRenderer") == 0;
}

void tt_set_accessible_label(gpointer accessible, const char *label) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

void tt_set_accessible_description(gpointer accessible, const char *description) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

gboolean tt_is_button(gpointer object) { return GTK_IS_BUTTON(object); }

GtkWidget *tt_alert_box_new(int spacing) {
    return g_object_new(GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL, "spacing", spacing, "accessible-role",
                        GTK_ACCESSIBLE_ROLE_ALERT, NULL);
}

gboolean tt_announce(gpointer accessible, const char *message) {
    // The third argument is GtkAccessibleAnnouncementPriority; 1 is its "medium".
    void (*announce)(GtkAccessible *, const char *, int);
    *(void **)&announce = dlsym(RTLD_DEFAULT, "gtk_accessible_announce");
    if (announce) announce(GTK_ACCESSIBLE(accessible), message, 1);
    return announce != NULL;
}

void tt_set_accessible_hidden(gpointer accessible, gboolean is_hidden)
{
    gtk_accessible_update_state(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_STATE_HIDDEN, is_hidden, -1);
}
