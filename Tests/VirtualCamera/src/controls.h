// SPDX-License-Identifier: GPL-3.0-or-later
/// The camera's controls: what exists, which values are allowed, what is inactive when.
#ifndef VCAM_CONTROLS_H
#define VCAM_CONTROLS_H

#include "state.h"

#include <linux/videodev2.h>

/// Positions in `control_table`. The order is the hardware's: several controls set in one call are written
/// in this order, as uvcvideo does, so focus comes before the switch that would allow it.
enum control_index {
    CONTROL_USER_CLASS,
    CONTROL_CAMERA_CLASS,
    CONTROL_AUTO_EXPOSURE,
    CONTROL_DYNAMIC_FRAMERATE,
    CONTROL_EXPOSURE,
    CONTROL_FOCUS,
    CONTROL_ZOOM,
    CONTROL_AUTO_FOCUS,
    CONTROL_PRIVACY,
    CONTROL_BRIGHTNESS,
    CONTROL_CONTRAST,
    CONTROL_SATURATION,
    CONTROL_SHARPNESS,
    CONTROL_TEMPERATURE,
    CONTROL_BACKLIGHT,
    CONTROL_GAIN,
    CONTROL_POWER_LINE,
    CONTROL_AUTO_TEMPERATURE,
    CONTROL_PAN_SPEED,
    CONTROL_TILT_SPEED,
    CONTROL_COUNT
};

struct control_info {
    uint32_t id, type;
    const char *name;
    int32_t minimum, maximum, step, initial;
    uint32_t flags;
    int master;     ///< index of the automatic that governs it, or -1
    int32_t manual; ///< the master's value that makes this control active
};

extern const struct control_info control_table[CONTROL_COUNT];

/// Index of a control this camera has, or -1.
int control_find(const struct vcam_state *state, uint32_t id);

/// Index of the first control whose id is above `id`, or -1. Classes count when `classes`.
int control_after(const struct vcam_state *state, uint32_t id, bool classes);

/// Index by command-line name ("focus_absolute"), or -1.
int control_named(const char *name);

/// The name as v4l2-ctl writes it: lower case, words joined by underscores.
void control_slug(int index, char slug[32]);

/// The text of a menu entry, NULL for a hole.
const char *control_menu_item(int index, int32_t value);

/// Rounds and clamps as uvcvideo. 0, or ERANGE / EINVAL for a menu value out of range / in a hole.
int control_round(int index, int32_t *value);

/// True while the automatic that governs it is on.
bool control_inactive(const struct vcam_state *state, int index);

uint32_t control_flags(const struct vcam_state *state, int index);

/// The value a read gives now; for focus under auto focus that is where the lens is.
int32_t control_value(const struct vcam_state *state, int index);

void controls_reset(struct vcam_state *state);

#endif
