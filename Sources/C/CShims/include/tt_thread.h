// SPDX-License-Identifier: GPL-3.0-or-later
// Linux's own calls for threads that wait, which Swift's Glibc module does not import.
#pragma once

#include <stdbool.h>

/// A non-blocking eventfd, or -1.
int tt_event_new(void);
/// Makes it readable. Async-signal-safe.
void tt_event_signal(int event);
/// Makes it unreadable again.
void tt_event_clear(int event);
/// Something that one thread waits for until another one has done it; NULL without memory. libdispatch's semaphores wait for a
/// time of day, which may be set meanwhile.
struct tt_done;
struct tt_done *tt_done_new(void);
/// Once, when nobody uses it any more.
void tt_done_free(struct tt_done *done);
void tt_done_set(struct tt_done *done);
/// Returns whether it is done; after this many milliseconds at the latest, without a limit if that is negative.
bool tt_done_wait(struct tt_done *done, int milliseconds);
/// Unblocks SIGTERM, SIGINT and SIGHUP, in case the parent process left them blocked. Call before the first thread
/// is started: threads inherit the mask.
void tt_unblock_termination(void);
/// From now on these signals make `event` readable instead of ending the program. Once in a process.
void tt_catch_termination(int event);
/// Names the calling thread; at most 15 letters.
void tt_thread_set_name(const char *name);
