// SPDX-License-Identifier: GPL-3.0-or-later
// libyuv, the C interface only: its umbrella header needs C++.
#pragma once
#include <libyuv/convert.h>
#include <libyuv/convert_argb.h>
#include <libyuv/convert_from.h>
#include <libyuv/convert_from_argb.h>
#include <libyuv/planar_functions.h>
#include <libyuv/scale.h>
#include <libyuv/scale_argb.h>
#include <libyuv/rotate.h>
#include <libyuv/rotate_argb.h>

// Swift cannot see variables of a type that the headers only declare.
static inline const struct YuvConstants *tt_yuv_constants(int is_bt709, int is_full_range) {
    if (is_bt709) return is_full_range ? &kYuvF709Constants : &kYuvH709Constants;
    return is_full_range ? &kYuvJPEGConstants : &kYuvI601Constants;
}
