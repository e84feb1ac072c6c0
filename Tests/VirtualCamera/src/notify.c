// SPDX-License-Identifier: GPL-3.0-or-later
/// Control events on their way to other processes.
#include "notify.h"

#include "bell.h"
#include "controls.h"

void notify_slot(struct vcam_state *state, struct vcam_slot *slot, int control, uint32_t changes) {
    if (!slot->changes[control]) slot->order[control] = ++state->event_clock;
    slot->changes[control] |= changes;
}

static void post(struct camera *camera, int control, uint32_t changes, uint32_t origin) {
    struct vcam_state *state = camera->state;
    for (int index = 0; index < VCAM_MAX_HANDLES; index++) {
        struct vcam_slot *slot = &state->slots[index];
        bool wants = slot->id && slot->subscribed & 1u << control;
        if (!wants || (slot->id == origin && !(slot->feedback & 1u << control))) continue;
        notify_slot(state, slot, control, changes);
        bell_ring(camera, slot->id);
    }
}

void notify_written(struct camera *camera, int control, uint32_t origin) {
    post(camera, control, V4L2_EVENT_CTRL_CH_VALUE, origin);
    for (int other = 0; other < CONTROL_COUNT; other++)
        if (control_table[other].master == control)
            post(camera, other, V4L2_EVENT_CTRL_CH_VALUE | V4L2_EVENT_CTRL_CH_FLAGS, 0);
}
