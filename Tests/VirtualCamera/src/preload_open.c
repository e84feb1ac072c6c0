// SPDX-License-Identifier: GPL-3.0-or-later
/// Interposed: open and its relatives, fopen, close.
#include "cancel.h"
#include "handle.h"
#include "paths.h"
#include "preload.h"
#include "real.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>

bool preload_open(int directory, const char *name, int flags, struct path *path, int *fd) {
    switch (path_resolve(directory, name, path)) {
    case PATH_CAMERA:
        if (flags & O_PATH) // only a look at it: nothing of ours can stand for that
            *fd = (int)SYS(openat, (long)AT_FDCWD, "/dev/null", (long)flags, 0L);
        else
            *fd = handle_open(path->camera, flags);
        return true;
    case PATH_HIDDEN:
        errno = ENOENT;
        *fd = -1;
        return true;
    default:
        return false;
    }
}

static mode_t mode_of(int flags, va_list arguments) {
    return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
}

#define TARGET(name) (path.kind == PATH_MOVED ? path.real : (name))

#define OPEN(function) \
    EXPORT int function(const char *name, int flags, ...) { \
        struct path path; \
        int fd; \
        va_list arguments; \
        va_start(arguments, flags); \
        mode_t mode = mode_of(flags, arguments); \
        va_end(arguments); \
        if (preload_open(AT_FDCWD, name, flags, &path, &fd)) return fd; \
        NEXT(function); \
        return next(TARGET(name), flags, mode); \
    }

#define OPENAT(function) \
    EXPORT int function(int directory, const char *name, int flags, ...) { \
        struct path path; \
        int fd; \
        va_list arguments; \
        va_start(arguments, flags); \
        mode_t mode = mode_of(flags, arguments); \
        va_end(arguments); \
        if (preload_open(directory, name, flags, &path, &fd)) return fd; \
        NEXT(function); \
        return next(directory, TARGET(name), flags, mode); \
    }

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

// The names that _FORTIFY_SOURCE gives to calls without a mode.
int __open_2(const char *name, int flags);
int __open64_2(const char *name, int flags);
int __openat_2(int directory, const char *name, int flags);
int __openat64_2(int directory, const char *name, int flags);

EXPORT int __open_2(const char *name, int flags) { return open(name, flags, 0); }

EXPORT int __open64_2(const char *name, int flags) { return open64(name, flags, 0); }

EXPORT int __openat_2(int directory, const char *name, int flags) {
    return openat(directory, name, flags, 0);
}

EXPORT int __openat64_2(int directory, const char *name, int flags) {
    return openat64(directory, name, flags, 0);
}

#define FOPEN(function) \
    EXPORT FILE *function(const char *name, const char *mode) { \
        struct path path; \
        path_resolve(AT_FDCWD, name, &path); \
        NEXT(function); \
        return next(TARGET(name), mode); \
    }

FOPEN(fopen)
FOPEN(fopen64)

EXPORT int close(int fd) {
    NEXT(close);
    if (!handle_any()) return next(fd);
    cancel_forbid();
    struct handle *handle = handle_get(fd);
    int result = next(fd);
    if (handle) handle_await_close(handle);
    cancel_allow();
    return result;
}
