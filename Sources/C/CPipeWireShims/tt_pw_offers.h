// SPDX-License-Identifier: GPL-3.0-or-later
// Reading PipeWire's packed values.
#pragma once
#include "tt_pw_node.h"

#include <spa/pod/pod.h>

/// The first of a value's alternatives, which lie one after the other, and how many there are: 0 if the value is too
/// short to have any.
const struct spa_pod *tt_pw_alternatives(const struct spa_pod *value, uint32_t *count, uint32_t *choice);
/// Reads a format that is offered; a value with several formats gives several offers.
void tt_pw_read_offer(const struct spa_pod *pod, const TtPwNodeEvents *events);
/// Reads a control's description.
void tt_pw_read_control(const struct spa_pod *pod, const TtPwNodeEvents *events);
/// Reads controls' values.
void tt_pw_read_values(const struct spa_pod *pod, const TtPwNodeEvents *events);
