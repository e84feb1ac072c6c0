// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_drawn.h"

typedef struct {
    void *box;
    tt_draw draw;
    void (*release)(void *box);
} Canvas;

static void draw_canvas(const Canvas *canvas, GtkWidget *widget, GtkSnapshot *snapshot) {
    canvas->draw(canvas->box, snapshot, gtk_widget_get_width(widget), gtk_widget_get_height(widget));
}

#define TT_TYPE_DRAWN_AREA (tt_drawn_area_get_type())
G_DECLARE_FINAL_TYPE(TtDrawnArea, tt_drawn_area, TT, DRAWN_AREA, GtkDrawingArea)

struct _TtDrawnArea {
    GtkDrawingArea parent_instance;
    Canvas canvas;
};

G_DEFINE_TYPE(TtDrawnArea, tt_drawn_area, GTK_TYPE_DRAWING_AREA)

static void area_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    draw_canvas(&TT_DRAWN_AREA(widget)->canvas, widget, snapshot);
}

static void area_finalize(GObject *object) {
    Canvas *canvas = &TT_DRAWN_AREA(object)->canvas;
    canvas->release(canvas->box);
    G_OBJECT_CLASS(tt_drawn_area_parent_class)->finalize(object);
}

static void tt_drawn_area_class_init(TtDrawnAreaClass *class) {
    G_OBJECT_CLASS(class)->finalize = area_finalize;
    GTK_WIDGET_CLASS(class)->snapshot = area_snapshot;
}

static void tt_drawn_area_init(TtDrawnArea *self G_GNUC_UNUSED) {}

GtkWidget *tt_drawn_area_new(GtkAccessibleRole role, void *box, tt_draw draw, void (*release)(void *box)) {
    TtDrawnArea *self = g_object_new(TT_TYPE_DRAWN_AREA, "accessible-role", role, NULL);
    self->canvas = (Canvas){box, draw, release};
    return GTK_WIDGET(self);
}

#define TT_TYPE_DIAL (tt_dial_get_type())
G_DECLARE_FINAL_TYPE(TtDial, tt_dial, TT, DIAL, GtkScale)

struct _TtDial {
    GtkScale parent_instance;
    Canvas canvas;
};

G_DEFINE_TYPE(TtDial, tt_dial, GTK_TYPE_SCALE)

static void dial_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    draw_canvas(&TT_DIAL(widget)->canvas, widget, snapshot);
}

static void dial_finalize(GObject *object) {
    Canvas *canvas = &TT_DIAL(object)->canvas;
    canvas->release(canvas->box);
    G_OBJECT_CLASS(tt_dial_parent_class)->finalize(object);
}

static void tt_dial_class_init(TtDialClass *class) {
    G_OBJECT_CLASS(class)->finalize = dial_finalize;
    GTK_WIDGET_CLASS(class)->snapshot = dial_snapshot;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "dial");
}

static void tt_dial_init(TtDial *self G_GNUC_UNUSED) {}

GtkWidget *tt_dial_new(GtkAdjustment *adjustment, void *box, tt_draw draw, void (*release)(void *box)) {
    TtDial *self = g_object_new(TT_TYPE_DIAL, "adjustment", adjustment, "draw-value", FALSE, NULL);
    self->canvas = (Canvas){box, draw, release};
    return GTK_WIDGET(self);
}
