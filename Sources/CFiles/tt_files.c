#define _GNU_SOURCE
#include "CFiles.h"

#include <fcntl.h>
#include <stdio.h>

int tt_rename_new(int folder, const char *name, int new_folder, const char *new_name) {
    return renameat2(folder, name, new_folder, new_name, RENAME_NOREPLACE);
}

int tt_open_path(const char *path) { return open(path, O_PATH | O_CLOEXEC); }
