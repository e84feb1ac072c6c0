// SPDX-License-Identifier: GPL-3.0-or-later
// Everything is allowed here, see shim.h.
#define TT_ALLOW_NEWER
#include "tt_newer.h"

#define HAS_DIALOGS ADW_CHECK_VERSION(1, 5, 0)

gboolean tt_can_announce(void) { return GTK_CHECK_VERSION(4, 14, 0); }

gboolean tt_exports_value_texts(void) { return gtk_check_version(4, 14, 0) == NULL; }

gboolean tt_announce(gpointer accessible, const char *message) {
#if GTK_CHECK_VERSION(4, 14, 0)
    // A widget that no assistive technology has visited says nothing; a window always does.
    GtkRoot *root = GTK_IS_WIDGET(accessible) ? gtk_widget_get_root(accessible) : NULL;
    gtk_accessible_announce(root ? GTK_ACCESSIBLE(root) : accessible, message,
                            GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
    return TRUE;
#else
    return FALSE;
#endif
}

gboolean tt_asks_portals(void) {
    return gtk_check_version(4, 18, 0) == NULL || g_file_test("/.flatpak-info", G_FILE_TEST_EXISTS);
}

gboolean tt_has_style_variables(void) { return adw_get_major_version() > 1 || adw_get_minor_version() >= 6; }

GdkSurface *tt_scaled_surface(GtkWidget *widget) {
    GtkNative *native = gtk_widget_get_native(widget);
    return GTK_CHECK_VERSION(4, 12, 0) && native ? gtk_native_get_surface(native) : NULL;
}

double tt_device_scale(GtkWidget *widget) {
#if GTK_CHECK_VERSION(4, 12, 0)
    GdkSurface *surface = tt_scaled_surface(widget);
    if (surface) return gdk_surface_get_scale(surface);
#endif
    return gtk_widget_get_scale_factor(widget);
}

gboolean tt_is_kept_nameless(gpointer accessible) {
    return gtk_check_version(4, 14, 0) == NULL &&
           gtk_accessible_get_accessible_role(GTK_ACCESSIBLE(accessible)) == GTK_ACCESSIBLE_ROLE_GENERIC;
}

/// GTK 4.16 renamed the switch, and complains about the old name. The version at run time matters, not at build
/// time.
static gboolean is_switch_renamed(void) { return gtk_check_version(4, 16, 0) == NULL; }

const char *tt_disable_variable(void) { return is_switch_renamed() ? "GDK_DISABLE" : "GDK_DEBUG"; }

const char *tt_disable_gl(void) { return is_switch_renamed() ? "gl" : "gl-disable"; }

const char *tt_disable_vulkan(void) { return is_switch_renamed() ? "vulkan" : NULL; }

GdkTexture *tt_gl_texture_new(GdkGLContext *context, guint id, int width, int height, gpointer done,
                              GDestroyNotify release, gpointer data) {
#if GTK_CHECK_VERSION(4, 12, 0)
    GdkGLTextureBuilder *builder = gdk_gl_texture_builder_new();
    gdk_gl_texture_builder_set_context(builder, context);
    gdk_gl_texture_builder_set_id(builder, id);
    gdk_gl_texture_builder_set_width(builder, width);
    gdk_gl_texture_builder_set_height(builder, height);
    gdk_gl_texture_builder_set_format(builder, GDK_MEMORY_R8G8B8A8_PREMULTIPLIED);
    gdk_gl_texture_builder_set_sync(builder, done);
    GdkTexture *texture = gdk_gl_texture_builder_build(builder, release, data);
    g_object_unref(builder);
    return texture;
#else
    return gdk_gl_texture_new(context, id, width, height, release, data);
#endif
}

GtkWidget *tt_file_dialog_new(const char *title, GtkWindow *parent, GtkFileChooserAction action,
                              const char *accept, const char *cancel) {
    GtkWidget *dialog = gtk_file_chooser_dialog_new(title, parent, action, cancel, GTK_RESPONSE_CANCEL,
                                                    accept, GTK_RESPONSE_ACCEPT, NULL);
    gtk_dialog_set_default_response(GTK_DIALOG(dialog), GTK_RESPONSE_ACCEPT);
    gtk_window_set_modal(GTK_WINDOW(dialog), TRUE);
    gtk_window_set_hide_on_close(GTK_WINDOW(dialog), TRUE);
    return dialog;
}

AdwToast *tt_toast_new(const char *words) {
#if ADW_CHECK_VERSION(1, 4, 0)
    AdwToast *toast = adw_toast_new(words);
    adw_toast_set_use_markup(toast, FALSE);
#else
    g_autofree char *title = g_markup_escape_text(words, -1);
    AdwToast *toast = adw_toast_new(title);
#endif
    return toast;
}

#if HAS_DIALOGS

GtkWidget *tt_alert_new(const char *heading, const char *body) {
    return GTK_WIDGET(adw_alert_dialog_new(heading, body));
}

void tt_alert_add(GtkWidget *alert, const char *id, const char *title) {
    adw_alert_dialog_add_response(ADW_ALERT_DIALOG(alert), id, title);
}

void tt_alert_warn_of(GtkWidget *alert, const char *id) {
    adw_alert_dialog_set_response_appearance(ADW_ALERT_DIALOG(alert), id, ADW_RESPONSE_DESTRUCTIVE);
}

const char *tt_alert_heading(GtkWidget *alert) {
    return adw_alert_dialog_get_heading(ADW_ALERT_DIALOG(alert));
}

const char *tt_alert_body(GtkWidget *alert) { return adw_alert_dialog_get_body(ADW_ALERT_DIALOG(alert)); }

GtkWidget *tt_about_new(void) { return GTK_WIDGET(adw_about_dialog_new()); }

GtkWidget *tt_preferences_new(int width, int height) {
    AdwDialog *dialog = adw_preferences_dialog_new();
    adw_dialog_set_content_width(dialog, width);
    adw_dialog_set_content_height(dialog, height);
    adw_preferences_dialog_set_search_enabled(ADW_PREFERENCES_DIALOG(dialog), FALSE);
    return GTK_WIDGET(dialog);
}

void tt_preferences_add(GtkWidget *preferences, AdwPreferencesPage *page) {
    adw_preferences_dialog_add(ADW_PREFERENCES_DIALOG(preferences), page);
}

void tt_preferences_turn_to(GtkWidget *preferences, AdwPreferencesPage *page) {
    adw_preferences_dialog_set_visible_page(ADW_PREFERENCES_DIALOG(preferences), page);
}

void tt_preferences_add_toast(GtkWidget *preferences, AdwToast *toast) {
    adw_preferences_dialog_add_toast(ADW_PREFERENCES_DIALOG(preferences), toast);
}

void tt_dialog_present(GtkWidget *dialog, GtkWidget *parent) {
    adw_dialog_present(ADW_DIALOG(dialog), parent);
}

void tt_dialog_close(GtkWidget *dialog) { adw_dialog_close(ADW_DIALOG(dialog)); }

GtkWidget *tt_dialog_focus(GtkWidget *dialog) { return adw_dialog_get_focus(ADW_DIALOG(dialog)); }

void tt_dialog_set_focus(GtkWidget *dialog, GtkWidget *widget) {
    adw_dialog_set_focus(ADW_DIALOG(dialog), widget);
}

gboolean tt_is_covered(GtkWidget *window) {
    return adw_application_window_get_visible_dialog(ADW_APPLICATION_WINDOW(window)) != NULL;
}

void tt_uncover(GtkWidget *window) {
    AdwDialog *last = NULL;
    AdwDialog *dialog;
    while ((dialog = adw_application_window_get_visible_dialog(ADW_APPLICATION_WINDOW(window))) &&
           dialog != last) {
        adw_dialog_force_close(dialog);
        last = dialog;
    }
}

#else

GtkWidget *tt_alert_new(const char *heading, const char *body) {
    return adw_message_dialog_new(NULL, heading, body);
}

void tt_alert_add(GtkWidget *alert, const char *id, const char *title) {
    adw_message_dialog_add_response(ADW_MESSAGE_DIALOG(alert), id, title);
}

void tt_alert_warn_of(GtkWidget *alert, const char *id) {
    adw_message_dialog_set_response_appearance(ADW_MESSAGE_DIALOG(alert), id, ADW_RESPONSE_DESTRUCTIVE);
}

const char *tt_alert_heading(GtkWidget *alert) {
    return adw_message_dialog_get_heading(ADW_MESSAGE_DIALOG(alert));
}

const char *tt_alert_body(GtkWidget *alert) { return adw_message_dialog_get_body(ADW_MESSAGE_DIALOG(alert)); }

GtkWidget *tt_about_new(void) { return adw_about_window_new(); }

GtkWidget *tt_preferences_new(int width, int height) {
    GtkWidget *window = adw_preferences_window_new();
    gtk_window_set_default_size(GTK_WINDOW(window), width, height);
    adw_preferences_window_set_search_enabled(ADW_PREFERENCES_WINDOW(window), FALSE);
    return window;
}

void tt_preferences_add(GtkWidget *preferences, AdwPreferencesPage *page) {
    adw_preferences_window_add(ADW_PREFERENCES_WINDOW(preferences), page);
}

void tt_preferences_turn_to(GtkWidget *preferences, AdwPreferencesPage *page) {
    adw_preferences_window_set_visible_page(ADW_PREFERENCES_WINDOW(preferences), page);
}

void tt_preferences_add_toast(GtkWidget *preferences, AdwToast *toast) {
    adw_preferences_window_add_toast(ADW_PREFERENCES_WINDOW(preferences), toast);
}

void tt_dialog_present(GtkWidget *dialog, GtkWidget *parent) {
    GtkWindow *window = GTK_WINDOW(dialog);
    gtk_window_set_transient_for(window, GTK_WINDOW(gtk_widget_get_root(parent)));
    gtk_window_set_modal(window, TRUE);
    gtk_window_set_destroy_with_parent(window, TRUE);
    gtk_window_present(window);
}

void tt_dialog_close(GtkWidget *dialog) { gtk_window_close(GTK_WINDOW(dialog)); }

GtkWidget *tt_dialog_focus(GtkWidget *dialog) { return gtk_window_get_focus(GTK_WINDOW(dialog)); }

void tt_dialog_set_focus(GtkWidget *dialog, GtkWidget *widget) {
    gtk_window_set_focus(GTK_WINDOW(dialog), widget);
}

gboolean tt_is_covered(GtkWidget *window) { return FALSE; }

void tt_uncover(GtkWidget *window) {}

#endif
