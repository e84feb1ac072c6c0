// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_pulse.h"

#include <stddef.h>
#include <tt_library.h>

static const char *const names[] = {"libpulse.so.0", NULL};
static TtPulse functions;
static const TtSymbol symbols[] = {
#define TT_PULSE_SYMBOL(name) {"pa_" #name, &functions.name},
    TT_PULSE_FUNCTIONS(TT_PULSE_SYMBOL){NULL, NULL}};
static TtLibrary library = {.names = names, .symbols = symbols, .lock = PTHREAD_MUTEX_INITIALIZER};

const TtPulse *tt_pulse(void) { return tt_library_load(&library) ? NULL : &functions; }
