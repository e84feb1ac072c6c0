// System calls on files that Swift's Glibc does not show, as they need _GNU_SOURCE, and what a crash leaves.
#pragma once
#include <stdbool.h>

// renameat2(2) with RENAME_NOREPLACE: -1 and EEXIST where the new name is taken, EINVAL where the file system can't tell.
int tt_rename_new(int folder, const char *name, int new_folder, const char *new_name);

// open(2) with O_PATH: resolves the path without opening a device or FIFO behind it; links are followed.
int tt_open_path(const char *path);

// Whether an open file lies on FAT, whose files end before 4 GiB; exFAT's don't.
bool tt_is_on_fat(int file);

// From now on a crash of this process first gives a file another name and syncs the folder, which has to stay open. A
// crash is a fault of the program's own: SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT. SIGKILL or a power cut
// leaves the name, and so does a crash of a thread with a higher priority than the caller's: what the caller does, and
// the threads that it starts, have its own at most. The former actions of these signals follow. One at a time: false
// where one is set already, or a name is too long.
bool tt_crash_note(int folder, const char *name, const char *new_name);

// Removes the note and restores the signals' actions. Only after tt_crash_note returned true.
void tt_crash_note_end(void);
