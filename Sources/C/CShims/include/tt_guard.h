// SPDX-License-Identifier: GPL-3.0-or-later
// A process that stops what a camera moves when this one has ended, also by SIGKILL.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// Starts it, for the device at a descriptor, which has this path.
///
/// Returns the descriptor to tell it through, or -1. `process` gets its id.
int tt_guard_start(int device, const char *path, pid_t *process);

/// From now on `control` is set to `rest` when this process ends; or no longer.
///
/// Returns false if the process is gone.
bool tt_guard_tell(int guard, uint32_t control, int32_t rest, bool moves);

/// Ends it. It stops nothing that it was not told to, and nothing else.
void tt_guard_end(int guard, pid_t process);
