// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds cameras: every sub-folder of VCAM_DIR with a file `state` is one.
#include "camera.h"

#include "real.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static struct camera *list;
static char root_path[400];
static bool root_known;

void camera_set_root(const char *root) {
    char resolved[PATH_MAX];
    root_known = true;
    root_path[0] = 0;
    if (!root || !*root) return;
    // Through the kernel, not through our own realpath: open, then ask where it is.
    int fd = SYS(openat, (long)AT_FDCWD, root, (long)(O_PATH | O_DIRECTORY | O_CLOEXEC), 0L);
    if (fd < 0) return;
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    long length = SYS(readlinkat, (long)AT_FDCWD, link, resolved, (long)sizeof resolved - 1);
    SYS(close, (long)fd);
    if (length <= 0 || length >= (long)sizeof root_path) return;
    memcpy(root_path, resolved, (size_t)length);
    root_path[length] = 0;
}

const char *camera_root(void) {
    if (!root_known) camera_set_root(getenv("VCAM_DIR"));
    return *root_path ? root_path : NULL;
}

static struct camera *find(const char *dir) {
    for (struct camera *camera = list; camera; camera = camera->next)
        if (strcmp(camera->dir, dir) == 0) return camera;
    return NULL;
}

static void add(const char *name) {
    char dir[512], path[600];
    if (snprintf(dir, sizeof dir, "%s/%s", root_path, name) >= (int)sizeof dir || find(dir)) return;
    snprintf(path, sizeof path, "%s/state", dir);
    struct vcam_state *state = state_map(path);
    struct camera *camera = state ? calloc(1, sizeof *camera) : NULL;
    if (!camera) return;
    strcpy(camera->dir, dir);
    camera->state = state;
    camera->next = list;
    list = camera;
}

/// Reads the folder with the bare system call: readdir is one of the functions we interpose.
static void scan(void) {
    int fd = SYS(openat, (long)AT_FDCWD, root_path, (long)(O_RDONLY | O_DIRECTORY | O_CLOEXEC), 0L);
    if (fd < 0) return;
    struct entry {
        uint64_t inode, offset;
        unsigned short length;
        unsigned char type;
        char name[];
    };
    _Alignas(8) char buffer[4096];
    long got;
    while ((got = SYS(getdents64, (long)fd, buffer, (long)sizeof buffer)) > 0)
        for (long at = 0; at < got; at += ((struct entry *)(buffer + at))->length) {
            const char *name = ((struct entry *)(buffer + at))->name;
            if (name[0] != '.' && strcmp(name, "dev") != 0 && strcmp(name, "sys") != 0) add(name);
        }
    SYS(close, (long)fd);
}

static struct camera *lookup(const char *node, bool plugged) {
    if (!camera_root()) return NULL;
    struct camera *found = NULL;
    pthread_mutex_lock(&list_lock);
    scan();
    for (struct camera *camera = list; camera && !found; camera = camera->next)
        if (strcmp(camera->state->node, node) == 0 && (!plugged || camera->state->plugged)) found = camera;
    pthread_mutex_unlock(&list_lock);
    return found;
}

struct camera *camera_at(const char *node) {
    return lookup(node, true);
}

struct camera *camera_first(void) {
    pthread_mutex_lock(&list_lock);
    struct camera *first = list;
    pthread_mutex_unlock(&list_lock);
    return first;
}

struct camera *camera_known(const char *node) {
    struct camera *found = lookup(node, true);
    return found ? found : lookup(node, false);
}
