// Reading what a source says out of PipeWire's packed values.
#pragma once
#include "tt_pw_node.h"

#include <spa/pod/pod.h>

/// Reads a format that is offered; a value with several formats gives several offers.
void tt_pw_read_offer(const struct spa_pod *pod, const TtPwNodeEvents *events);
/// Reads what a control is.
void tt_pw_read_control(const struct spa_pod *pod, const TtPwNodeEvents *events);
/// Reads controls' values.
void tt_pw_read_values(const struct spa_pod *pod, const TtPwNodeEvents *events);
