// SPDX-License-Identifier: GPL-3.0-or-later
/// Reports to the open files of a camera, in all processes, that a control changed. Call with the state locked.
#ifndef VCAM_NOTIFY_H
#define VCAM_NOTIFY_H

#include "camera.h"

/// Adds V4L2_EVENT_CTRL_CH_* to a slot's pending changes of a control.
void notify_slot(struct vcam_state *state, struct vcam_slot *slot, int control, uint32_t changes);

/// Reports the value to subscribers, and value and flags of the controls it governs. `origin`: slot id of the writer
/// (0: the hardware itself), which gets its own change only if it asked for feedback.
void notify_written(struct camera *camera, int control, uint32_t origin);

#endif
