#include "tt_lcms.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

// Of the library's ABI, which its header is for.
#define LCMS_NAME "liblcms2.so.2"

static TtLcms functions;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *library, const char *name, void *slot) {
    void *found = dlsym(library, name);
    *(void **)slot = found;
    return found != NULL;
}

static void load(void) {
    void *library = dlopen(LCMS_NAME, RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define TT_LCMS_FIND(name) &&find(library, "cms" #name, &functions.name)
    is_loaded = true TT_LCMS_FUNCTIONS(TT_LCMS_FIND);
#undef TT_LCMS_FIND
}

const TtLcms *tt_lcms(void) {
    pthread_once(&once, load);
    return is_loaded ? &functions : NULL;
}
