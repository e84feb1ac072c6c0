// SPDX-License-Identifier: GPL-3.0-or-later
/// Pixel formats, sizes and rates of a camera.
#ifndef VCAM_FORMAT_H
#define VCAM_FORMAT_H

#include "state.h"

#include <linux/videodev2.h>
#include <stddef.h>

/// Bits per pixel of a raw format, 0 for MJPEG and H.264, -1 for formats we cannot make.
int format_depth(uint32_t fourcc);

/// uvcvideo's description of the format.
const char *format_description(uint32_t fourcc);

/// The n-th distinct format in the mode list, 0 behind the end.
uint32_t format_at(const struct vcam_state *state, uint32_t index);

/// The mode and size nearest to the wish, as uvcvideo chooses: unknown formats become the first.
uint32_t format_nearest(const struct vcam_state *state, uint32_t fourcc, uint32_t *width, uint32_t *height);

/// G_FMT's answer for a mode and size.
void format_describe(const struct vcam_state *state, uint32_t mode, uint32_t width, uint32_t height,
                     struct v4l2_pix_format *pix);

/// Bytes that a buffer of the current format needs.
size_t format_image_size(const struct vcam_state *state);

/// Index of the rate nearest to an interval of numerator/denominator seconds.
uint32_t format_nearest_rate(const struct vcam_mode *mode, struct v4l2_fract interval);

/// Nanoseconds between frames at the current rate.
int64_t format_interval_ns(const struct vcam_state *state);

#endif
