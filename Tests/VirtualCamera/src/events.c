// SPDX-License-Identifier: GPL-3.0-or-later
/// Control events between processes.
#include "events.h"

#include "cancel.h"
#include "controls.h"
#include "notify.h"
#include "real.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>

/// The pending control that waits longest, or -1; `rest` counts the others.
static int oldest(const struct vcam_slot *slot, uint32_t *rest) {
    int found = -1;
    *rest = 0;
    for (int control = 0; slot && control < CONTROL_COUNT; control++) {
        if (!slot->changes[control]) continue;
        if (found >= 0) ++*rest;
        if (found < 0 || slot->order[control] < slot->order[found]) found = control;
    }
    return found;
}

bool events_pending(struct handle *handle) {
    uint32_t rest;
    state_lock(handle->camera->state);
    bool pending = oldest(handle_slot(handle), &rest) >= 0;
    state_unlock(handle->camera->state);
    return pending;
}

/// With everything locked. True when the subscriber gets the control's event at once.
static bool subscribe(struct vcam_state *state, struct vcam_slot *slot, int control, uint32_t flags) {
    const struct control_info *info = &control_table[control];
    slot->subscribed |= 1u << control;
    slot->feedback &= ~(1u << control);
    if (flags & V4L2_EVENT_SUB_FL_ALLOW_FEEDBACK) slot->feedback |= 1u << control;
    if (!(flags & V4L2_EVENT_SUB_FL_SEND_INITIAL) || info->type == V4L2_CTRL_TYPE_CTRL_CLASS) return false;
    uint32_t value = info->flags & V4L2_CTRL_FLAG_WRITE_ONLY ? 0 : V4L2_EVENT_CTRL_CH_VALUE;
    notify_slot(state, slot, control, V4L2_EVENT_CTRL_CH_FLAGS | value);
    return true;
}

int events_subscribe(struct handle *handle, const struct v4l2_event_subscription *subscription) {
    struct vcam_state *state = handle->camera->state;
    if (subscription->type != V4L2_EVENT_CTRL) return EINVAL;
    pthread_mutex_lock(&handle->lock);
    state_lock(state);
    int control = control_find(state, subscription->id);
    struct vcam_slot *slot = handle_slot(handle);
    bool known = control >= 0 && slot;
    bool at_once = known && subscribe(state, slot, control, subscription->flags);
    state_unlock(state);
    if (at_once) // here and not in the service thread: v4l2-compliance waits for 100 microseconds only
        handle_raise_event(handle);
    pthread_mutex_unlock(&handle->lock);
    return known ? 0 : EINVAL;
}

/// With the handle locked: no event left means no POLLPRI.
static void settle(struct handle *handle, int fd) {
    if (!events_pending(handle)) handle_lower_event(handle, fd);
}

int events_unsubscribe(struct handle *handle, int fd, const struct v4l2_event_subscription *subscription) {
    struct vcam_state *state = handle->camera->state;
    if (subscription->type != V4L2_EVENT_CTRL && subscription->type != V4L2_EVENT_ALL) return 0;
    pthread_mutex_lock(&handle->lock);
    state_lock(state);
    struct vcam_slot *slot = handle_slot(handle);
    for (int control = 0; slot && control < CONTROL_COUNT; control++)
        if (subscription->type == V4L2_EVENT_ALL || control_table[control].id == subscription->id) {
            slot->subscribed &= ~(1u << control);
            slot->changes[control] = 0;
        }
    state_unlock(state);
    settle(handle, fd);
    pthread_mutex_unlock(&handle->lock);
    return 0;
}

static void describe(const struct vcam_state *state, int control, uint32_t changes,
                     struct v4l2_event *event) {
    const struct control_info *info = &control_table[control];
    memset(event, 0, sizeof *event);
    event->type = V4L2_EVENT_CTRL;
    event->id = info->id;
    event->u.ctrl = (struct v4l2_event_ctrl){.changes = changes,
                                             .type = info->type,
                                             .value = control_value(state, control),
                                             .flags = control_flags(state, control),
                                             .minimum = info->minimum,
                                             .maximum = info->maximum,
                                             .step = info->step,
                                             .default_value = info->initial};
}

static int try_take(struct handle *handle, int fd, struct v4l2_event *event) {
    struct vcam_state *state = handle->camera->state;
    uint32_t rest;
    pthread_mutex_lock(&handle->lock);
    state_lock(state);
    struct vcam_slot *slot = handle_slot(handle);
    int control = oldest(slot, &rest);
    if (control >= 0) {
        describe(state, control, slot->changes[control], event);
        slot->changes[control] = 0;
        event->pending = rest;
        event->sequence = (uint32_t)slot->order[control];
        clock_gettime(CLOCK_MONOTONIC, &event->timestamp);
    }
    state_unlock(state);
    settle(handle, fd);
    pthread_mutex_unlock(&handle->lock);
    return control >= 0 ? 0 : handle_gone(handle) ? ENODEV : ENOENT;
}

/// Waits for an event as a blocking DQEVENT does. 0 or EINTR.
static int await_event(int fd) {
    struct pollfd entry = {.fd = fd, .events = POLLPRI};
    struct timespec limit = {.tv_nsec = 100000000}, pause = {.tv_nsec = 5000000};
    if (SYS(ppoll, &entry, 1L, &limit, NULL, 8L) < 0) return errno;
    // POLLERR while not streaming must not make this spin.
    return entry.revents & POLLPRI || SYS(nanosleep, &pause, NULL) == 0 ? 0 : errno;
}

int events_take(struct handle *handle, int fd, struct v4l2_event *event) {
    bool blocking = !(SYS(fcntl, (long)fd, (long)F_GETFL, 0L) & O_NONBLOCK);
    int error;
    while ((error = try_take(handle, fd, event)) == ENOENT && blocking) {
        cancel_wait_begin();
        int interrupted = await_event(fd);
        cancel_wait_end();
        if (interrupted) return interrupted;
    }
    return error;
}
