// SPDX-License-Identifier: GPL-3.0-or-later
/// Controls: queries, and reading and writing them with uvcvideo's errors and order.
#include "controls.h"
#include "faults.h"
#include "ioctl.h"
#include "notify.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/// A control that is queried: by id, or the next one. -1 when there is none.
static int queried(const struct vcam_state *state, uint32_t id) {
    if (!(id & V4L2_CTRL_FLAG_NEXT_CTRL)) return control_find(state, id);
    return control_after(state, id & V4L2_CTRL_ID_MASK, true);
}

static int query(struct vcam_state *state, struct v4l2_query_ext_ctrl *out) {
    int index = queried(state, out->id);
    if (index < 0) return EINVAL;
    const struct control_info *info = &control_table[index];
    int error = fault_control(state, info->id);
    if (error) return error;
    memset(out, 0, sizeof *out);
    out->id = info->id;
    out->type = info->type;
    snprintf(out->name, sizeof out->name, "%s", info->name);
    out->minimum = info->minimum;
    out->maximum = info->maximum;
    out->step = (uint64_t)info->step;
    out->default_value = info->initial;
    out->flags = control_flags(state, index);
    out->elem_size = 4;
    out->elems = 1;
    return 0;
}

static int query_old(struct vcam_state *state, struct v4l2_queryctrl *out) {
    struct v4l2_query_ext_ctrl found = {.id = out->id};
    int error = query(state, &found);
    if (error) return error;
    memset(out, 0, sizeof *out);
    out->id = found.id;
    out->type = found.type;
    snprintf((char *)out->name, sizeof out->name, "%.31s", found.name);
    out->minimum = (int32_t)found.minimum;
    out->maximum = (int32_t)found.maximum;
    out->step = (int32_t)found.step;
    out->default_value = (int32_t)found.default_value;
    out->flags = found.flags;
    return 0;
}

static int query_menu(const struct vcam_state *state, struct v4l2_querymenu *menu) {
    int index = control_find(state, menu->id);
    const char *item = index < 0 || control_table[index].type != V4L2_CTRL_TYPE_MENU
                           ? NULL
                           : control_menu_item(index, (int32_t)menu->index);
    if (!item) return EINVAL;
    snprintf((char *)menu->name, sizeof menu->name, "%s", item);
    menu->reserved = 0;
    return 0;
}

/// May it be read or written at all? Iterates backwards for the master: the last value in a call counts.
static int access_error(const struct vcam_state *state, uint32_t request, const struct v4l2_ext_controls *set,
                        uint32_t id) {
    int index = control_find(state, id);
    if (index < 0) return EINVAL;
    uint32_t forbidden = request == VIDIOC_G_EXT_CTRLS ? V4L2_CTRL_FLAG_WRITE_ONLY : V4L2_CTRL_FLAG_READ_ONLY;
    if (control_table[index].flags & forbidden) return EACCES;
    int master = control_table[index].master;
    if (request != VIDIOC_S_EXT_CTRLS || master < 0) return 0;
    for (uint32_t other = set->count; other-- > 0;)
        if (set->controls[other].id == control_table[master].id)
            return set->controls[other].value == control_table[index].manual ? 0 : EACCES;
    return control_inactive(state, index) ? EACCES : 0;
}

/// The kernel's checks before a driver sees the call.
static int check(const struct vcam_state *state, uint32_t request, struct v4l2_ext_controls *set) {
    set->error_idx = set->count;
    set->reserved[0] = 0;
    if (set->which == V4L2_CTRL_WHICH_REQUEST_VAL) return EINVAL;
    if (set->which == V4L2_CTRL_WHICH_DEF_VAL && request != VIDIOC_G_EXT_CTRLS) return EINVAL;
    for (uint32_t index = 0; index < set->count; index++) {
        uint32_t id = set->controls[index].id;
        bool classless = set->which == V4L2_CTRL_WHICH_CUR_VAL || set->which == V4L2_CTRL_WHICH_DEF_VAL;
        int error = !classless && V4L2_CTRL_ID2WHICH(id) != set->which
                        ? EINVAL
                        : access_error(state, request, set, id);
        if (error) {
            if (request == VIDIOC_TRY_EXT_CTRLS) set->error_idx = index;
            return error;
        }
    }
    return 0;
}

static int get_all(struct vcam_state *state, struct v4l2_ext_controls *set) {
    for (uint32_t index = 0; index < set->count; index++) {
        int control = control_find(state, set->controls[index].id);
        int error = fault_control(state, control_table[control].id);
        if (error) {
            set->error_idx = index;
            return error;
        }
        set->controls[index].value = set->which == V4L2_CTRL_WHICH_DEF_VAL ? control_table[control].initial
                                                                           : control_value(state, control);
    }
    return 0;
}

static int round_all(uint32_t request, struct vcam_state *state, struct v4l2_ext_controls *set) {
    for (uint32_t index = 0; index < set->count; index++) {
        struct v4l2_ext_control *control = &set->controls[index];
        int32_t value = control->value; // the field is packed: no pointer to it
        int error = control_round(control_find(state, control->id), &value);
        control->value = value;
        if (error) {
            set->error_idx = request == VIDIOC_S_EXT_CTRLS ? set->count : index;
            return error;
        }
    }
    return 0;
}

/// Writes in the hardware's order; a control whose automatic is still on at its turn stalls the pipe.
static int commit(struct handle *handle, struct v4l2_ext_controls *set) {
    struct vcam_state *state = handle->camera->state;
    for (int control = 0; control < CONTROL_COUNT; control++)
        for (uint32_t index = 0; index < set->count; index++) {
            if (set->controls[index].id != control_table[control].id) continue;
            int error = fault_control(state, control_table[control].id);
            if (!error && control_inactive(state, control)) error = EPIPE;
            if (error) {
                set->error_idx = index;
                return error;
            }
            state->controls[control] = set->controls[index].value;
            state->control_writes++;
            notify_written(handle->camera, control, handle->id);
        }
    return 0;
}

static int several(struct handle *handle, uint32_t request, struct v4l2_ext_controls *set) {
    struct vcam_state *state = handle->camera->state;
    int error = check(state, request, set);
    if (error) return error;
    if (request == VIDIOC_G_EXT_CTRLS) return get_all(state, set);
    error = round_all(request, state, set);
    return error || request == VIDIOC_TRY_EXT_CTRLS ? error : commit(handle, set);
}

/// G_CTRL and S_CTRL are the extended calls with one control.
static int single(struct handle *handle, uint32_t request, struct v4l2_control *control) {
    struct v4l2_ext_control one = {.id = control->id, .value = control->value};
    struct v4l2_ext_controls set = {.which = V4L2_CTRL_WHICH_CUR_VAL, .count = 1, .controls = &one};
    int error = several(handle, request == VIDIOC_G_CTRL ? VIDIOC_G_EXT_CTRLS : VIDIOC_S_EXT_CTRLS, &set);
    if (!error) control->value = one.value;
    return error;
}

static int dispatch(struct handle *handle, uint32_t request, void *argument) {
    struct vcam_state *state = handle->camera->state;
    switch (request) {
    case VIDIOC_QUERYCTRL:
        return query_old(state, argument);
    case VIDIOC_QUERY_EXT_CTRL:
        return query(state, argument);
    case VIDIOC_QUERYMENU:
        return query_menu(state, argument);
    case VIDIOC_G_CTRL:
    case VIDIOC_S_CTRL:
        return single(handle, request, argument);
    case VIDIOC_G_EXT_CTRLS:
    case VIDIOC_S_EXT_CTRLS:
    case VIDIOC_TRY_EXT_CTRLS:
        return several(handle, request, argument);
    default:
        return ENOTTY;
    }
}

int ioctl_control(struct handle *handle, uint32_t request, void *argument) {
    struct vcam_state *state = handle->camera->state;
    int64_t milliseconds;
    state_lock(state);
    bool slow = fault_on(state, FAULT_SLOW_IOCTL, &milliseconds);
    int error = dispatch(handle, request, argument);
    if (slow && error != ENOTTY) fault_take(state, FAULT_SLOW_IOCTL, NULL);
    state_unlock(state);
    if (slow && error != ENOTTY) {
        struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000};
        nanosleep(&pause, NULL);
    }
    return error;
}
