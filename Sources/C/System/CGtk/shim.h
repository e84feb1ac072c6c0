// SPDX-License-Identifier: GPL-3.0-or-later
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

// GLib 2.88 marks enums as sets of flags, which Swift then imports under other names than those of earlier versions.
#define __GLIB_H_INSIDE__
#include <glib/gmacros.h>
#undef __GLIB_H_INSIDE__
#undef G_GNUC_FLAG_ENUM
#define G_GNUC_FLAG_ENUM

#include <adwaita.h>
#include <glib-unix.h>
