// SPDX-License-Identifier: GPL-3.0-or-later
/// What is in front of the camera: a textured still life, kept at several degrees of blur.
#ifndef VCAM_SCENE_H
#define VCAM_SCENE_H

#include <stddef.h>
#include <stdint.h>

enum { SCENE_LEVELS = 6 }; ///< 0 is sharp; each further one about doubles the blur

/// Planes of one size: luma per level, chroma (half width) once, for it is smooth anyway.
struct scene {
    uint32_t width, height;
    size_t stride, rows; ///< luma stride and rows, padded to whole JPEG blocks
    uint8_t *luma[SCENE_LEVELS], *blue, *red;
    size_t mapped;
};

/// Maps the scene of this size, from a file below VCAM_DIR that the first one to need it makes.
struct scene *scene_open(uint32_t width, uint32_t height);
void scene_close(struct scene *scene);

#endif
