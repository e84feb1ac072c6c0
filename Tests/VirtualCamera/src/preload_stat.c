// SPDX-License-Identifier: GPL-3.0-or-later
/// Interposed: stat in all its forms, access, readlink, realpath, inotify.
#include "handle.h"
#include "paths.h"
#include "real.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/sysmacros.h>

#define TARGET(name) (path.kind == PATH_MOVED ? path.real : (name))

/// True when the answer is ours: `result` and, if that is 0, `out`.
static bool ours(const struct path *path, struct stat *out, int *result) {
    if (path->kind == PATH_CAMERA)
        path_stat(path->camera, out);
    else if (path->kind == PATH_HIDDEN)
        errno = ENOENT;
    *result = path->kind == PATH_CAMERA ? 0 : -1;
    return path->kind == PATH_CAMERA || path->kind == PATH_HIDDEN;
}

/// A descriptor of a camera is a character device, whatever the kernel thinks of the socket.
static bool ours_by_fd(int fd, struct stat *out) {
    struct handle *handle = handle_get(fd);
    if (!handle) return false;
    path_stat(handle->camera, out);
    handle_put(handle);
    return true;
}

// struct stat and struct stat64 are the same on 64-bit machines, the only ones supported.
#define STAT(function, type) \
    EXPORT int function(const char *name, struct type *out) { \
        struct path path; \
        int result; \
        path_resolve(AT_FDCWD, name, &path); \
        if (ours(&path, (struct stat *)out, &result)) return result; \
        NEXT(function); \
        return next(TARGET(name), out); \
    }

STAT(stat, stat)
STAT(stat64, stat64)
STAT(lstat, stat)
STAT(lstat64, stat64)

#define FSTAT(function, type) \
    EXPORT int function(int fd, struct type *out) { \
        if (ours_by_fd(fd, (struct stat *)out)) return 0; \
        NEXT(function); \
        return next(fd, out); \
    }

FSTAT(fstat, stat)
FSTAT(fstat64, stat64)

#define FSTATAT(function, type) \
    EXPORT int function(int directory, const char *name, struct type *out, int flags) { \
        struct path path; \
        int result; \
        if (flags & AT_EMPTY_PATH && !*name && ours_by_fd(directory, (struct stat *)out)) return 0; \
        path_resolve(directory, name, &path); \
        if (ours(&path, (struct stat *)out, &result)) return result; \
        NEXT(function); \
        return next(directory, TARGET(name), out, flags); \
    }

FSTATAT(fstatat, stat)
FSTATAT(fstatat64, stat64)

static void to_statx(const struct stat *in, struct statx *out) {
    memset(out, 0, sizeof *out);
    out->stx_mask = STATX_BASIC_STATS;
    out->stx_blksize = (uint32_t)in->st_blksize;
    out->stx_nlink = (uint32_t)in->st_nlink;
    out->stx_uid = in->st_uid;
    out->stx_gid = in->st_gid;
    out->stx_mode = (uint16_t)in->st_mode;
    out->stx_ino = in->st_ino;
    out->stx_rdev_major = major(in->st_rdev);
    out->stx_rdev_minor = minor(in->st_rdev);
    out->stx_dev_minor = minor(in->st_dev);
}

EXPORT int statx(int directory, const char *name, int flags, unsigned int mask, struct statx *out) {
    struct path path;
    struct stat status;
    int result = 0;
    path_resolve(directory, name, &path);
    if ((flags & AT_EMPTY_PATH && !*name && ours_by_fd(directory, &status)) ||
        ours(&path, &status, &result)) {
        if (result == 0) to_statx(&status, out);
        return result;
    }
    NEXT(statx);
    return next(directory, TARGET(name), flags, mask, out);
}

/// The node can be used, unless the fault says that its ACL has not arrived.
static bool our_access(const struct path *path, int mode, int *result) {
    struct stat unused;
    if (!ours(path, &unused, result)) return false;
    if (*result == 0 && mode && path->camera->state->faults[FAULT_OPEN_EACCES].left) {
        errno = EACCES;
        *result = -1;
    }
    return true;
}

#define ACCESS(function) \
    EXPORT int function(const char *name, int mode) { \
        struct path path; \
        int result; \
        path_resolve(AT_FDCWD, name, &path); \
        if (our_access(&path, mode, &result)) return result; \
        NEXT(function); \
        return next(TARGET(name), mode); \
    }

ACCESS(access)
ACCESS(eaccess)
ACCESS(euidaccess)

EXPORT int faccessat(int directory, const char *name, int mode, int flags) {
    struct path path;
    int result;
    path_resolve(directory, name, &path);
    if (our_access(&path, mode, &result)) return result;
    NEXT(faccessat);
    return next(directory, TARGET(name), mode, flags);
}

/// A watch on /dev sees our nodes come and go in VCAM_DIR/dev instead.
EXPORT int inotify_add_watch(int fd, const char *name, uint32_t mask) {
    struct path path;
    char dev[600];
    path_resolve(AT_FDCWD, name, &path);
    NEXT(inotify_add_watch);
    bool node = path.kind == PATH_CAMERA || path.kind == PATH_HIDDEN;
    if (camera_root() && (node || strcmp(name, "/dev") == 0 || strcmp(name, "/dev/") == 0)) {
        snprintf(dev, sizeof dev, "%s%.100s", camera_root(), name);
        return next(fd, dev, mask);
    }
    return next(fd, TARGET(name), mask);
}
