// SPDX-License-Identifier: GPL-3.0-or-later
/// V4L2_EVENT_CTRL: subscriptions and pending changes live in the slots of the shared state, so that a control
/// written by one process wakes another.
#ifndef VCAM_EVENTS_H
#define VCAM_EVENTS_H

#include "handle.h"

bool events_pending(struct handle *handle);

/// The ioctls; 0 or an errno.
int events_subscribe(struct handle *handle, const struct v4l2_event_subscription *subscription);
int events_unsubscribe(struct handle *handle, int fd, const struct v4l2_event_subscription *subscription);
int events_take(struct handle *handle, int fd, struct v4l2_event *event);

#endif
