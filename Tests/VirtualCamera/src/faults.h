// SPDX-License-Identifier: GPL-3.0-or-later
/// Faults: names, switching, and counting down. Call with the state locked.
#ifndef VCAM_FAULTS_H
#define VCAM_FAULTS_H

#include "state.h"

/// True when the fault is to happen now; counts it down. `argument` may be NULL.
bool fault_take(struct vcam_state *state, enum vcam_fault_kind kind, int64_t *argument);

/// True while the fault is on; counts nothing.
bool fault_on(const struct vcam_state *state, enum vcam_fault_kind kind, int64_t *argument);

/// errno with which an ioctl on this control is to fail now, or 0.
int fault_control(struct vcam_state *state, uint32_t id);

/// Command-line name of a fault and what its argument means (NULL: takes none).
const char *fault_name(enum vcam_fault_kind kind);
const char *fault_argument(enum vcam_fault_kind kind);

/// The default argument.
int64_t fault_default(enum vcam_fault_kind kind);

#endif
