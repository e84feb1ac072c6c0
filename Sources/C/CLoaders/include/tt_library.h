// SPDX-License-Identifier: GPL-3.0-or-later
// Libraries that are loaded at first use, and never unloaded.
#pragma once
#include <pthread.h>
#include <stdbool.h>

/// A function of a library, and where its address goes.
typedef struct {
    const char *_Nullable name;
    void *_Nullable slot;
} TtSymbol;

/// Libraries that belong together, and the functions used from them.
typedef struct {
    /// With the ABI version of the headers; the library that the others need comes first. NULL ends both lists.
    const char *_Nullable const *_Nonnull names;
    const TtSymbol *_Nonnull symbols;
    /// Sets the libraries up; NULL if that is not needed. On failure writes the reason and returns false.
    bool (*_Nullable begin)(char *_Nonnull failure, size_t size);
    // The rest is tt_library_load's own, zero at first.
    pthread_mutex_t lock;
    bool was_tried, is_loaded;
    /// The linker's own message is lost with its thread.
    char failure[256];
} TtLibrary;

/// Loads them at the first call. Thread-safe.
///
/// Returns NULL if every function is there, else why not, forever.
const char *_Nullable tt_library_load(TtLibrary *_Nonnull library);
