// SPDX-License-Identifier: GPL-3.0-or-later
/// The camera's entries below VCAM_DIR/sys and VCAM_DIR/dev, shaped like the kernel's.
#ifndef VCAM_SYSFS_H
#define VCAM_SYSFS_H

#include "camera.h"

/// Writes the tree of a plugged camera. 0, or -1 with errno.
int sysfs_plug(const struct vcam_state *state);

/// Removes what identifies the camera.
void sysfs_unplug(const struct vcam_state *state);

/// The path of its USB device without VCAM_DIR: "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-2".
void sysfs_usb_path(const struct vcam_state *state, char path[256]);

#endif
