// SPDX-License-Identifier: GPL-3.0-or-later
/// Interposed: readlink and realpath. They report /sys paths without VCAM_DIR in front, and tell of any
/// process's descriptor (/proc/PID/fd/N) which camera it is.
#include "paths.h"
#include "real.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TARGET(name) (path.kind == PATH_MOVED ? path.real : (name))

/// The text that a link should have had. `room` is the caller's buffer.
static ssize_t amend(char *text, ssize_t length, size_t room) {
    char copy[64], node[64];
    if (length <= 0 || !camera_root()) return length;
    if (text[0] == '/') return (size_t)length < room ? path_disguise(text, length) : length;
    if (length > 40 || strncmp(text, "socket:[", 8) != 0) return length;
    memcpy(copy, text, (size_t)length);
    copy[length] = 0;
    if (!path_of_inode(strtoull(copy + 8, NULL, 10), node)) return length;
    size_t size = strlen(node) < room ? strlen(node) : room;
    memcpy(text, node, size);
    return (ssize_t)size;
}

static ssize_t read_link(int directory, const char *name, char *text, size_t room) {
    struct path path;
    path_resolve(directory, name, &path);
    if (path.kind == PATH_CAMERA || path.kind == PATH_HIDDEN) {
        errno = path.kind == PATH_CAMERA ? EINVAL : ENOENT;
        return -1;
    }
    NEXT(readlinkat);
    return amend(text, next(directory, TARGET(name), text, room), room);
}

ssize_t __readlink_chk(const char *name, char *text, size_t size, size_t room);
ssize_t __readlinkat_chk(int directory, const char *name, char *text, size_t size, size_t room);
char *__realpath_chk(const char *name, char *resolved, size_t room);

EXPORT ssize_t readlink(const char *name, char *text, size_t size) {
    return read_link(AT_FDCWD, name, text, size);
}

EXPORT ssize_t readlinkat(int directory, const char *name, char *text, size_t size) {
    return read_link(directory, name, text, size);
}

EXPORT ssize_t __readlink_chk(const char *name, char *text, size_t size, size_t room) {
    (void)room;
    return read_link(AT_FDCWD, name, text, size);
}

EXPORT ssize_t __readlinkat_chk(int directory, const char *name, char *text, size_t size, size_t room) {
    (void)room;
    return read_link(directory, name, text, size);
}

/// Resolved into a buffer of our own: with VCAM_DIR in front a path can be longer than the caller's.
static char *resolve(const char *name, char *resolved) {
    struct path path;
    char text[PATH_MAX];
    path_resolve(AT_FDCWD, name, &path);
    if (path.kind == PATH_CAMERA || path.kind == PATH_HIDDEN) {
        errno = ENOENT;
        if (path.kind == PATH_HIDDEN) return NULL;
        snprintf(text, sizeof text, "%s", path.camera->state->node);
    } else {
        NEXT(realpath);
        if (!next(TARGET(name), text)) return NULL;
        path_disguise(text, (long)strlen(text));
    }
    return resolved ? strcpy(resolved, text) : strdup(text);
}

EXPORT char *realpath(const char *name, char *resolved) { return resolve(name, resolved); }

EXPORT char *__realpath_chk(const char *name, char *resolved, size_t room) {
    (void)room;
    return resolve(name, resolved);
}

EXPORT char *canonicalize_file_name(const char *name) { return resolve(name, NULL); }

/// `ls -l` asks for these. A node has none; files of our tree have whatever they have.
#define GETXATTR(function) \
    ssize_t function(const char *name, const char *attribute, void *value, size_t size); \
    EXPORT ssize_t function(const char *name, const char *attribute, void *value, size_t size) { \
        struct path path; \
        path_resolve(AT_FDCWD, name, &path); \
        if (path.kind == PATH_CAMERA || path.kind == PATH_HIDDEN) { \
            errno = path.kind == PATH_CAMERA ? ENODATA : ENOENT; \
            return -1; \
        } \
        NEXT(function); \
        return next(TARGET(name), attribute, value, size); \
    }

GETXATTR(getxattr)
GETXATTR(lgetxattr)
