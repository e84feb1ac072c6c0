// SPDX-License-Identifier: GPL-3.0-or-later
// The place of the installed data. The build sets both with -Xcc -D…; these defaults are for a bare `swift
// build`.
#pragma once
#ifndef TINTYPE_PKGDATADIR
#define TINTYPE_PKGDATADIR "/usr/local/share/tintype"
#endif
#ifndef TINTYPE_LOCALEDIR
#define TINTYPE_LOCALEDIR "/usr/local/share/locale"
#endif
// The application id; a different one for a build beside the installed one.
#ifndef TINTYPE_APP_ID
#define TINTYPE_APP_ID "io.github.tintype.Tintype"
#endif

// Functions, because Swift does not see macros that come from the command line.
static inline const char *tt_pkgdatadir(void) { return TINTYPE_PKGDATADIR; }
static inline const char *tt_localedir(void) { return TINTYPE_LOCALEDIR; }
static inline const char *tt_app_id(void) { return TINTYPE_APP_ID; }
