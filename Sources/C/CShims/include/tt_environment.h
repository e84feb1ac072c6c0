// SPDX-License-Identifier: GPL-3.0-or-later
// What a process was started with, and its environment variables while it has threads.
#pragma once

/// Sets a variable while other threads read some, of this name or others. One caller at a time.
///
/// Not setenv, which before glibc 2.41 frees the list that getenv goes through on another thread. Here the old lists stay, of
/// some hundred bytes each, so call it a few times in a process.
void tt_environment_set(const char *name, const char *value);

/// The words of the command line, the program's own name first, as the loader handed them over.
char *const *tt_arguments(void);
int tt_argument_count(void);
