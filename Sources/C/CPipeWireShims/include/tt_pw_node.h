// SPDX-License-Identifier: GPL-3.0-or-later
// One source: its modes and its controls.
#pragma once
#include "tt_pw_remote.h"

typedef struct TtPwNode TtPwNode;

/// The meaning of a list of numbers.
typedef enum {
    /// Each of them.
    TT_PW_EACH,
    /// The first is the least, the second the greatest.
    TT_PW_RANGE,
    /// The third is the step.
    TT_PW_STEPS,
} TtPwChoice;

typedef struct {
    uint32_t width, height;
} TtPwSize;

/// Frames per number of seconds.
typedef struct {
    uint32_t numerator, denominator;
} TtPwRate;

/// A format with the sizes and rates it comes in; the lists are valid during the call only.
typedef struct {
    /// The kernel's four-character code.
    uint32_t fourcc;
    TtPwChoice size_choice;
    const TtPwSize *sizes;
    uint32_t size_count;
    TtPwChoice rate_choice;
    const TtPwRate *rates;
    uint32_t rate_count;
} TtPwOffer;

typedef enum { TT_PW_INTEGER, TT_PW_BOOLEAN, TT_PW_MENU } TtPwControlKind;

/// A control; integers stand for every kind. The lists and texts are valid during the call only.
typedef struct {
    /// PipeWire's number for it: SPA_PROP_….
    uint32_t id;
    TtPwControlKind kind;
    /// Whether the source counts in floating point: values here are then thousandths.
    bool is_real;
    int64_t minimum, maximum, step, standard;
    const char *description;
    const int64_t *entries;
    const char *const *entry_names;
    uint32_t entry_count;
} TtPwControl;

/// What a source reports.
typedef struct {
    void *box;
    void (*offered)(void *box, const TtPwOffer *offer);
    void (*control)(void *box, const TtPwControl *control);
    /// A control's value, the first time and after every change.
    void (*value)(void *box, uint32_t id, int64_t value);
    /// The source stopped with an error, in the daemon's words.
    void (*failed)(void *box, const char *reason);
    /// A request to the source was refused, with this errno.
    void (*refused)(void *box, int error);
} TtPwNodeEvents;

/// Starts listening to a source and asks it for everything; tt_pw_remote_settle waits for the answers.
TtPwNode *tt_pw_node_new(TtPwRemote *remote, uint32_t id, TtPwNodeEvents events);
void tt_pw_node_free(TtPwNode *node);

/// Asks for the controls' values again.
void tt_pw_node_ask_values(TtPwNode *node);
/// Sends a control's new value: a number, a Boolean, or thousandths of a real number. Returns 0 or an errno; asking
/// shows whether the source took it.
int tt_pw_node_set(TtPwNode *node, const TtPwControl *control, int64_t value);

/// SPA_PROP_START_CUSTOM: what PipeWire's own V4L2 source adds to the kernel's number of a control.
extern const uint32_t tt_pw_first_custom;
extern const uint32_t tt_pw_brightness, tt_pw_contrast, tt_pw_saturation, tt_pw_hue, tt_pw_gamma,
    tt_pw_exposure, tt_pw_gain, tt_pw_sharpness;
