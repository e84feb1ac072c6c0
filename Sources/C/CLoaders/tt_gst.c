// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_gst.h"
#include "tt_media.h"

#include <stdio.h>
#include <tt_library.h>

TtGst tt_gst;

static const char *const names[] = {"libgstreamer-1.0.so.0", "libgstapp-1.0.so.0", "libgstvideo-1.0.so.0",
                                    NULL};
static const TtSymbol symbols[] = {
#define TT_GST_SYMBOL(name) {"gst_" #name, &tt_gst.name},
    TT_GST_FUNCTIONS(TT_GST_SYMBOL){NULL, NULL}};

static bool begin(char *failure, size_t size) {
    // GStreamer's SIGSEGV handler, for loading plugins, would replace ours.
    tt_gst.segtrap_set_enabled(FALSE);
    GError *error = NULL;
    bool has_begun = tt_gst.init_check(NULL, NULL, &error);
    if (!has_begun) snprintf(failure, size, "%s", error ? error->message : "gst_init_check");
    g_clear_error(&error);
    return has_begun;
}

static TtLibrary library = {
    .names = names, .symbols = symbols, .begin = begin, .lock = PTHREAD_MUTEX_INITIALIZER};

const char *tt_media_load(void) { return tt_library_load(&library); }

bool tt_media_has_element(const char *name) {
    GstElementFactory *factory = tt_gst.element_factory_find(name);
    if (factory) tt_gst.object_unref(factory);
    return factory != NULL;
}
