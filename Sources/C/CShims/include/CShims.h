// SPDX-License-Identifier: GPL-3.0-or-later
// What Swift cannot import: casts, ioctl numbers, closures for signals, the main queue's event source.
#pragma once
#include "tt_accessible.h"
#include "tt_drawn.h"
#include "tt_environment.h"
#include "tt_still.h"
#include "tt_glib.h"
#include "tt_guard.h"
#include "tt_newer.h"
#include "tt_paths.h"
#include "tt_pixels.h"
#include "tt_planes.h"
#include "tt_presence.h"
#include "tt_rights.h"
#include "tt_thread.h"
#include "tt_timer.h"
#include "tt_video.h"
#include "tt_x11.h"
