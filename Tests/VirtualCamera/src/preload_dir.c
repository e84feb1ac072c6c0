// SPDX-License-Identifier: GPL-3.0-or-later
/// Interposed: directory listings. /sys/class/video4linux is ours; /dev shows our nodes and hides real ones.
#include "paths.h"
#include "real.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A listing of /dev in progress: the real one, then ours.
struct listing {
    DIR *real, *ours;
    bool second;
    struct listing *next;
};

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static struct listing *list;

static struct listing *find(DIR *directory) {
    pthread_mutex_lock(&list_lock);
    struct listing *found = list;
    while (found && found->real != directory) found = found->next;
    pthread_mutex_unlock(&list_lock);
    return found;
}

static void remember(DIR *directory) {
    char dev[600];
    if (!directory || !camera_root()) return;
    NEXT(opendir);
    snprintf(dev, sizeof dev, "%s/dev", camera_root());
    struct listing *listing = calloc(1, sizeof *listing);
    listing->real = directory;
    listing->ours = next(dev);
    pthread_mutex_lock(&list_lock);
    listing->next = list;
    list = listing;
    pthread_mutex_unlock(&list_lock);
}

static struct listing *forget(DIR *directory) {
    pthread_mutex_lock(&list_lock);
    struct listing **link = &list;
    while (*link && (*link)->real != directory) link = &(*link)->next;
    struct listing *found = *link;
    if (found) *link = found->next;
    pthread_mutex_unlock(&list_lock);
    return found;
}

EXPORT DIR *opendir(const char *name) {
    struct path path;
    path_resolve(AT_FDCWD, name, &path);
    NEXT(opendir);
    DIR *directory = next(path.kind == PATH_MOVED ? path.real : name);
    if (strcmp(name, "/dev") == 0 || strcmp(name, "/dev/") == 0) remember(directory);
    return directory;
}

EXPORT DIR *fdopendir(int fd) {
    struct stat status, dev;
    NEXT(fdopendir);
    DIR *directory = next(fd);
    if (directory && camera_root() && SYS(fstat, (long)fd, &status) == 0 &&
        SYS(newfstatat, (long)AT_FDCWD, "/dev", &dev, 0L) == 0 && status.st_ino == dev.st_ino &&
        status.st_dev == dev.st_dev)
        remember(directory);
    return directory;
}

EXPORT int closedir(DIR *directory) {
    struct listing *listing = forget(directory);
    NEXT(closedir);
    if (listing && listing->ours) next(listing->ours);
    free(listing);
    return next(directory);
}

EXPORT void rewinddir(DIR *directory) {
    struct listing *listing = find(directory);
    NEXT(rewinddir);
    if (listing && listing->ours) next(listing->ours);
    if (listing) listing->second = false;
    next(directory);
}

// struct dirent and struct dirent64 are the same on 64-bit machines.
#define READDIR(function, type) \
    EXPORT struct type *function(DIR *directory) { \
        struct listing *listing = find(directory); \
        struct type *entry; \
        NEXT(function); \
        if (!listing) return next(directory); \
        while (!listing->second && (entry = next(directory))) \
            if (strncmp(entry->d_name, "video", 5) != 0) return entry; \
        listing->second = true; \
        while (listing->ours && (entry = next(listing->ours))) \
            if (entry->d_name[0] != '.') { \
                entry->d_type = DT_CHR; \
                return entry; \
            } \
        return NULL; \
    }

READDIR(readdir, dirent)
READDIR(readdir64, dirent64)

/// glibc's scandir calls its own readdir, so it is done again here.
#define SCANDIR(function, type, read_entry) \
    EXPORT int function(const char *name, struct type ***out, int (*keep)(const struct type *), \
                        int (*compare)(const struct type **, const struct type **)) { \
        struct type **entries = NULL, *entry; \
        int count = 0; \
        DIR *directory = opendir(name); \
        if (!directory) return -1; \
        while ((entry = read_entry(directory))) { \
            if (keep && !keep(entry)) continue; \
            entries = realloc(entries, (size_t)(count + 1) * sizeof *entries); \
            entries[count] = malloc(entry->d_reclen); \
            memcpy(entries[count++], entry, entry->d_reclen); \
        } \
        closedir(directory); \
        if (compare && count) \
            qsort(entries, (size_t)count, sizeof *entries, (int (*)(const void *, const void *))compare); \
        *out = entries; \
        return count; \
    }

SCANDIR(scandir, dirent, readdir)
SCANDIR(scandir64, dirent64, readdir64)
