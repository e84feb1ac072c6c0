// SPDX-License-Identifier: GPL-3.0-or-later
/// Who may stream: as in uvcvideo, S_FMT, S_PARM and REQBUFS take the privilege, REQBUFS(0) and close give it back.
#include "bell.h"
#include "faults.h"
#include "handle.h"
#include "slot.h"

#include <errno.h>

bool handle_gone(const struct handle *handle) {
    const struct vcam_state *state = handle->camera->state;
    return !__atomic_load_n(&state->plugged, __ATOMIC_SEQ_CST) ||
           __atomic_load_n(&state->generation, __ATOMIC_SEQ_CST) != handle->generation;
}

struct vcam_slot *handle_slot(const struct handle *handle) {
    return slot_with_id(handle->camera->state, handle->id);
}

int handle_acquire(struct handle *handle) {
    struct vcam_state *state = handle->camera->state;
    int error = 0;
    state_lock(state);
    if (state->owner != handle->id) {
        if (state->owner && !bell_alive(handle->camera, state->owner))
            slot_release(handle->camera, state->owner);
        if (state->owner || fault_take(state, FAULT_BUSY, NULL))
            error = EBUSY;
        else
            state->owner = handle->id;
    }
    state_unlock(state);
    return error;
}

int handle_refusal(struct handle *handle) {
    struct vcam_state *state = handle->camera->state;
    state_lock(state);
    uint32_t owner = state->owner;
    state_unlock(state);
    return owner == handle->id ? 0 : owner && bell_alive(handle->camera, owner) ? EBUSY : EINVAL;
}

void handle_release(struct handle *handle) {
    struct vcam_state *state = handle->camera->state;
    state_lock(state);
    if (state->owner == handle->id) {
        state->owner = 0;
        state->streaming = false;
    }
    state_unlock(state);
}
