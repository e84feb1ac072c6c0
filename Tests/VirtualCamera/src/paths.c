// SPDX-License-Identifier: GPL-3.0-or-later
/// Classification of paths.
#include "paths.h"

#include "faults.h"
#include "real.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

/// Debian's group `video`, to which udev gives cameras.
enum { VIDEO_GROUP = 44 };

static bool starts(const char *path, const char *with) { return strncmp(path, with, strlen(with)) == 0; }

static bool exists(const char *path) { return SYS(faccessat, (long)AT_FDCWD, path, 0L) == 0; }

/// A name relative to an open /dev, which programs that scan it with openat use.
static const char *absolute(int directory, const char *name, char buffer[1024]) {
    char link[40];
    if (name[0] == '/' || directory == AT_FDCWD || !starts(name, "video")) return name;
    snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
    long length = SYS(readlinkat, (long)AT_FDCWD, link, buffer, 64L);
    if (length != 4 || memcmp(buffer, "/dev", 4) != 0) return name;
    snprintf(buffer, 1024, "/dev/%s", name);
    return buffer;
}

static enum path_kind resolve_node(const char *path, struct path *out) {
    if (!isdigit((unsigned char)path[strlen("/dev/video")])) return PATH_OTHER;
    out->camera = camera_at(path);
    return out->camera ? PATH_CAMERA : PATH_HIDDEN;
}

/// /dev/char/81:N, as udev links it.
static enum path_kind resolve_number(const char *path, struct path *out) {
    char node[64];
    snprintf(node, sizeof node, "/dev/video%.20s", path + strlen("/dev/char/81:"));
    return resolve_node(node, out);
}

/// Our tree wins below /sys/class/video4linux; elsewhere it only adds what the machine lacks. Under umockdev
/// all is umockdev's: libudev wants a tree that is one piece.
static enum path_kind resolve_sys(const char *path, struct path *out) {
    static int enabled = -1;
    if (enabled < 0) {
        const char *choice = getenv("VCAM_SYSFS");
        enabled = choice ? atoi(choice) : !getenv("UMOCKDEV_DIR");
    }
    if (!enabled ||
        snprintf(out->real, sizeof out->real, "%s%s", camera_root(), path) >= (int)sizeof out->real)
        return PATH_OTHER;
    if (starts(path, "/sys/class/video4linux")) return PATH_MOVED;
    return exists(out->real) && !exists(path) ? PATH_MOVED : PATH_OTHER;
}

enum path_kind path_resolve(int directory, const char *name, struct path *out) {
    char buffer[1024];
    out->kind = PATH_OTHER;
    if (!name || !*name || !camera_root()) return PATH_OTHER;
    const char *path = absolute(directory, name, buffer);
    if (starts(path, "/dev/video"))
        out->kind = resolve_node(path, out);
    else if (starts(path, "/dev/char/81:"))
        out->kind = resolve_number(path, out);
    else if (starts(path, "/sys/"))
        out->kind = resolve_sys(path, out);
    return out->kind;
}

void path_stat(const struct camera *camera, struct stat *out) {
    memset(out, 0, sizeof *out);
    out->st_dev = makedev(0, 5);
    out->st_ino = 1000 + camera->state->minor;
    out->st_mode = S_IFCHR | 0660;
    out->st_nlink = 1;
    out->st_uid = getuid();
    out->st_gid = VIDEO_GROUP;
    out->st_rdev = makedev(81, camera->state->minor);
    out->st_blksize = 4096;
}

bool path_of_inode(uint64_t inode, char node[64]) {
    camera_at(""); // looks for new cameras
    for (struct camera *camera = camera_first(); camera; camera = camera->next)
        for (int index = 0; index < VCAM_MAX_HANDLES; index++)
            if (camera->state->slots[index].id && camera->state->slots[index].inode == inode) {
                snprintf(node, 64, "%s", camera->state->node);
                return true;
            }
    return false;
}

long path_disguise(char *path, long length) {
    const char *root = camera_root();
    long prefix = root ? (long)strlen(root) : 0;
    if (!prefix || length < prefix + 4 || memcmp(path, root, (size_t)prefix) != 0 ||
        memcmp(path + prefix, "/sys", 4) != 0)
        return length;
    memmove(path, path + prefix, (size_t)(length - prefix));
    if (length - prefix < length) path[length - prefix] = 0;
    return length - prefix;
}
