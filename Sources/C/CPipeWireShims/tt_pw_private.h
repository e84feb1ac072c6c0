// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of this module share.
#pragma once
#include "tt_pw_remote.h"

#include <pipewire/pipewire.h>

struct TtPwRemote {
    struct pw_loop *loop;
    struct pw_context *context;
    struct pw_core *core;
    struct spa_hook core_listener;
    struct pw_registry *registry;
    struct spa_hook registry_listener;
    TtPwRemoteEvents events;
    /// The sources that are listed.
    struct TtPwWatch *watches;
    int watch_count;
    /// The last answer to a question of tt_pw_remote_settle.
    int answered;
    /// 0 while connected.
    int error;
};

/// The loop's clock: CLOCK_MONOTONIC, in milliseconds.
int64_t tt_pw_now(void);

/// The kernel's four-character code for PipeWire's two numbers; 0 if unknown.
uint32_t tt_pw_fourcc(uint32_t subtype, uint32_t format);
/// The reverse; false for unknown codes. `format` is 0 for compressed ones.
bool tt_pw_from_fourcc(uint32_t fourcc, uint32_t *subtype, uint32_t *format);
