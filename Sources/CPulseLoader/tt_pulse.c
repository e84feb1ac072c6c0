#include "tt_pulse.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

// Of the library's ABI, which its header is for.
#define PULSE_NAME "libpulse.so.0"

static TtPulse functions;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *library, const char *name, void *slot) {
    void *found = dlsym(library, name);
    *(void **)slot = found;
    return found != NULL;
}

static void load(void) {
    void *library = dlopen(PULSE_NAME, RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define TT_PULSE_FIND(name) &&find(library, "pa_" #name, &functions.name)
    is_loaded = true TT_PULSE_FUNCTIONS(TT_PULSE_FIND);
#undef TT_PULSE_FIND
}

const TtPulse *tt_pulse(void) {
    pthread_once(&once, load);
    return is_loaded ? &functions : NULL;
}
