// SPDX-License-Identifier: GPL-3.0-or-later
/// Keeps pthread_cancel out of our locks.
///
/// The kernel's ioctl is no cancellation point, but our way through it would be, and a thread that is cancelled
/// asynchronously in a blocking DQBUF (v4l2-compliance does that) must not die with a mutex in its hand.
#ifndef VCAM_CANCEL_H
#define VCAM_CANCEL_H

/// Forbids cancellation until `cancel_allow`. Both nest.
void cancel_forbid(void);
void cancel_allow(void);

/// Around a wait that holds no lock: cancellable, if the thread was so before.
void cancel_wait_begin(void);
void cancel_wait_end(void);

#endif
