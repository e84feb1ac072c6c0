// SPDX-License-Identifier: GPL-3.0-or-later
/// Who has the camera open.
#include "slot.h"

#include "bell.h"

#include <string.h>

struct vcam_slot *slot_with_id(struct vcam_state *state, uint32_t id) {
    for (int index = 0; index < VCAM_MAX_HANDLES && id; index++)
        if (state->slots[index].id == id) return &state->slots[index];
    return NULL;
}

void slot_release(struct camera *camera, uint32_t id) {
    struct vcam_state *state = camera->state;
    if (state->owner == id) {
        state->owner = 0;
        state->streaming = false;
    }
    struct vcam_slot *slot = slot_with_id(state, id);
    if (slot) memset(slot, 0, sizeof *slot);
    bell_remove(camera, id);
}

void slot_reap(struct camera *camera) {
    for (int index = 0; index < VCAM_MAX_HANDLES; index++) {
        uint32_t id = camera->state->slots[index].id;
        if (id && !bell_alive(camera, id)) slot_release(camera, id);
    }
}

static struct vcam_slot *first_free(struct vcam_state *state) {
    for (int index = 0; index < VCAM_MAX_HANDLES; index++)
        if (!state->slots[index].id) return &state->slots[index];
    return NULL;
}

struct vcam_slot *slot_take(struct camera *camera) {
    struct vcam_slot *slot = first_free(camera->state);
    if (!slot) {
        slot_reap(camera);
        slot = first_free(camera->state);
    }
    if (slot) {
        memset(slot, 0, sizeof *slot);
        slot->id = ++camera->state->next_id;
        slot->priority = 2; // V4L2_PRIORITY_DEFAULT
    }
    return slot;
}
