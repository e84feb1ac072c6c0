// SPDX-License-Identifier: GPL-3.0-or-later
/// Inputs, formats, frame sizes and rates, selections.
#include "faults.h"
#include "format.h"
#include "ioctl.h"
#include "queue.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static bool captures(const struct vcam_state *state, uint32_t type) {
    return type == V4L2_BUF_TYPE_VIDEO_CAPTURE && state->device_caps & V4L2_CAP_VIDEO_CAPTURE;
}

static int enumerate_input(struct v4l2_input *input) {
    uint32_t index = input->index;
    memset(input, 0, sizeof *input);
    input->index = index;
    strcpy((char *)input->name, "Camera 1");
    input->type = V4L2_INPUT_TYPE_CAMERA;
    return index ? EINVAL : 0;
}

static int enumerate_format(const struct vcam_state *state, struct v4l2_fmtdesc *format) {
    uint32_t index = format->index, type = format->type;
    uint32_t fourcc = captures(state, type) ? format_at(state, index) : 0;
    if (!fourcc) return EINVAL;
    memset(format, 0, sizeof *format);
    format->index = index;
    format->type = type;
    format->pixelformat = fourcc;
    format->flags = format_depth(fourcc) == 0 ? V4L2_FMT_FLAG_COMPRESSED : 0;
    snprintf((char *)format->description, sizeof format->description, "%s", format_description(fourcc));
    return 0;
}

static int enumerate_size(const struct vcam_state *state, struct v4l2_frmsizeenum *size) {
    uint32_t left = size->index;
    memset(size->reserved, 0, sizeof size->reserved);
    for (uint32_t index = 0; index < state->mode_count; index++) {
        const struct vcam_mode *mode = &state->modes[index];
        if (mode->fourcc != size->pixel_format || left-- != 0) continue;
        size->type = mode->max_width ? V4L2_FRMSIZE_TYPE_STEPWISE : V4L2_FRMSIZE_TYPE_DISCRETE;
        size->stepwise = (struct v4l2_frmsize_stepwise){mode->width,  mode->max_width,  mode->step_width,
                                                        mode->height, mode->max_height, mode->step_height};
        if (!mode->max_width) size->discrete = (struct v4l2_frmsize_discrete){mode->width, mode->height};
        return 0;
    }
    return EINVAL;
}

static int enumerate_interval(const struct vcam_state *state, struct v4l2_frmivalenum *interval) {
    memset(interval->reserved, 0, sizeof interval->reserved);
    for (uint32_t index = 0; index < state->mode_count; index++) {
        const struct vcam_mode *mode = &state->modes[index];
        uint32_t width = interval->width, height = interval->height;
        if (mode->fourcc != interval->pixel_format ||
            format_nearest(state, mode->fourcc, &width, &height) != index || width != interval->width ||
            height != interval->height)
            continue;
        if (interval->index >= mode->rate_count) return EINVAL;
        struct vcam_rate rate = mode->rates[interval->index];
        interval->type = V4L2_FRMIVAL_TYPE_DISCRETE;
        interval->discrete = (struct v4l2_fract){rate.denominator, rate.numerator};
        return 0;
    }
    return EINVAL;
}

static int get_format(struct vcam_state *state, struct v4l2_format *format) {
    if (!captures(state, format->type)) return EINVAL;
    format_describe(state, state->mode, state->width, state->height, &format->fmt.pix);
    return 0;
}

/// TRY_FMT; `mode` receives the choice.
static int try_format(struct vcam_state *state, struct v4l2_format *format, uint32_t *mode) {
    struct v4l2_pix_format *pix = &format->fmt.pix;
    uint32_t width = pix->width, height = pix->height;
    if (!captures(state, format->type)) return EINVAL;
    *mode = format_nearest(state, pix->pixelformat, &width, &height);
    format_describe(state, *mode, width, height, pix);
    return 0;
}

static int set_format(struct handle *handle, struct v4l2_format *format) {
    struct vcam_state *state = handle->camera->state;
    uint32_t mode;
    int64_t size;
    int error = try_format(state, format, &mode);
    if (!error) error = handle_acquire(handle);
    if (!error && queue_allocated(handle)) error = EBUSY;
    if (error) return error;
    state_lock(state);
    if (fault_take(state, FAULT_LIAR_SIZE, &size)) {
        uint32_t width = (uint32_t)(size >> 16), height = (uint32_t)(size & 0xffff);
        mode = format_nearest(state, format->fmt.pix.pixelformat, &width, &height);
        format_describe(state, mode, width, height, &format->fmt.pix);
    }
    state->mode = mode;
    state->width = format->fmt.pix.width;
    state->height = format->fmt.pix.height;
    state->rate = 0;
    state_unlock(state);
    return 0;
}

static int get_parameters(struct vcam_state *state, struct v4l2_streamparm *parameters) {
    if (!captures(state, parameters->type)) return EINVAL;
    struct vcam_rate rate = state->modes[state->mode].rates[state->rate];
    struct v4l2_captureparm *capture = &parameters->parm.capture;
    memset(&parameters->parm, 0, sizeof parameters->parm);
    capture->capability = V4L2_CAP_TIMEPERFRAME;
    capture->timeperframe = (struct v4l2_fract){rate.denominator, rate.numerator};
    state_lock(state);
    if (fault_take(state, FAULT_LIAR_PARM, NULL)) capture->timeperframe = (struct v4l2_fract){0, 0};
    state_unlock(state);
    return 0;
}

static int set_parameters(struct handle *handle, struct v4l2_streamparm *parameters) {
    struct vcam_state *state = handle->camera->state;
    if (!captures(state, parameters->type)) return EINVAL;
    int error = handle_acquire(handle);
    if (!error && handle->streaming) error = EBUSY;
    if (error) return error;
    state_lock(state);
    state->rate = format_nearest_rate(&state->modes[state->mode], parameters->parm.capture.timeperframe);
    state_unlock(state);
    return get_parameters(state, parameters);
}

/// For these two the kernel takes the multi-planar type as the single-planar one.
static bool crops(const struct vcam_state *state, uint32_t type) {
    return captures(state, type == V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE ? V4L2_BUF_TYPE_VIDEO_CAPTURE : type);
}

static int get_selection(const struct vcam_state *state, struct v4l2_selection *selection) {
    switch (crops(state, selection->type) ? selection->target : UINT32_MAX) {
    case V4L2_SEL_TGT_CROP_DEFAULT:
    case V4L2_SEL_TGT_CROP_BOUNDS:
    case V4L2_SEL_TGT_COMPOSE_DEFAULT:
    case V4L2_SEL_TGT_COMPOSE_BOUNDS:
        selection->r = (struct v4l2_rect){0, 0, state->width, state->height};
        return 0;
    default:
        return EINVAL;
    }
}

static int get_crop_capability(const struct vcam_state *state, struct v4l2_cropcap *capability) {
    if (!crops(state, capability->type)) return EINVAL;
    capability->bounds = capability->defrect = (struct v4l2_rect){0, 0, state->width, state->height};
    capability->pixelaspect = (struct v4l2_fract){1, 1};
    return 0;
}

/// As a camera whose firmware is asked for each entry.
static void list_slowly(struct vcam_state *state) {
    int64_t milliseconds;
    state_lock(state);
    bool slow = fault_take(state, FAULT_SLOW_LIST, &milliseconds);
    state_unlock(state);
    struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    if (slow) nanosleep(&pause, NULL);
}

int ioctl_format(struct handle *handle, uint32_t request, void *argument) {
    struct vcam_state *state = handle->camera->state;
    uint32_t mode;
    switch (request) {
    case VIDIOC_ENUM_FMT:
    case VIDIOC_ENUM_FRAMESIZES:
    case VIDIOC_ENUM_FRAMEINTERVALS:
        list_slowly(state);
    }
    switch (request) {
    case VIDIOC_ENUMINPUT:
        return enumerate_input(argument);
    case VIDIOC_G_INPUT:
        return *(int *)argument = 0;
    case VIDIOC_S_INPUT:
        return *(int *)argument ? EINVAL : 0;
    case VIDIOC_ENUM_FMT:
        return enumerate_format(state, argument);
    case VIDIOC_ENUM_FRAMESIZES:
        return enumerate_size(state, argument);
    case VIDIOC_ENUM_FRAMEINTERVALS:
        return enumerate_interval(state, argument);
    case VIDIOC_G_FMT:
        return get_format(state, argument);
    case VIDIOC_TRY_FMT:
        return try_format(state, argument, &mode);
    case VIDIOC_S_FMT:
        return set_format(handle, argument);
    case VIDIOC_G_PARM:
        return get_parameters(state, argument);
    case VIDIOC_S_PARM:
        return set_parameters(handle, argument);
    case VIDIOC_G_SELECTION:
        return get_selection(state, argument);
    case VIDIOC_CROPCAP:
        return get_crop_capability(state, argument);
    case VIDIOC_G_CROP:
        return EINVAL;
    default:
        return ENOTTY;
    }
}
