// SPDX-License-Identifier: GPL-3.0-or-later
// Linux's own calls for threads that wait, which Swift's Glibc module does not import.
#pragma once

/// A non-blocking eventfd, or -1.
int tt_event_new(void);
/// Makes it readable. Async-signal-safe.
void tt_event_signal(int event);
/// Makes it unreadable again.
void tt_event_clear(int event);
/// Unblocks SIGTERM, SIGINT and SIGHUP, in case the parent process left them blocked. Call before the first thread
/// is started: threads inherit the mask.
void tt_unblock_termination(void);
/// From now on these signals make `event` readable instead of ending the program. Once in a process.
void tt_catch_termination(int event);
/// Names the calling thread; at most 15 letters.
void tt_thread_set_name(const char *name);
