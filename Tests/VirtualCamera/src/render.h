// SPDX-License-Identifier: GPL-3.0-or-later
/// From scene and look to planes of Y'CbCr 4:2:2, full range.
#ifndef VCAM_RENDER_H
#define VCAM_RENDER_H

#include "scene.h"
#include "sensor.h"

/// A picture in planes; chroma has half the stride and all rows.
struct planes {
    uint32_t width, height;
    size_t stride, rows;
    uint8_t *y, *u, *v;
};

struct planes planes_new(size_t width, size_t height);
void planes_free(struct planes *planes);

/// Draws the scene as the camera sees it in this state.
void render(const struct scene *scene, const struct look *look, struct planes *out);

#endif
