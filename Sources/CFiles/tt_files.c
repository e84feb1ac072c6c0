#define _GNU_SOURCE
#include "CFiles.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <sys/vfs.h>

int tt_rename_new(int folder, const char *name, int new_folder, const char *new_name) {
    return renameat2(folder, name, new_folder, new_name, RENAME_NOREPLACE);
}

int tt_open_path(const char *path) { return open(path, O_PATH | O_CLOEXEC); }

bool tt_is_on_fat(int file) {
    struct statfs status;
    return fstatfs(file, &status) == 0 && status.f_type == MSDOS_SUPER_MAGIC;
}
