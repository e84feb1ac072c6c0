// SPDX-License-Identifier: GPL-3.0-or-later
#include "modes.h"

#include <linux/videodev2.h>
#include <stdio.h>
#include <string.h>

static const struct {
    uint32_t fourcc, subtype, format, bits;
} formats[] = {
    {V4L2_PIX_FMT_MJPEG, SPA_MEDIA_SUBTYPE_mjpg, 0, 16},
    {V4L2_PIX_FMT_H264, SPA_MEDIA_SUBTYPE_h264, 0, 16},
    {V4L2_PIX_FMT_NV12, SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_NV12, 12},
    {V4L2_PIX_FMT_YUYV, SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_YUY2, 16},
    {V4L2_PIX_FMT_UYVY, SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_UYVY, 16},
    {V4L2_PIX_FMT_RGB24, SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_RGB, 24},
    {V4L2_PIX_FMT_XBGR32, SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_BGRx, 32},
    {V4L2_PIX_FMT_ABGR32, SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_BGRA, 32},
    {V4L2_PIX_FMT_RGBX32, SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_RGBx, 32},
    {V4L2_PIX_FMT_RGBA32, SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_RGBA, 32},
    {V4L2_PIX_FMT_GREY, SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_GRAY8, 8},
    // Of which no picture is made: for programs that must refuse it.
    {V4L2_PIX_FMT_RGB565, SPA_MEDIA_SUBTYPE_raw, SPA_VIDEO_FORMAT_RGB16, 16},
};

static size_t find(uint32_t fourcc) {
    size_t index = 0;
    while (index < SPA_N_ELEMENTS(formats) && formats[index].fourcc != fourcc) index++;
    return index;
}

const struct spa_pod *mode_offer(struct spa_pod_builder *builder, const char *words) {
    char name[5];
    struct spa_rectangle size;
    struct spa_fraction rate = {.denom = 1};
    if (sscanf(words, "%4c:%ux%u@%u", name, &size.width, &size.height, &rate.num) != 4) return NULL;
    size_t index = find(v4l2_fourcc(name[0], name[1], name[2], name[3]));
    if (index == SPA_N_ELEMENTS(formats)) return NULL;
    struct spa_pod_frame frame;
    bool is_raw = formats[index].format != 0;
    spa_pod_builder_push_object(builder, &frame, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
    spa_pod_builder_add(builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video),
                        SPA_FORMAT_mediaSubtype, SPA_POD_Id(formats[index].subtype), 0);
    if (is_raw) spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_format, SPA_POD_Id(formats[index].format), 0);
    spa_pod_builder_add(builder, SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&size), SPA_FORMAT_VIDEO_framerate,
                        SPA_POD_Fraction(&rate), 0);
    return spa_pod_builder_pop(builder, &frame);
}

bool mode_read(const struct spa_pod *param, struct mode *mode) {
    uint32_t type, subtype, format = 0;
    struct spa_rectangle size;
    struct spa_fraction rate;
    if (spa_format_parse(param, &type, &subtype) < 0 ||
        spa_pod_parse_object(param, SPA_TYPE_OBJECT_Format, NULL, SPA_FORMAT_VIDEO_format,
                             SPA_POD_OPT_Id(&format), SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&size),
                             SPA_FORMAT_VIDEO_framerate, SPA_POD_Fraction(&rate)) < 0)
        return false;
    size_t index = 0;
    while (index < SPA_N_ELEMENTS(formats) &&
           (formats[index].subtype != subtype || formats[index].format != format))
        index++;
    if (index == SPA_N_ELEMENTS(formats)) return false;
    *mode = (struct mode){formats[index].fourcc, size.width, size.height,
                          rate.num && rate.denom ? (int)(rate.num / rate.denom) : 30};
    return true;
}

const char *mode_name(const struct mode *mode) {
    static char name[32];
    snprintf(name, sizeof name, "%.4s:%ux%u", (const char *)&mode->fourcc, mode->width, mode->height);
    return name;
}

uint32_t mode_stride(const struct mode *mode) {
    switch (mode->fourcc) {
    case V4L2_PIX_FMT_MJPEG:
    case V4L2_PIX_FMT_H264:
        return 0;
    case V4L2_PIX_FMT_NV12:
        return mode->width;
    default:
        return mode->width * formats[find(mode->fourcc)].bits / 8;
    }
}

uint32_t mode_bytes(const struct mode *mode) {
    return mode->width * mode->height * formats[find(mode->fourcc)].bits / 8;
}
