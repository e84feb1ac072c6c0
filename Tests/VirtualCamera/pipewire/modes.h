// SPDX-License-Identifier: GPL-3.0-or-later
/// The modes of a camera in PipeWire: as words, and in PipeWire's packed form.
#ifndef VCAM_MODES_H
#define VCAM_MODES_H

#include <pipewire/pipewire.h>
#include <spa/param/video/format-utils.h>

struct mode {
    uint32_t fourcc; ///< V4L2_PIX_FMT_…
    uint32_t width, height;
    int rate; ///< whole frames a second
};

/// A format that is offered, from words such as MJPG:1280x720@30. NULL when they make no sense.
const struct spa_pod *mode_offer(struct spa_pod_builder *builder, const char *words);

/// What was agreed upon.
bool mode_read(const struct spa_pod *param, struct mode *mode);

/// FORMAT:WIDTHxHEIGHT, until the next call.
const char *mode_name(const struct mode *mode);

/// Bytes of a line, 0 if there are none; and of a whole frame at most.
uint32_t mode_stride(const struct mode *mode);
uint32_t mode_bytes(const struct mode *mode);

#endif
