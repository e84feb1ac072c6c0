// SPDX-License-Identifier: GPL-3.0-or-later
/// The shared table of open files. All functions want the state locked.
#ifndef VCAM_SLOT_H
#define VCAM_SLOT_H

#include "camera.h"

/// Takes a free slot, clearing those of dead processes; NULL when all are in use.
struct vcam_slot *slot_take(struct camera *camera);
struct vcam_slot *slot_with_id(struct vcam_state *state, uint32_t id);
void slot_release(struct camera *camera, uint32_t id);

/// Frees slots, and the ownership, of processes that no longer live.
void slot_reap(struct camera *camera);

#endif
