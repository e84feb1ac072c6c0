// SPDX-License-Identifier: GPL-3.0-or-later
/// Faults: one table of names, and the counting.
#include "faults.h"

#include <stddef.h>

static const struct {
    const char *name, *argument;
    int64_t standard;
} table[FAULT_COUNT] = {
    [FAULT_BUSY] = {"busy", NULL, 0},
    [FAULT_EIO_DQBUF] = {"eio-dqbuf", NULL, 0},
    [FAULT_EIO_STREAMON] = {"eio-streamon", NULL, 0},
    [FAULT_ENOSPC_STREAMON] = {"enospc-streamon", NULL, 0},
    [FAULT_STALL] = {"stall", NULL, 0},
    [FAULT_SLOW] = {"slow", "frames per second", 5000},
    [FAULT_SHORT] = {"short", "bytes", 100},
    [FAULT_ZERO] = {"zero", NULL, 0},
    [FAULT_OVERSIZED] = {"oversized", "bytes too many", 4096},
    [FAULT_ERROR_FLAG] = {"error-flag", NULL, 0},
    [FAULT_TRUNCATED] = {"truncated", "percent kept", 50},
    [FAULT_ENDS_EARLY] = {"ends-early", "percent kept", 50},
    [FAULT_NO_DHT] = {"no-dht", NULL, 0},
    [FAULT_DOUBLE_SOI] = {"double-soi", NULL, 0},
    [FAULT_JUNK] = {"junk", "bytes", 64},
    [FAULT_CORRUPT] = {"corrupt", NULL, 0},
    [FAULT_DARK] = {"dark", NULL, 0},
    [FAULT_SLOW_IOCTL] = {"slow-ioctl", "milliseconds", 50},
    [FAULT_LIAR_SIZE] = {"liar-size", "WIDTHxHEIGHT", 640 << 16 | 480},
    [FAULT_LIAR_PARM] = {"liar-parm", NULL, 0},
    [FAULT_OPEN_EACCES] = {"open-eacces", NULL, 0},
    [FAULT_UNSEEN] = {"unseen", NULL, 0},
    [FAULT_MID_GROUP] = {"mid-group", NULL, 0},
    [FAULT_EMPTY_FIRST] = {"empty-first", "images", 2},
    [FAULT_RESTART_JUNK] = {"restart-junk", "bytes", 8},
    [FAULT_BLACK] = {"black", NULL, 0},
    [FAULT_STILL] = {"still", NULL, 0},
    [FAULT_SLOW_STREAMON] = {"slow-streamon", "milliseconds", 60000},
    [FAULT_EPROTO_AFTER] = {"eproto-after", "frames", 100},
    [FAULT_EPIPE_STREAMON] = {"epipe-streamon", NULL, 0},
    [FAULT_SLOW_LIST] = {"slow-list", "milliseconds", 4},
    [FAULT_CRASH] = {"crash", NULL, 0},
    [FAULT_CHATTY] = {"chatty", NULL, 0},
};

const char *fault_name(enum vcam_fault_kind kind) { return table[kind].name; }

const char *fault_argument(enum vcam_fault_kind kind) { return table[kind].argument; }

int64_t fault_default(enum vcam_fault_kind kind) { return table[kind].standard; }

bool fault_on(const struct vcam_state *state, enum vcam_fault_kind kind, int64_t *argument) {
    if (argument) *argument = state->faults[kind].argument;
    return state->faults[kind].left != 0;
}

bool fault_take(struct vcam_state *state, enum vcam_fault_kind kind, int64_t *argument) {
    if (!fault_on(state, kind, argument)) return false;
    if (state->faults[kind].left > 0) state->faults[kind].left--;
    return true;
}

int fault_control(struct vcam_state *state, uint32_t id) {
    for (int index = 0; index < VCAM_MAX_CONTROL_FAULTS; index++) {
        struct vcam_control_fault *fault = &state->control_faults[index];
        if (fault->id != id || fault->left == 0) continue;
        if (fault->left > 0) fault->left--;
        return fault->error;
    }
    return 0;
}
