#include "tt_dial.h"

#define TT_TYPE_DIAL (tt_dial_get_type())
G_DECLARE_FINAL_TYPE(TtDial, tt_dial, TT, DIAL, GtkScale)

struct _TtDial {
    GtkScale parent_instance;
    void *box;
    tt_viewfinder_draw draw;
    void (*release)(void *box);
};

G_DEFINE_TYPE(TtDial, tt_dial, GTK_TYPE_SCALE)

static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    TtDial *self = TT_DIAL(widget);
    self->draw(self->box, snapshot, gtk_widget_get_width(widget), gtk_widget_get_height(widget));
}

static void finalize(GObject *object) {
    TtDial *self = TT_DIAL(object);
    self->release(self->box);
    G_OBJECT_CLASS(tt_dial_parent_class)->finalize(object);
}

static void tt_dial_class_init(TtDialClass *class) {
    G_OBJECT_CLASS(class)->finalize = finalize;
    GTK_WIDGET_CLASS(class)->snapshot = snapshot;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "dial");
}

static void tt_dial_init(TtDial *self G_GNUC_UNUSED) {}

GtkWidget *tt_dial_new(GtkAdjustment *adjustment, void *box, tt_viewfinder_draw draw, void (*release)(void *box)) {
    TtDial *self = g_object_new(TT_TYPE_DIAL, "adjustment", adjustment, "draw-value", FALSE, NULL);
    self->box = box;
    self->draw = draw;
    self->release = release;
    return GTK_WIDGET(self);
}

void tt_set_accessible_value_text(gpointer accessible, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}
