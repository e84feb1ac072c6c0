// SPDX-License-Identifier: GPL-3.0-or-later
// PipeWire for Swift: its own interface is macros over inline functions, and its values are packed in memory. Thread-
// bound: all calls about a remote and what belongs to it come from one thread, and callbacks run within those calls.
#pragma once
#include "tt_pw_node.h"
#include "tt_pw_remote.h"
#include "tt_pw_stream.h"
