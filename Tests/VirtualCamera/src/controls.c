// SPDX-License-Identifier: GPL-3.0-or-later
/// The table of controls and their rules, modelled on a good UVC webcam under uvcvideo.
#include "controls.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#define CLASS_FLAGS (V4L2_CTRL_FLAG_READ_ONLY | V4L2_CTRL_FLAG_WRITE_ONLY)
#define INT V4L2_CTRL_TYPE_INTEGER
#define BOOL V4L2_CTRL_TYPE_BOOLEAN
#define MENU V4L2_CTRL_TYPE_MENU

const struct control_info control_table[CONTROL_COUNT] = {
    [CONTROL_USER_CLASS] = {V4L2_CID_USER_CLASS, V4L2_CTRL_TYPE_CTRL_CLASS, "User Controls", 0, 0, 0, 0,
                            CLASS_FLAGS, -1, 0},
    [CONTROL_CAMERA_CLASS] = {V4L2_CID_CAMERA_CLASS, V4L2_CTRL_TYPE_CTRL_CLASS, "Camera Controls", 0, 0, 0, 0,
                              CLASS_FLAGS, -1, 0},
    [CONTROL_AUTO_EXPOSURE] = {V4L2_CID_EXPOSURE_AUTO, MENU, "Auto Exposure", 0, 3, 1, 3, 0, -1, 0},
    [CONTROL_DYNAMIC_FRAMERATE] = {V4L2_CID_EXPOSURE_AUTO_PRIORITY, BOOL, "Exposure, Dynamic Framerate", 0, 1,
                                   1, 0, 0, -1, 0},
    [CONTROL_EXPOSURE] = {V4L2_CID_EXPOSURE_ABSOLUTE, INT, "Exposure Time, Absolute", 3, 2047, 1, 250, 0,
                          CONTROL_AUTO_EXPOSURE, V4L2_EXPOSURE_MANUAL},
    [CONTROL_FOCUS] = {V4L2_CID_FOCUS_ABSOLUTE, INT, "Focus, Absolute", 0, 250, 5, 0, 0, CONTROL_AUTO_FOCUS,
                       0},
    [CONTROL_ZOOM] = {V4L2_CID_ZOOM_ABSOLUTE, INT, "Zoom, Absolute", 100, 500, 1, 100, 0, -1, 0},
    [CONTROL_AUTO_FOCUS] = {V4L2_CID_FOCUS_AUTO, BOOL, "Focus, Automatic Continuous", 0, 1, 1, 1, 0, -1, 0},
    [CONTROL_PRIVACY] = {V4L2_CID_PRIVACY, BOOL, "Privacy", 0, 1, 1, 0, V4L2_CTRL_FLAG_READ_ONLY, -1, 0},
    [CONTROL_BRIGHTNESS] = {V4L2_CID_BRIGHTNESS, INT, "Brightness", 0, 255, 1, 128, 0, -1, 0},
    [CONTROL_CONTRAST] = {V4L2_CID_CONTRAST, INT, "Contrast", 0, 255, 1, 128, 0, -1, 0},
    [CONTROL_SATURATION] = {V4L2_CID_SATURATION, INT, "Saturation", 0, 255, 1, 128, 0, -1, 0},
    [CONTROL_SHARPNESS] = {V4L2_CID_SHARPNESS, INT, "Sharpness", 0, 255, 1, 128, 0, -1, 0},
    [CONTROL_TEMPERATURE] = {V4L2_CID_WHITE_BALANCE_TEMPERATURE, INT, "White Balance Temperature", 2000, 6500,
                             10, 4000, 0, CONTROL_AUTO_TEMPERATURE, 0},
    [CONTROL_BACKLIGHT] = {V4L2_CID_BACKLIGHT_COMPENSATION, INT, "Backlight Compensation", 0, 1, 1, 0, 0, -1,
                           0},
    [CONTROL_GAIN] = {V4L2_CID_GAIN, INT, "Gain", 0, 255, 1, 0, 0, -1, 0},
    [CONTROL_POWER_LINE] = {V4L2_CID_POWER_LINE_FREQUENCY, MENU, "Power Line Frequency", 0, 2, 1, 2, 0, -1,
                            0},
    [CONTROL_AUTO_TEMPERATURE] = {V4L2_CID_AUTO_WHITE_BALANCE, BOOL, "White Balance, Automatic", 0, 1, 1, 1,
                                  0, -1, 0},
    // As cameras have them whose default is their full speed.
    [CONTROL_PAN_SPEED] = {V4L2_CID_PAN_SPEED, INT, "Pan, Speed", -8, 8, 1, 8, V4L2_CTRL_FLAG_WRITE_ONLY, -1,
                           0},
    [CONTROL_TILT_SPEED] = {V4L2_CID_TILT_SPEED, INT, "Tilt, Speed", -8, 8, 1, 8, V4L2_CTRL_FLAG_WRITE_ONLY,
                            -1, 0},
};

/// A class exists when one of its controls does.
static bool present(const struct vcam_state *state, int index) {
    if (control_table[index].type != V4L2_CTRL_TYPE_CTRL_CLASS) return !(state->absent & 1u << index);
    for (int other = CONTROL_AUTO_EXPOSURE; other < CONTROL_COUNT; other++)
        if (V4L2_CTRL_ID2WHICH(control_table[other].id) == V4L2_CTRL_ID2WHICH(control_table[index].id) &&
            present(state, other))
            return true;
    return false;
}

int control_find(const struct vcam_state *state, uint32_t id) {
    for (int index = 0; index < CONTROL_COUNT; index++)
        if (control_table[index].id == id && present(state, index)) return index;
    return -1;
}

int control_after(const struct vcam_state *state, uint32_t id, bool classes) {
    int best = -1;
    for (int index = 0; index < CONTROL_COUNT; index++) {
        const struct control_info *info = &control_table[index];
        if (info->id <= id || !present(state, index)) continue;
        if (info->type == V4L2_CTRL_TYPE_CTRL_CLASS && !classes) continue;
        if (best < 0 || info->id < control_table[best].id) best = index;
    }
    return best;
}

void control_slug(int index, char slug[32]) {
    size_t length = 0;
    for (const char *c = control_table[index].name; *c && length < 31; c++) {
        if (isalnum((unsigned char)*c))
            slug[length++] = (char)tolower((unsigned char)*c);
        else if (length && slug[length - 1] != '_')
            slug[length++] = '_';
    }
    slug[length] = 0;
}

int control_named(const char *name) {
    char slug[32];
    for (int index = CONTROL_AUTO_EXPOSURE; index < CONTROL_COUNT; index++) {
        control_slug(index, slug);
        if (strcmp(slug, name) == 0) return index;
    }
    return -1;
}

const char *control_menu_item(int index, int32_t value) {
    static const char *const exposure[] = {NULL, "Manual Mode", NULL, "Aperture Priority Mode"};
    static const char *const power_line[] = {"Disabled", "50 Hz", "60 Hz"};
    if (value < control_table[index].minimum || value > control_table[index].maximum) return NULL;
    if (index == CONTROL_AUTO_EXPOSURE) return exposure[value];
    return index == CONTROL_POWER_LINE ? power_line[value] : NULL;
}

int control_round(int index, int32_t *value) {
    const struct control_info *info = &control_table[index];
    if (info->type == MENU) {
        if (*value < info->minimum || *value > info->maximum) return ERANGE;
        return control_menu_item(index, *value) ? 0 : EINVAL;
    }
    int64_t clamped = *value < info->minimum   ? info->minimum
                      : *value > info->maximum ? info->maximum
                                               : *value;
    int64_t steps = (clamped - info->minimum + info->step / 2) / info->step;
    int64_t rounded = info->minimum + steps * info->step;
    *value = (int32_t)(rounded > info->maximum ? info->maximum : rounded);
    return 0;
}

bool control_inactive(const struct vcam_state *state, int index) {
    const struct control_info *info = &control_table[index];
    return info->master >= 0 && present(state, info->master) && state->controls[info->master] != info->manual;
}

uint32_t control_flags(const struct vcam_state *state, int index) {
    return control_table[index].flags | (control_inactive(state, index) ? V4L2_CTRL_FLAG_INACTIVE : 0);
}

int32_t control_value(const struct vcam_state *state, int index) {
    int32_t value = state->controls[index];
    if (control_inactive(state, index)) {
        if (index == CONTROL_FOCUS)
            value = (int32_t)state->sensor.lens;
        else if (index == CONTROL_EXPOSURE)
            value = (int32_t)state->sensor.exposure;
        else if (index == CONTROL_TEMPERATURE)
            value = (int32_t)state->sensor.temperature;
        control_round(index, &value);
    }
    return value;
}

void controls_reset(struct vcam_state *state) {
    for (int index = 0; index < CONTROL_COUNT; index++) state->controls[index] = control_table[index].initial;
    state->controls[CONTROL_PAN_SPEED] = state->controls[CONTROL_TILT_SPEED] = 0;
}
