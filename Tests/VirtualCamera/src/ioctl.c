// SPDX-License-Identifier: GPL-3.0-or-later
/// Dispatch of ioctls, and the rules that hold for all of them.
#include "ioctl.h"

#include "events.h"
#include "queue.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int get_priority(struct handle *handle, uint32_t *priority) {
    struct vcam_state *state = handle->camera->state;
    *priority = V4L2_PRIORITY_DEFAULT;
    state_lock(state);
    for (int index = 0; index < VCAM_MAX_HANDLES; index++)
        if (state->slots[index].id && state->slots[index].priority > *priority)
            *priority = state->slots[index].priority;
    state_unlock(state);
    return 0;
}

static int set_priority(struct handle *handle, uint32_t priority) {
    if (priority < V4L2_PRIORITY_BACKGROUND || priority > V4L2_PRIORITY_RECORD) return EINVAL;
    state_lock(handle->camera->state);
    struct vcam_slot *slot = handle_slot(handle);
    if (slot) slot->priority = priority;
    state_unlock(handle->camera->state);
    return 0;
}

static bool outranked(struct handle *handle) {
    uint32_t highest;
    get_priority(handle, &highest);
    state_lock(handle->camera->state);
    struct vcam_slot *slot = handle_slot(handle);
    bool outranked = slot && slot->priority < highest;
    state_unlock(handle->camera->state);
    return outranked;
}

/// Every ioctl there is, and whether V4L2 priorities guard it.
static const struct {
    uint32_t request;
    bool guarded;
} known[] = {
    {VIDIOC_QUERYCAP, false},
    {VIDIOC_G_PRIORITY, false},
    {VIDIOC_S_PRIORITY, true},
    {VIDIOC_REQBUFS, true},
    {VIDIOC_CREATE_BUFS, true},
    {VIDIOC_QUERYBUF, false},
    {VIDIOC_QBUF, false},
    {VIDIOC_DQBUF, false},
    {VIDIOC_STREAMON, true},
    {VIDIOC_STREAMOFF, true},
    {VIDIOC_SUBSCRIBE_EVENT, false},
    {VIDIOC_UNSUBSCRIBE_EVENT, false},
    {VIDIOC_DQEVENT, false},
    {VIDIOC_ENUMINPUT, false},
    {VIDIOC_G_INPUT, false},
    {VIDIOC_S_INPUT, true},
    {VIDIOC_ENUM_FMT, false},
    {VIDIOC_ENUM_FRAMESIZES, false},
    {VIDIOC_ENUM_FRAMEINTERVALS, false},
    {VIDIOC_G_FMT, false},
    {VIDIOC_TRY_FMT, false},
    {VIDIOC_S_FMT, true},
    {VIDIOC_G_PARM, false},
    {VIDIOC_S_PARM, true},
    {VIDIOC_G_SELECTION, false},
    {VIDIOC_CROPCAP, false},
    {VIDIOC_G_CROP, false},
    {VIDIOC_QUERYCTRL, false},
    {VIDIOC_QUERY_EXT_CTRL, false},
    {VIDIOC_QUERYMENU, false},
    {VIDIOC_G_CTRL, false},
    {VIDIOC_S_CTRL, true},
    {VIDIOC_G_EXT_CTRLS, false},
    {VIDIOC_S_EXT_CTRLS, true},
    {VIDIOC_TRY_EXT_CTRLS, false},
};

/// 0 when the ioctl exists and may be tried.
static int admit(struct handle *handle, uint32_t request, const void *argument) {
    for (size_t index = 0; index < sizeof known / sizeof *known; index++) {
        if (known[index].request != request) continue;
        if (!argument) return EFAULT;
        return known[index].guarded && outranked(handle) ? EBUSY : 0;
    }
    return ENOTTY;
}

static int query_capability(const struct vcam_state *state, struct v4l2_capability *capability) {
    memset(capability, 0, sizeof *capability);
    strcpy((char *)capability->driver, "uvcvideo");
    snprintf((char *)capability->card, sizeof capability->card, "%s", state->name);
    snprintf((char *)capability->bus_info, sizeof capability->bus_info, "usb-0000:00:14.0-%.14s",
             strchr(state->port, '-') ? strchr(state->port, '-') + 1 : state->port);
    capability->version = 6 << 16 | 1 << 8 | 187;
    capability->device_caps = state->device_caps;
    // As uvcvideo: the whole device also has a metadata node, only device_caps speaks of this one.
    capability->capabilities = state->device_caps | V4L2_CAP_META_CAPTURE | V4L2_CAP_DEVICE_CAPS;
    return 0;
}

static int dispatch(struct handle *handle, int fd, uint32_t request, void *argument) {
    switch (request) {
    case VIDIOC_QUERYCAP:
        return query_capability(handle->camera->state, argument);
    case VIDIOC_G_PRIORITY:
        return get_priority(handle, argument);
    case VIDIOC_S_PRIORITY:
        return set_priority(handle, *(uint32_t *)argument);
    case VIDIOC_REQBUFS:
        return queue_request(handle, fd, argument);
    case VIDIOC_CREATE_BUFS:
        return queue_create(handle, fd, argument);
    case VIDIOC_QUERYBUF:
        return queue_query(handle, argument);
    case VIDIOC_QBUF:
        return queue_put(handle, fd, argument);
    case VIDIOC_DQBUF:
        return queue_take(handle, fd, argument);
    case VIDIOC_STREAMON:
        return queue_start(handle, fd, *(uint32_t *)argument);
    case VIDIOC_STREAMOFF:
        return queue_stop(handle, fd, *(uint32_t *)argument);
    case VIDIOC_SUBSCRIBE_EVENT:
        return events_subscribe(handle, argument);
    case VIDIOC_UNSUBSCRIBE_EVENT:
        return events_unsubscribe(handle, fd, argument);
    case VIDIOC_DQEVENT:
        return events_take(handle, fd, argument);
    default:
        break;
    }
    int error = ioctl_format(handle, request, argument);
    return error == ENOTTY ? ioctl_control(handle, request, argument) : error;
}

int ioctl_perform(struct handle *handle, int fd, unsigned long request, void *argument) {
    uint32_t number = (uint32_t)request; // programs that declare the request as int sign-extend it
    int error;
    if (handle_gone(handle))
        error = ENODEV;
    else if (!(error = admit(handle, number, argument)))
        error = dispatch(handle, fd, number, argument);
    if (error && handle_gone(handle)) error = ENODEV;
    if (!error) return 0;
    errno = error;
    return -1;
}
