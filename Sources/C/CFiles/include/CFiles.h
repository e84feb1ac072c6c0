// SPDX-License-Identifier: GPL-3.0-or-later
// System calls on files that Swift's Glibc lacks, as they need _GNU_SOURCE, and renaming a file on a crash.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// renameat2(2) with RENAME_NOREPLACE: -1 and EEXIST if the new name is taken, EINVAL if the file system can't tell.
int tt_rename_new(int folder, const char *name, int new_folder, const char *new_name);

// open(2) with O_PATH: resolves the path without opening a device or FIFO behind it; links are followed.
int tt_open_path(const char *path);

// statx(2): when a file was made, in nanoseconds since 1970; 0 where the file system keeps no such time. An empty name
// stands for the open file or folder itself; links are not followed.
int64_t tt_birth(int folder, const char *name);

// Gives an open file the extended attributes of another one that belong to the user (xattr(7)), as far as it can have them.
void tt_copy_attributes(int from, int to);

// Whether an open file lies on FAT, whose files end before 4 GiB; exFAT's don't.
bool tt_is_on_fat(int file);

// From now on a crash of this process (SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT) first gives a file another name
// and syncs the folder, which has to stay open; then the signal's former action follows. SIGKILL or a power cut leaves
// the name, and so does a crash of a thread with a higher priority than the caller's: the caller's own threads have its
// priority at most. One at a time: false if one is set already, or a name is too long.
bool tt_crash_note(int folder, const char *name, const char *new_name);

// Removes the note and restores the signals' actions. Only after tt_crash_note returned true.
void tt_crash_note_end(void);
