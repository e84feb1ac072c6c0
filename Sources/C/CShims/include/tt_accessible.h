// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of GTK's accessibility that have only variadic calls.
#pragma once
#include "../../System/CGtk/shim.h"

/// The name and the description that assistive technology reads.
void tt_set_accessible_label(gpointer accessible, const char *label);
void tt_set_accessible_description(gpointer accessible, const char *description);

/// Whether assistive technology ignores it.
void tt_set_accessible_hidden(gpointer accessible, gboolean is_hidden);

/// GTK_IS_BUTTON.
gboolean tt_is_button(gpointer object);

/// GTK_IS_LABEL.
gboolean tt_is_label(gpointer object);

/// A vertical box with the accessible role of an alert, which assistive technology reads when it appears.
GtkWidget *tt_alert_box_new(int spacing);

/// The same for a question that waits for an answer.
GtkWidget *tt_question_box_new(int spacing);

/// The words that assistive technology reads for the value, with its unit.
void tt_set_accessible_value_text(gpointer accessible, const char *text);
