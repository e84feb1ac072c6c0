// SPDX-License-Identifier: GPL-3.0-or-later
/// Shared by the interposed functions and the interposed `syscall`, which libv4l2 uses.
#ifndef VCAM_PRELOAD_H
#define VCAM_PRELOAD_H

#include "paths.h"

#include <stddef.h>

/// True when the file is ours (or hidden): `fd` is then the result, with errno. Otherwise `path` is the
/// real place.
bool preload_open(int directory, const char *name, int flags, struct path *path, int *fd);

/// True when the descriptor is a camera's: `memory` is then the result, with errno.
bool preload_map(void *address, size_t length, int protection, int flags, int fd, long offset, void **memory);

#endif
