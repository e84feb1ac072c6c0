// SPDX-License-Identifier: GPL-3.0-or-later
/// A simple model of a webcam's optics and automatics.
#include "sensor.h"

#include "controls.h"

#include <math.h>
#include <string.h>

enum {
    CORRECT_EXPOSURE = 250, ///< in 100 µs, for light 100 % and gain 0
    DEPTH_OF_FIELD = 3,     ///< focus units that still look sharp
    UNITS_PER_LEVEL = 25,   ///< focus units per level of blur
    GREATEST_BLUR = 5 * 16,
};

/// Each frame covers this part of the way to the right exposure or white balance.
static const double lag = 0.25;

static double approach(double value, double target, double tolerance) {
    return fabs(target - value) <= tolerance ? target : value + (target - value) * lag;
}

static double gain_factor(double gain) { return 1 + gain * 7 / 255; }

static double longest_exposure(const struct vcam_state *state, int64_t interval) {
    double frame = interval / 1e5;
    return state->controls[CONTROL_DYNAMIC_FRAMERATE] ? frame * 4 : frame;
}

static void step_exposure(struct vcam_state *state, int64_t interval) {
    struct vcam_sensor *sensor = &state->sensor;
    double longest = longest_exposure(state, interval);
    if (!control_inactive(state, CONTROL_EXPOSURE)) {
        sensor->exposure = fmin(state->controls[CONTROL_EXPOSURE], longest);
        sensor->gain = state->controls[CONTROL_GAIN];
        return;
    }
    double light = fmax(state->scene.light, 0.1) / 100;
    double wish = CORRECT_EXPOSURE / light * (state->controls[CONTROL_BACKLIGHT] ? 1.4 : 1);
    double time = fmax(3, fmin(wish, longest));
    double gain = fmax(0, fmin(255, (wish / time - 1) * 255 / 7));
    sensor->exposure = approach(sensor->exposure, time, time * 0.02);
    sensor->gain = approach(sensor->gain, gain, 1);
}

static void step_lens(struct vcam_state *state, int64_t interval) {
    bool automatic = control_inactive(state, CONTROL_FOCUS);
    double target = automatic ? state->scene.left_focus : state->controls[CONTROL_FOCUS];
    double reach = state->scene.motor_speed * (interval / 1e9);
    double distance = target - state->sensor.lens;
    state->sensor.lens = fabs(distance) <= reach ? target : state->sensor.lens + copysign(reach, distance);
}

static void step_temperature(struct vcam_state *state) {
    if (control_inactive(state, CONTROL_TEMPERATURE))
        state->sensor.temperature = approach(state->sensor.temperature, state->scene.temperature, 30);
    else
        state->sensor.temperature = state->controls[CONTROL_TEMPERATURE];
}

static int32_t blur(double lens, double focus) {
    double distance = fmax(0, fabs(lens - focus) - DEPTH_OF_FIELD);
    return (int32_t)fmin(GREATEST_BLUR, distance * 16 / UNITS_PER_LEVEL);
}

struct look sensor_step(struct vcam_state *state, int64_t interval) {
    step_exposure(state, interval);
    step_lens(state, interval);
    step_temperature(state);
    return sensor_look(state);
}

struct look sensor_look(const struct vcam_state *state) {
    struct look look;
    const struct vcam_sensor *sensor = &state->sensor;
    memset(&look, 0, sizeof look);
    double factor =
        sensor->exposure / CORRECT_EXPOSURE * gain_factor(sensor->gain) * fmax(state->scene.light, 0.1) / 100;
    double mired = 1e6 / state->scene.temperature - 1e6 / sensor->temperature;
    look.blur[0] = blur(sensor->lens, state->scene.left_focus);
    look.blur[1] = blur(sensor->lens, state->scene.right_focus);
    look.exposure = (int32_t)fmax(-320, fmin(160, lround(log2(factor) * 32)));
    look.noise = (int32_t)(sensor->gain / 8.3);
    look.red = (int32_t)lround(mired / 6);
    look.blue = (int32_t)lround(-mired / 5);
    look.brightness = state->controls[CONTROL_BRIGHTNESS];
    look.contrast = state->controls[CONTROL_CONTRAST];
    look.saturation = state->controls[CONTROL_SATURATION];
    look.zoom = state->controls[CONTROL_ZOOM];
    look.black = state->controls[CONTROL_PRIVACY];
    return look;
}

int64_t sensor_interval(const struct vcam_state *state, int64_t nominal) {
    int64_t exposure = (int64_t)(state->sensor.exposure * 1e5);
    return exposure > nominal + nominal / 50 ? exposure : nominal;
}
