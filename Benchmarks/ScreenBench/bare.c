// SPDX-License-Identifier: GPL-3.0-or-later
// The least that a libadwaita program can be: a window of Tintype's size, a header bar, a label. Its first draw is the
// floor for anything's start.
#include <adwaita.h>

static void activate(GApplication *application) {
    GtkWidget *window = adw_application_window_new(GTK_APPLICATION(application));
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_box_append(GTK_BOX(box), adw_header_bar_new());
    gtk_box_append(GTK_BOX(box), gtk_label_new("Bare"));
    adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), box);
    gtk_window_set_default_size(GTK_WINDOW(window), 960, 708);
    gtk_window_present(GTK_WINDOW(window));
}

int main(int count, char **arguments) {
    AdwApplication *application = adw_application_new("io.github.tintype.Bare", G_APPLICATION_DEFAULT_FLAGS);
    g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
    return g_application_run(G_APPLICATION(application), count, arguments);
}
