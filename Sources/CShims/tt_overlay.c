#include "tt_overlay.h"

#define TT_TYPE_OVERLAY (tt_overlay_get_type())
G_DECLARE_FINAL_TYPE(TtOverlay, tt_overlay, TT, OVERLAY, GtkWidget)

struct _TtOverlay {
    GtkWidget parent_instance;
    void *box;
    tt_viewfinder_draw draw;
    void (*release)(void *box);
};

G_DEFINE_TYPE(TtOverlay, tt_overlay, GTK_TYPE_WIDGET)

static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    TtOverlay *self = TT_OVERLAY(widget);
    self->draw(self->box, snapshot, gtk_widget_get_width(widget), gtk_widget_get_height(widget));
}

static void finalize(GObject *object) {
    TtOverlay *self = TT_OVERLAY(object);
    self->release(self->box);
    G_OBJECT_CLASS(tt_overlay_parent_class)->finalize(object);
}

static void tt_overlay_class_init(TtOverlayClass *class) {
    G_OBJECT_CLASS(class)->finalize = finalize;
    GTK_WIDGET_CLASS(class)->snapshot = snapshot;
    gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(class), GTK_ACCESSIBLE_ROLE_PRESENTATION);
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "overlay-drawing");
}

static void tt_overlay_init(TtOverlay *self) { gtk_widget_set_can_target(GTK_WIDGET(self), FALSE); }

GtkWidget *tt_overlay_new(void *box, tt_viewfinder_draw draw, void (*release)(void *box)) {
    TtOverlay *self = g_object_new(TT_TYPE_OVERLAY, NULL);
    self->box = box;
    self->draw = draw;
    self->release = release;
    return GTK_WIDGET(self);
}

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

void tt_mask_append(GtkSnapshot *snapshot, void *mask, int width, int height, int stride, void *box,
                    void (*release)(void *box), int x, int y, double scale, const GdkRGBA *color) {
    cairo_surface_t *surface = cairo_image_surface_create_for_data(mask, CAIRO_FORMAT_A8, width, height, stride);
    Owner *owner = g_new(Owner, 1);
    owner->box = box;
    owner->release = release;
    cairo_surface_set_user_data(surface, &owner_key, owner, owner_free);
    graphene_rect_t bounds = GRAPHENE_RECT_INIT((float)(x / scale), (float)(y / scale), (float)(width / scale),
                                                (float)(height / scale));
    cairo_t *cr = gtk_snapshot_append_cairo(snapshot, &bounds);
    cairo_scale(cr, 1 / scale, 1 / scale);
    gdk_cairo_set_source_rgba(cr, color);
    // Pixel on pixel: no filter, which would blur the marks and take twenty times as long.
    cairo_pattern_t *pattern = cairo_pattern_create_for_surface(surface);
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST);
    cairo_matrix_t place;
    cairo_matrix_init_translate(&place, -x, -y);
    cairo_pattern_set_matrix(pattern, &place);
    cairo_mask(cr, pattern);
    cairo_pattern_destroy(pattern);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
}
