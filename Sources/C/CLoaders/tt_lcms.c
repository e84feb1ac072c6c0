// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_lcms.h"

#include <stddef.h>
#include <tt_library.h>

static const char *const names[] = {"liblcms2.so.2", NULL};
static TtLcms functions;
static const TtSymbol symbols[] = {
#define TT_LCMS_SYMBOL(name) {"cms" #name, &functions.name},
    TT_LCMS_FUNCTIONS(TT_LCMS_SYMBOL){NULL, NULL}};
static TtLibrary library = {.names = names, .symbols = symbols, .lock = PTHREAD_MUTEX_INITIALIZER};

const TtLcms *tt_lcms(void) { return tt_library_load(&library) ? NULL : &functions; }
