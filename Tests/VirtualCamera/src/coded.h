// SPDX-License-Identifier: GPL-3.0-or-later
/// A stream of H.264 from a file, over and over, as a camera's encoder sends it. Each access unit begins with a delimiter.
#ifndef VCAM_CODED_H
#define VCAM_CODED_H

#include <stddef.h>
#include <stdint.h>

struct coded;

/// `old` if there is one, or the file's stream; NULL if it can't be read.
struct coded *coded_for(struct coded *old, const char *path);
void coded_free(struct coded *coded);

/// Writes the access unit at this place. Returns its bytes, 0 if there is none or it does not fit.
size_t coded_unit(const struct coded *coded, uint32_t place, uint8_t *out, size_t capacity);

#endif
