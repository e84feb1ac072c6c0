// GTK 4, libadwaita and GLib as one Clang module: every GLib type belongs to it.
#pragma once
#include <adwaita.h>
#include <glib-unix.h>
