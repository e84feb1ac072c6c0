// SPDX-License-Identifier: GPL-3.0-or-later
/// The V4L2 ioctls of an open file. Each function returns 0 or an errno.
#ifndef VCAM_IOCTL_H
#define VCAM_IOCTL_H

#include "handle.h"

/// Performs an ioctl: 0, or -1 with errno.
int ioctl_perform(struct handle *handle, int fd, unsigned long request, void *argument);

/// Devices, inputs, formats, rates, selections. ENOTTY for any other.
int ioctl_format(struct handle *handle, uint32_t request, void *argument);

/// Everything about controls. ENOTTY for any other.
int ioctl_control(struct handle *handle, uint32_t request, void *argument);

#endif
