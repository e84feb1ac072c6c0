// SPDX-License-Identifier: GPL-3.0-or-later
/// Lens motor, exposure and white balance: what the optics and the sensor do from frame to frame.
#ifndef VCAM_SENSOR_H
#define VCAM_SENSOR_H

#include "state.h"

/// Everything the background of a picture depends on, in steps small enough not to be seen and large enough
/// that a settled camera gives equal values. Compared with memcmp: no padding, no pointers.
struct look {
    int32_t blur[2];   ///< left and right half, sixteenths of a blur level
    int32_t exposure;  ///< 32nds of a stop relative to a correct one
    int32_t noise;     ///< 0…31
    int32_t red, blue; ///< chroma shift of the light against the white balance
    int32_t brightness, contrast, saturation, zoom;
    int32_t black;  ///< the privacy shutter is closed
    int32_t hidden; ///< the number of the frame is not drawn either
};

/// How the picture looks as things are. Call with the state locked.
struct look sensor_look(const struct vcam_state *state);

/// Moves everything on by one frame of `interval` nanoseconds and returns how the picture looks then.
/// Call with the state locked.
struct look sensor_step(struct vcam_state *state, int64_t interval);

/// Nanoseconds the next frame takes: a long exposure stretches it if that is allowed.
int64_t sensor_interval(const struct vcam_state *state, int64_t nominal);

#endif
