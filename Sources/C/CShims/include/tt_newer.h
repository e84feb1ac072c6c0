// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of newer GTK and libadwaita than Debian 12's: the only place that checks their versions.
//
// A dialog is a widget that is presented over another: with libadwaita 1.5 an AdwDialog within its window, before that a
// modal window of its own.
#pragma once
#include "../../System/CGtk/shim.h"

/// Assistive technology reads the message; FALSE before GTK 4.14, where only the focus and changing names are read.
gboolean tt_announce(gpointer accessible, const char *message);

/// Whether it can.
gboolean tt_can_announce(void);

/// Whether assistive technology gets the text of a slider's value.
gboolean tt_exports_value_texts(void);

/// Whether libadwaita takes its colours from variables of the style: since 1.6.
gboolean tt_has_style_variables(void);

/// Device pixels for each of the widget's own. Since GTK 4.12 it may be a fraction, on Wayland.
double tt_device_scale(GtkWidget *widget);

/// The surface with the fractional scale, which notifies of "scale"; NULL before GTK 4.12, and if the widget has no
/// surface.
GdkSurface *tt_scaled_surface(GtkWidget *widget);

/// Whether its name is never read: since GTK 4.14 this is so for widgets without a role, such as scrolled boxes.
gboolean tt_is_kept_nameless(gpointer accessible);

/// The environment variable that keeps GDK from setting up what its value names. Also before GTK starts.
const char *tt_disable_variable(void);
const char *tt_disable_gl(void);
/// NULL before GTK 4.16, which has Vulkan only if asked for it.
const char *tt_disable_vulkan(void);

/// Whether GTK leaves file dialogs to the desktop's portal where there is one: since GTK 4.18, and always in a sandbox.
gboolean tt_asks_portals(void);

/// GTK's own file dialog, a GtkFileChooser, modal and with Return for `accept`; a window that GTK owns. It emits "response" as
/// GtkFileChooserNative does.
GtkWidget *tt_file_dialog_new(const char *title, GtkWindow *parent, GtkFileChooserAction action,
                              const char *accept, const char *cancel);

/// A picture that GL has drawn, from the first line on. `done` is a GLsync: a later GTK waits for it. `release(data)` is
/// called when GTK no longer needs the texture.
GdkTexture *tt_gl_texture_new(GdkGLContext *context, guint id, int width, int height, gpointer done,
                              GDestroyNotify release, gpointer data);

/// A question: AdwAlertDialog or AdwMessageDialog. Both have the properties "heading", "body" and "close-response", and
/// emit "response" with the answer's id. Floating, but for a window, which GTK owns.
GtkWidget *tt_alert_new(const char *heading, const char *body);
void tt_alert_add(GtkWidget *alert, const char *id, const char *title);
/// Marks an answer as destructive.
void tt_alert_warn_of(GtkWidget *alert, const char *id);
/// The string belongs to the alert.
const char *tt_alert_heading(GtkWidget *alert);
const char *tt_alert_body(GtkWidget *alert);

/// A message that shows these words as they are, not as markup. The caller owns it.
AdwToast *tt_toast_new(const char *words);

/// AdwAboutDialog or AdwAboutWindow, which have the same properties.
GtkWidget *tt_about_new(void);

/// AdwPreferencesDialog or AdwPreferencesWindow, without a search.
GtkWidget *tt_preferences_new(int width, int height);
void tt_preferences_add(GtkWidget *preferences, AdwPreferencesPage *page);
void tt_preferences_turn_to(GtkWidget *preferences, AdwPreferencesPage *page);
void tt_preferences_add_toast(GtkWidget *preferences, AdwToast *toast);

/// Shows a dialog over a widget, or brings it back to the front.
void tt_dialog_present(GtkWidget *dialog, GtkWidget *parent);
void tt_dialog_close(GtkWidget *dialog);
/// The focused widget of a dialog; NULL for none. A change is notified as "focus-widget".
GtkWidget *tt_dialog_focus(GtkWidget *dialog);
void tt_dialog_set_focus(GtkWidget *dialog, GtkWidget *widget);
/// Whether a dialog lies over the content of a window and takes its keys.
gboolean tt_is_covered(GtkWidget *window);
/// Closes the dialogs over a window. A covered window that is asked to close only closes its dialog.
void tt_uncover(GtkWidget *window);
