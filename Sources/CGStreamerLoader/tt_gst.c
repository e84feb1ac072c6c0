#include "tt_gst.h"
#include "tt_media.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

TtGst tt_gst;

/// Of the libraries' ABI, which their headers are for. The one that the others need comes first.
static const char *const names[] = {"libgstreamer-1.0.so.0", "libgstapp-1.0.so.0", "libgstvideo-1.0.so.0"};
enum { NAME_COUNT = sizeof names / sizeof *names };

static bool is_loaded;
/// Why loading failed; the linker's own message is lost with its thread.
static char failure[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *const *libraries, const char *name, void *slot) {
    for (int index = 0; index < NAME_COUNT; index += 1) {
        void *found = dlsym(libraries[index], name);
        if (found) {
            *(void **)slot = found;
            return true;
        }
    }
    snprintf(failure, sizeof failure, "GStreamer has no %s", name);
    return false;
}

static bool open_libraries(void **libraries) {
    for (int index = 0; index < NAME_COUNT; index += 1) {
        // Bound at once: a symbol that is missing is found out here, and not in the middle of a video.
        libraries[index] = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
        if (!libraries[index]) {
            const char *reason = dlerror();
            snprintf(failure, sizeof failure, "%s", reason ? reason : names[index]);
            return false;
        }
    }
    return true;
}

static void load(void) {
    void *libraries[NAME_COUNT];
    if (!open_libraries(libraries)) return;
#define TT_GST_FIND(name) &&find(libraries, "gst_" #name, &tt_gst.name)
    if (!(true TT_GST_FUNCTIONS(TT_GST_FIND))) return;
#undef TT_GST_FIND
    // GStreamer's handler of SIGSEGV, for the loading of plugins, would be in the way of ours.
    tt_gst.segtrap_set_enabled(FALSE);
    GError *error = NULL;
    is_loaded = tt_gst.init_check(NULL, NULL, &error);
    if (!is_loaded) snprintf(failure, sizeof failure, "%s", error ? error->message : "gst_init_check");
    g_clear_error(&error);
}

const char *tt_media_load(void) {
    pthread_once(&once, load);
    return is_loaded ? NULL : failure;
}

bool tt_media_has_element(const char *name) {
    GstElementFactory *factory = tt_gst.element_factory_find(name);
    if (factory) tt_gst.object_unref(factory);
    return factory != NULL;
}
