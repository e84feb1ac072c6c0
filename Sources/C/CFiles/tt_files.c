// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CFiles.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <linux/limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/xattr.h>

int tt_rename_new(int folder, const char *name, int new_folder, const char *new_name) {
    return renameat2(folder, name, new_folder, new_name, RENAME_NOREPLACE);
}

int tt_open_path(const char *path) { return open(path, O_PATH | O_CLOEXEC); }

int64_t tt_birth(int folder, const char *name) {
    struct statx status;
    if (statx(folder, name, AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW, STATX_BTIME, &status) != 0) return 0;
    if (!(status.stx_mask & STATX_BTIME)) return 0;
    // Without overflow for years that have no room: only equality counts.
    return (int64_t)((uint64_t)status.stx_btime.tv_sec * 1000000000u + status.stx_btime.tv_nsec);
}

void tt_copy_attributes(int from, int to) {
    char names[XATTR_LIST_MAX];
    const ssize_t length = flistxattr(from, names, sizeof names);
    char *const value = length > 0 ? malloc(XATTR_SIZE_MAX) : NULL;
    if (!value) return;
    for (const char *name = names; name < names + length; name += strlen(name) + 1) {
        if (strncmp(name, "user.", 5) != 0) continue;
        const ssize_t size = fgetxattr(from, name, value, XATTR_SIZE_MAX);
        if (size >= 0) fsetxattr(to, name, value, (size_t)size, 0);
    }
    free(value);
}

bool tt_is_on_fat(int file) {
    struct statfs status;
    return fstatfs(file, &status) == 0 && status.f_type == MSDOS_SUPER_MAGIC;
}
