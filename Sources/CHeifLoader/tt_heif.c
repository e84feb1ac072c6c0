#include "tt_heif.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// Of the library's ABI, which its header is for.
#define LIBHEIF_NAME "libheif.so.1"

static TtHeif functions;
static bool is_loaded;
/// Why loading failed; the linker's own message is lost with its thread.
static char failure[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *library, const char *name, void *slot) {
    void *found = dlsym(library, name);
    if (!found) {
        snprintf(failure, sizeof failure, "%s has no %s", LIBHEIF_NAME, name);
        return false;
    }
    *(void **)slot = found;
    return true;
}

static void load(void) {
    // Bound at once: a symbol that is missing is found out here, and not in the middle of a photo.
    void *library = dlopen(LIBHEIF_NAME, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *reason = dlerror();
        snprintf(failure, sizeof failure, "%s", reason ? reason : LIBHEIF_NAME);
        return;
    }
#define TT_HEIF_FIND(name) &&find(library, "heif_" #name, &functions.name)
    is_loaded = true TT_HEIF_FUNCTIONS(TT_HEIF_FIND);
#undef TT_HEIF_FIND
}

const TtHeif *tt_heif(const char **reason) {
    pthread_once(&once, load);
    *reason = is_loaded ? NULL : failure;
    return is_loaded ? &functions : NULL;
}
