// SPDX-License-Identifier: GPL-3.0-or-later
// GStreamer's functions, each with the type from its header. The headers' macros and inline functions that call
// functions are not for use here: they would have to be linked.
#pragma once
#include <gst/gst.h>
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/video/gstvideometa.h>

#define TT_GST_FUNCTIONS(X) \
    X(app_sink_pull_preroll) \
    X(app_sink_pull_sample) \
    X(app_sink_set_callbacks) \
    X(app_sink_try_pull_preroll) \
    X(app_src_end_of_stream) \
    X(app_src_get_current_level_buffers) \
    X(app_src_get_current_level_bytes) \
    X(app_src_get_current_level_time) \
    X(app_src_push_buffer) \
    X(bin_get_by_name) \
    X(bus_set_sync_handler) \
    X(caps_from_string) \
    X(caps_get_structure) \
    X(date_time_new) \
    X(date_time_unref) \
    X(element_factory_find) \
    X(element_foreach_src_pad) \
    X(element_get_bus) \
    X(element_get_static_pad) \
    X(element_query_duration) \
    X(core_error_quark) \
    X(element_seek_simple) \
    X(element_set_state) \
    X(event_new_eos) \
    X(init_check) \
    X(message_parse_error) \
    X(mini_object_ref) \
    X(mini_object_unref) \
    X(object_ref_sink) \
    X(object_unref) \
    X(pad_add_probe) \
    X(pad_chain) \
    X(pad_get_current_caps) \
    X(pad_get_peer) \
    X(pad_send_event) \
    X(parse_error_quark) \
    X(parse_launch_full) \
    X(resource_error_quark) \
    X(sample_get_buffer) \
    X(sample_get_caps) \
    X(sample_get_segment) \
    X(segment_to_stream_time) \
    X(segtrap_set_enabled) \
    X(stream_error_quark) \
    X(structure_get_int) \
    X(structure_get_name) \
    X(structure_get_string) \
    X(structure_get_uint) \
    X(tag_list_add) \
    X(tag_list_new_empty) \
    X(tag_setter_merge_tags) \
    X(buffer_add_video_meta_full) \
    X(buffer_map) \
    X(buffer_new_memdup) \
    X(buffer_new_wrapped_full) \
    X(buffer_unmap)

typedef struct {
#define TT_GST_MEMBER(name) __typeof__(&gst_##name) name;
    TT_GST_FUNCTIONS(TT_GST_MEMBER)
#undef TT_GST_MEMBER
} TtGst;

/// Filled by tt_media_load, which everything here comes after.
extern TtGst tt_gst;
