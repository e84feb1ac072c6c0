// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_library.h"

#include <dlfcn.h>
#include <stdio.h>

enum { LIBRARY_LIMIT = 4 };

static void *find(void *const *libraries, const char *name) {
    for (int index = 0; libraries[index]; index += 1) {
        void *found = dlsym(libraries[index], name);
        if (found) return found;
    }
    return NULL;
}

static bool load(TtLibrary *library) {
    void *libraries[LIBRARY_LIMIT + 1] = {NULL};
    for (int index = 0; index < LIBRARY_LIMIT && library->names[index]; index += 1) {
        // Bound at once: a symbol that is missing is found out here, and not in the middle of a photo.
        libraries[index] = dlopen(library->names[index], RTLD_NOW | RTLD_LOCAL);
        if (!libraries[index]) {
            const char *reason = dlerror();
            snprintf(library->failure, sizeof library->failure, "%s",
                     reason ? reason : library->names[index]);
            return false;
        }
    }
    for (const TtSymbol *symbol = library->symbols; symbol->name; symbol += 1) {
        void *found = find(libraries, symbol->name);
        if (!found) {
            snprintf(library->failure, sizeof library->failure, "%s has no %s", library->names[0],
                     symbol->name);
            return false;
        }
        *(void **)symbol->slot = found;
    }
    return !library->begin || library->begin(library->failure, sizeof library->failure);
}

const char *tt_library_load(TtLibrary *library) {
    pthread_mutex_lock(&library->lock);
    if (!library->was_tried) library->is_loaded = load(library);
    library->was_tried = true;
    pthread_mutex_unlock(&library->lock);
    return library->is_loaded ? NULL : library->failure;
}
