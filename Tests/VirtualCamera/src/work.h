// SPDX-License-Identifier: GPL-3.0-or-later
/// The megabytes in which pictures are made: a mapping named `vcam-picture`, so that a measurement of the host
/// program's memory can leave it out.
#ifndef VCAM_WORK_H
#define VCAM_WORK_H

#include <stddef.h>

/// Zeroed, aligned for any vector. NULL if there is no memory.
void *work_take(size_t size);
void work_give(void *memory);

#endif
