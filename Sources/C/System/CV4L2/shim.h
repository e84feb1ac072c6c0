// SPDX-License-Identifier: GPL-3.0-or-later
// libv4l2 and the kernel's video interface.
#pragma once
#include <linux/videodev2.h>
#include <libv4l2.h>
