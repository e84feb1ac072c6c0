// SPDX-License-Identifier: GPL-3.0-or-later
// PulseAudio's client library, which PipeWire's sound server understands too, loaded when sound is recorded for the first
// time: most runs of the program take photos only.
#pragma once
#include <pulse/pulseaudio.h>

#define TT_PULSE_FUNCTIONS(X) \
    X(context_connect) \
    X(context_disconnect) \
    X(context_errno) \
    X(context_get_server_info) \
    X(context_get_source_info_list) \
    X(context_get_state) \
    X(context_new_with_proplist) \
    X(context_set_subscribe_callback) \
    X(context_subscribe) \
    X(context_unref) \
    X(mainloop_dispatch) \
    X(mainloop_free) \
    X(mainloop_get_api) \
    X(mainloop_new) \
    X(mainloop_poll) \
    X(mainloop_prepare) \
    X(mainloop_wakeup) \
    X(operation_unref) \
    X(proplist_free) \
    X(proplist_gets) \
    X(proplist_new) \
    X(proplist_sets) \
    X(stream_connect_record) \
    X(stream_disconnect) \
    X(stream_drop) \
    X(stream_get_device_index) \
    X(stream_get_device_name) \
    X(stream_get_state) \
    X(stream_get_timing_info) \
    X(stream_is_suspended) \
    X(stream_new_with_proplist) \
    X(stream_peek) \
    X(stream_readable_size) \
    X(stream_unref) \
    X(stream_update_timing_info)

/// The functions of libpulse that are used, each with the type from its header.
typedef struct {
#define TT_PULSE_MEMBER(name) __typeof__(&pa_##name) _Nonnull name;
    TT_PULSE_FUNCTIONS(TT_PULSE_MEMBER)
#undef TT_PULSE_MEMBER
} TtPulse;

/// libpulse, loaded by the first call and never unloaded; NULL if there is none. Thread-safe.
const TtPulse *_Nullable tt_pulse(void);
