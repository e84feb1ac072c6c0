// SPDX-License-Identifier: GPL-3.0-or-later
/// The megabytes in which pictures are made: a mapping of their own with a name, `vcam-picture`, so that who measures the
/// memory of the program that we live in can leave ours out.
#ifndef VCAM_WORK_H
#define VCAM_WORK_H

#include <stddef.h>

/// Zeroed, aligned for any vector. NULL where there is no memory.
void *work_take(size_t size);
void work_give(void *memory);

#endif
