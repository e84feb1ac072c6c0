// SPDX-License-Identifier: GPL-3.0-or-later
/// The cameras below VCAM_DIR as this process sees them. Thread-safe; a camera, once found, is never freed.
#ifndef VCAM_CAMERA_H
#define VCAM_CAMERA_H

#include "state.h"

struct camera {
    char dir[512]; ///< its folder, canonical
    struct vcam_state *state;
    struct camera *next;
};

/// VCAM_DIR made canonical, or NULL when the library is to be inert.
const char *camera_root(void);

/// Like VCAM_DIR=root. For the command line, which gets it as an option.
void camera_set_root(const char *root);

/// The plugged camera with this node path, or NULL. Looks for cameras made since the last call.
struct camera *camera_at(const char *node);

/// The newest known camera; the others follow by `next`. The list only grows at its head.
struct camera *camera_first(void);

/// The camera with this node whether plugged or not: the one for `vcam replug`.
struct camera *camera_known(const char *node);

#endif
