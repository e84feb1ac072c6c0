// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_pw_private.h"

#include <spa/param/format.h>
#include <spa/param/video/raw.h>

#define FOURCC(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

static const struct {
    uint32_t fourcc, subtype, format;
} known[] = {
    {FOURCC('M', 'J', 'P', 'G'), SPA_MEDIA_SUBTYPE_mjpg, 0},
    {FOURCC('J', 'P', 'E', 'G'), SPA_MEDIA_SUBTYPE_jpeg, 0},
    {FOURCC('H', '2', '6', '4'), SPA_MEDIA_SUBTYPE_h264, 0},
    {FOURCC('N', 'V', '1', '2'), SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_NV12},
    {FOURCC('Y', 'U', '1', '2'), SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_I420},
    {FOURCC('Y', 'U', 'Y', 'V'), SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_YUY2},
    {FOURCC('U', 'Y', 'V', 'Y'), SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_UYVY},
    {FOURCC('R', 'G', 'B', '3'), SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_RGB},
    {FOURCC('B', 'G', 'R', '3'), SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_BGR},
    {FOURCC('X', 'R', '2', '4'), SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_BGRx},
    {FOURCC('A', 'R', '2', '4'), SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_BGRA},
    {FOURCC('X', 'B', '2', '4'), SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_RGBx},
    {FOURCC('A', 'B', '2', '4'), SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_RGBA},
    {FOURCC('G', 'R', 'E', 'Y'), SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_GRAY8},
};

uint32_t tt_pw_fourcc(uint32_t subtype, uint32_t format) {
    for (size_t i = 0; i < SPA_N_ELEMENTS(known); i++)
        if (known[i].subtype == subtype && known[i].format == format) return known[i].fourcc;
    return 0;
}

bool tt_pw_from_fourcc(uint32_t fourcc, uint32_t *subtype, uint32_t *format) {
    for (size_t i = 0; i < SPA_N_ELEMENTS(known); i++) {
        if (known[i].fourcc != fourcc) continue;
        *subtype = known[i].subtype;
        *format = known[i].format;
        return true;
    }
    return false;
}
