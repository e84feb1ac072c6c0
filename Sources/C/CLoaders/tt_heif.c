// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_heif.h"

#include <stddef.h>
#include <tt_library.h>

static const char *const names[] = {"libheif.so.1", NULL};
static TtHeif functions;
static const TtSymbol symbols[] = {
#define TT_HEIF_SYMBOL(name) {"heif_" #name, &functions.name},
    TT_HEIF_FUNCTIONS(TT_HEIF_SYMBOL){NULL, NULL}};
static TtLibrary library = {.names = names, .symbols = symbols, .lock = PTHREAD_MUTEX_INITIALIZER};

const TtHeif *tt_heif(const char **reason) {
    *reason = tt_library_load(&library);
    return *reason ? NULL : &functions;
}
