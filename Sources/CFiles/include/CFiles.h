// System calls on files that Swift's Glibc does not show, as they need _GNU_SOURCE.
#pragma once

// renameat2(2) with RENAME_NOREPLACE: -1 and EEXIST where the new name is taken, EINVAL where the file system can't tell.
int tt_rename_new(int folder, const char *name, int new_folder, const char *new_name);

// open(2) with O_PATH: what has this path, links followed; opens nothing, so that no device and no FIFO notices.
int tt_open_path(const char *path);
