// System calls on files that Swift's Glibc does not show, as they need _GNU_SOURCE, and what a crash leaves.
#pragma once
#include <stdbool.h>

// renameat2(2) with RENAME_NOREPLACE: -1 and EEXIST where the new name is taken, EINVAL where the file system can't tell.
int tt_rename_new(int folder, const char *name, int new_folder, const char *new_name);

// open(2) with O_PATH: what has this path, links followed; opens nothing, so that no device and no FIFO notices.
int tt_open_path(const char *path);

// From now on a crash of this process first gives a file another name and syncs the folder, which has to stay open.
// A crash is a fault of the program's own: SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT. Whatever else ends it,
// such as SIGKILL or a power cut, leaves the name. The former actions of these signals follow.
// One at a time: false where there is another, or a name is too long.
bool tt_crash_note(int folder, const char *name, const char *new_name);

// Takes the note and the signals' actions back. Only after tt_crash_note returned true.
void tt_crash_note_end(void);
