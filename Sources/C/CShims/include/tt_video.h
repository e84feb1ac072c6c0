// SPDX-License-Identifier: GPL-3.0-or-later
// ioctl request numbers, which are function-like macros in C and so invisible to Swift, and the functions whose
// variadic form Swift cannot call.
#pragma once
#include "../../System/CV4L2/shim.h"

/// v4l2_open(3) with no mode argument.
int tt_v4l2_open(const char *path, int flags);
/// open(2) and v4l2_fd_open(3) without conversion: calls on the descriptor go straight through the library.
int tt_v4l2_open_native(const char *path, int flags);
/// v4l2_ioctl(3) with its one pointer argument.
int tt_v4l2_ioctl(int fd, unsigned long request, void *argument);
/// Discards libv4l2's messages, which it prints to stderr for every short frame.
void tt_v4l2_silence(void);

static const unsigned long tt_vidioc_querycap = VIDIOC_QUERYCAP;
static const unsigned long tt_vidioc_enum_fmt = VIDIOC_ENUM_FMT;
static const unsigned long tt_vidioc_enum_framesizes = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long tt_vidioc_enum_frameintervals = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long tt_vidioc_g_fmt = VIDIOC_G_FMT;
static const unsigned long tt_vidioc_s_fmt = VIDIOC_S_FMT;
static const unsigned long tt_vidioc_try_fmt = VIDIOC_TRY_FMT;
static const unsigned long tt_vidioc_g_parm = VIDIOC_G_PARM;
static const unsigned long tt_vidioc_s_parm = VIDIOC_S_PARM;
static const unsigned long tt_vidioc_reqbufs = VIDIOC_REQBUFS;
static const unsigned long tt_vidioc_querybuf = VIDIOC_QUERYBUF;
static const unsigned long tt_vidioc_qbuf = VIDIOC_QBUF;
static const unsigned long tt_vidioc_dqbuf = VIDIOC_DQBUF;
static const unsigned long tt_vidioc_streamon = VIDIOC_STREAMON;
static const unsigned long tt_vidioc_streamoff = VIDIOC_STREAMOFF;
static const unsigned long tt_vidioc_query_ext_ctrl = VIDIOC_QUERY_EXT_CTRL;
static const unsigned long tt_vidioc_querymenu = VIDIOC_QUERYMENU;
static const unsigned long tt_vidioc_g_ext_ctrls = VIDIOC_G_EXT_CTRLS;
static const unsigned long tt_vidioc_s_ext_ctrls = VIDIOC_S_EXT_CTRLS;
static const unsigned long tt_vidioc_subscribe_event = VIDIOC_SUBSCRIBE_EVENT;
static const unsigned long tt_vidioc_dqevent = VIDIOC_DQEVENT;
