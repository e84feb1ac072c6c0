// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_still.h"

#define TT_TYPE_STILL (tt_still_get_type())
G_DECLARE_FINAL_TYPE(TtStill, tt_still, TT, STILL, GtkBox)

struct _TtStill {
    GtkBox parent_instance;
};

G_DEFINE_TYPE(TtStill, tt_still, GTK_TYPE_BOX)

/// An image of the node within the bounds, in logical pixels; the caller owns it.
static cairo_surface_t *image_of(GskRenderNode *node, const graphene_rect_t *bounds, int scale) {
    int width = (int)bounds->size.width * scale, height = (int)bounds->size.height * scale;
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    cairo_surface_set_device_scale(image, scale, scale);
    cairo_t *drawing = cairo_create(image);
    cairo_translate(drawing, -bounds->origin.x, -bounds->origin.y);
    gsk_render_node_draw(node, drawing);
    cairo_destroy(drawing);
    return image;
}

/// GTK calls it when something in the box has changed, and keeps the result until then.
static void still_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    GtkWidgetClass *box = GTK_WIDGET_CLASS(tt_still_parent_class);
    if (!GSK_IS_CAIRO_RENDERER(gtk_native_get_renderer(gtk_widget_get_native(widget)))) {
        box->snapshot(widget, snapshot);
        return;
    }
    GtkSnapshot *children = gtk_snapshot_new();
    box->snapshot(widget, children);
    GskRenderNode *node = gtk_snapshot_free_to_node(children);
    if (!node) return;
    graphene_rect_t bounds;
    gsk_render_node_get_bounds(node, &bounds);
    graphene_rect_round_extents(&bounds, &bounds);
    cairo_surface_t *image = image_of(node, &bounds, gtk_widget_get_scale_factor(widget));
    cairo_t *drawing = gtk_snapshot_append_cairo(snapshot, &bounds);
    cairo_set_source_surface(drawing, image, bounds.origin.x, bounds.origin.y);
    cairo_paint(drawing);
    cairo_destroy(drawing);
    cairo_surface_destroy(image);
    gsk_render_node_unref(node);
}

static void tt_still_class_init(TtStillClass *class) { GTK_WIDGET_CLASS(class)->snapshot = still_snapshot; }

static void tt_still_init(TtStill *self G_GNUC_UNUSED) {}

GtkWidget *tt_still_new(int spacing) { return g_object_new(TT_TYPE_STILL, "spacing", spacing, NULL); }
