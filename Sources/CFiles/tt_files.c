// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CFiles.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/vfs.h>

int tt_rename_new(int folder, const char *name, int new_folder, const char *new_name) {
    return renameat2(folder, name, new_folder, new_name, RENAME_NOREPLACE);
}

int tt_open_path(const char *path) { return open(path, O_PATH | O_CLOEXEC); }

int64_t tt_birth(int folder, const char *name) {
    struct statx status;
    if (statx(folder, name, AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW, STATX_BTIME, &status) != 0) return 0;
    if (!(status.stx_mask & STATX_BTIME)) return 0;
    return (int64_t)status.stx_btime.tv_sec * 1000000000 + status.stx_btime.tv_nsec;
}

bool tt_is_on_fat(int file) {
    struct statfs status;
    return fstatfs(file, &status) == 0 && status.f_type == MSDOS_SUPER_MAGIC;
}
