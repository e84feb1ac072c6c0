// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_accessible.h"
#include "tt_newer.h"

void tt_set_accessible_label(gpointer accessible, const char *label) {
    if (tt_is_kept_nameless(accessible))
        g_object_set(accessible, "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);
    // In newer GTK a button's text labels it, which would take precedence.
    gtk_accessible_reset_relation(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
    gtk_accessible_update_property(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

void tt_set_accessible_description(gpointer accessible, const char *description) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                   description, -1);
}

gboolean tt_is_button(gpointer object) { return GTK_IS_BUTTON(object); }

gboolean tt_is_label(gpointer object) { return GTK_IS_LABEL(object); }

static GtkWidget *box_new(GtkAccessibleRole role, int spacing) {
    return g_object_new(GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL, "spacing", spacing,
                        "accessible-role", role, NULL);
}

GtkWidget *tt_alert_box_new(int spacing) { return box_new(GTK_ACCESSIBLE_ROLE_ALERT, spacing); }

GtkWidget *tt_question_box_new(int spacing) { return box_new(GTK_ACCESSIBLE_ROLE_ALERT_DIALOG, spacing); }

void tt_set_accessible_hidden(gpointer accessible, gboolean is_hidden) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_STATE_HIDDEN, is_hidden, -1);
}

void tt_set_accessible_value_text(gpointer accessible, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(accessible), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}
