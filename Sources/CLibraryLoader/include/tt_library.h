// Libraries that are loaded when something of theirs is first needed, and never unloaded.
#pragma once
#include <pthread.h>
#include <stdbool.h>

/// A function of a library's, and what gets its address.
typedef struct {
    const char *_Nullable name;
    void *_Nullable slot;
} TtSymbol;

/// Libraries that belong together, and the functions of theirs that are used.
typedef struct {
    /// Of the ABI that the headers are for; the one that the others need comes first. NULL ends both lists.
    const char *_Nullable const *_Nonnull names;
    const TtSymbol *_Nonnull symbols;
    /// Sets the libraries up; NULL if nothing is to be done. Returns false if that fails, having written why.
    bool (*_Nullable begin)(char *_Nonnull failure, size_t size);
    // Below: for tt_library_load, which is given zeros.
    pthread_mutex_t lock;
    bool was_tried, is_loaded;
    /// The linker's own message is lost with its thread.
    char failure[256];
} TtLibrary;

/// Loads them at the first call. Thread-safe.
///
/// Returns NULL if every function is there, else why not, forever.
const char *_Nullable tt_library_load(TtLibrary *_Nonnull library);
