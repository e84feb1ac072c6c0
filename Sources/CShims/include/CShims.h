// What Swift cannot import: casts, ioctl numbers, closures for signals, the main queue's event source.
#pragma once
#include "tt_dial.h"
#include "tt_glib.h"
#include "tt_overlay.h"
#include "tt_paths.h"
#include "tt_presence.h"
#include "tt_thread.h"
#include "tt_timer.h"
#include "tt_video.h"
#include "tt_viewfinder.h"
