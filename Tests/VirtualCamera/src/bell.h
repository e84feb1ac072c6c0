// SPDX-License-Identifier: GPL-3.0-or-later
/// A bell per open file: any process can ring it, and it tells whether its owner still lives.
///
/// It is a FIFO in the camera's folder that the owner keeps open for reading. Opening it for writing gives
/// ENXIO once the owner is gone, however it died: no pid that could be reused, no zombie to mistake.
#ifndef VCAM_BELL_H
#define VCAM_BELL_H

#include "camera.h"

/// Makes and opens the bell of slot `id`; the descriptor becomes readable when rung. -1 on failure.
int bell_hang(const struct camera *camera, uint32_t id);

/// Removes the bell's file; the caller closes the descriptor.
void bell_remove(const struct camera *camera, uint32_t id);

/// True while the process that hung it lives and holds it.
bool bell_alive(const struct camera *camera, uint32_t id);

/// Wakes the owner of slot `id`. False without an owner.
bool bell_ring(const struct camera *camera, uint32_t id);

/// Rings every slot in use. Takes no lock; call with the state locked.
void bell_ring_all(const struct camera *camera);

#endif
