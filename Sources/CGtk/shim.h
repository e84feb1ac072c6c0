// GTK 4, libadwaita and GLib as one Clang module: every GLib type belongs to it.
#pragma once

// Debian 12's versions: no warnings about later deprecations, but about functions that Debian 12 lacks. Newer functions,
// used if they exist, are in CShims's tt_newer.c.
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define ADW_VERSION_MIN_REQUIRED ADW_VERSION_1_2
#ifndef TT_ALLOW_NEWER
#define GLIB_VERSION_MAX_ALLOWED GLIB_VERSION_2_74
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8
#define ADW_VERSION_MAX_ALLOWED ADW_VERSION_1_2
#endif

#include <adwaita.h>
#include <glib-unix.h>
