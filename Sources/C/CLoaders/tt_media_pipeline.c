// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_gst.h"
#include "tt_media_private.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// More would be a mistake in the description.
enum { INPUT_LIMIT = 2 };

struct TtMediaInput {
    GstElement *source;
};

struct TtMediaPipeline {
    GstElement *element;
    TtMediaEvents events;
    TtMediaInput inputs[INPUT_LIMIT];
    int input_count;
    /// Takes the pictures that are played; NULL if nothing is.
    void (*take)(void *box, TtMediaPicture picture);
    void *take_box;
    /// The element that writes the file, if its first fault ends it. Only compared: it lives as long as
    /// `element`.
    GstElement *disk;
    atomic_bool is_disk_over;
    /// Whether units that hold no picture are being added, on the only thread that does.
    bool is_filling;
    /// The buffers that passed the counted elements.
    atomic_uint_fast64_t counts[TT_MEDIA_COUNTERS];
};

// Faults

/// GStreamer reports the errno of a failed write only as text, in the session's language.
static bool names_errno(const char *details, int error) {
    return details && strstr(details, g_strerror(error)) != NULL;
}

TtMediaFault tt_media_fault(const GError *error, const char *details) {
    if (error->domain == tt_gst.resource_error_quark()) {
        if (error->code == GST_RESOURCE_ERROR_NO_SPACE_LEFT || names_errno(details, EDQUOT)) {
            return TT_MEDIA_NO_SPACE;
        }
        if (names_errno(details, EFBIG)) return TT_MEDIA_FILE_TOO_LARGE;
        return TT_MEDIA_INPUT_OUTPUT;
    }
    if (error->domain == tt_gst.parse_error_quark() && error->code == GST_PARSE_ERROR_NO_SUCH_ELEMENT) {
        return TT_MEDIA_NO_ELEMENT;
    }
    // A decodebin that finds no decoder.
    if (error->domain == tt_gst.core_error_quark() && error->code == GST_CORE_ERROR_MISSING_PLUGIN) {
        return TT_MEDIA_NO_DECODER;
    }
    if (error->domain == tt_gst.stream_error_quark()) {
        return error->code == GST_STREAM_ERROR_CODEC_NOT_FOUND ? TT_MEDIA_NO_DECODER : TT_MEDIA_DAMAGED;
    }
    return TT_MEDIA_OTHER;
}

/// Runs on the thread that posts the message: no main loop reads the queue of the bus.
static GstBusSyncReply receive(GstBus *bus, GstMessage *message, gpointer data) {
    TtMediaPipeline *pipeline = data;
    tt_taken_over(pipeline);
    if (message->type == GST_MESSAGE_EOS) {
        pipeline->events.ended(pipeline->events.box);
    } else if (message->type == GST_MESSAGE_ERROR) {
        if (message->src == (GstObject *)pipeline->disk) atomic_store(&pipeline->is_disk_over, true);
        GError *error = NULL;
        char *details = NULL;
        tt_gst.message_parse_error(message, &error, &details);
        char text[512];
        snprintf(text, sizeof text, "%s (%s)", error->message, details ? details : "");
        pipeline->events.failed(pipeline->events.box, tt_media_fault(error, details), text);
        g_error_free(error);
        g_free(details);
    }
    tt_gst.mini_object_unref((GstMiniObject *)message);
    tt_handed_over(pipeline);
    return GST_BUS_DROP;
}

static void handle_messages(TtMediaPipeline *pipeline, GstBusSyncHandler handler) {
    GstBus *bus = tt_gst.element_get_bus(pipeline->element);
    tt_gst.bus_set_sync_handler(bus, handler, pipeline, NULL);
    tt_gst.object_unref(bus);
}

// Decoders

/// GstAutoplugSelectResult, whose type is private to decodebin.
enum { TRY_DECODER = 0, SKIP_DECODER = 2 };

/// Whether HEVC has 8 bits a sample and chroma of half the size each way.
static bool is_plain_hevc(const GstStructure *form) {
    guint luma = 8, chroma = 8;
    tt_gst.structure_get_uint(form, "bit-depth-luma", &luma);
    tt_gst.structure_get_uint(form, "bit-depth-chroma", &chroma);
    const char *format = tt_gst.structure_get_string(form, "chroma-format");
    const char *profile = tt_gst.structure_get_string(form, "profile");
    bool is_main = !profile || strcmp(profile, "main") == 0 || strcmp(profile, "main-still-picture") == 0;
    return is_main && luma == 8 && chroma == 8 && (!format || strcmp(format, "4:2:0") == 0);
}

/// libde265dec says that it takes every kind of HEVC, and gives the bytes of all as 4:2:0 of 8 bits: other kinds would be
/// coloured stripes, or end the program, as it writes beyond the end of its pictures. Runs on a thread of the pipeline's.
static int select_decoder(GstElement *decodebin, GstPad *pad, GstCaps *caps, GstElementFactory *factory,
                          gpointer data) {
    const GstStructure *form = tt_gst.caps_get_structure(caps, 0);
    bool is_wrong = form && strcmp(((GstObject *)factory)->name, "libde265dec") == 0 && !is_plain_hevc(form);
    return is_wrong ? SKIP_DECODER : TRY_DECODER;
}

// Life

TtMediaPipeline *tt_media_pipeline_new(const char *description, TtMediaEvents events, TtMediaFault *fault,
                                       char *text, size_t text_size) {
    GError *error = NULL;
    GstElement *element = tt_gst.parse_launch_full(description, NULL, GST_PARSE_FLAG_FATAL_ERRORS, &error);
    TtMediaPipeline *pipeline = element ? calloc(1, sizeof *pipeline) : NULL;
    if (!pipeline) {
        *fault = error ? tt_media_fault(error, NULL) : TT_MEDIA_OTHER;
        snprintf(text, text_size, "%s", error ? error->message : "no memory");
        g_clear_error(&error);
        if (element) tt_gst.object_unref(tt_gst.object_ref_sink(element));
        events.release(events.box);
        return NULL;
    }
    g_clear_error(&error);
    pipeline->element = tt_gst.object_ref_sink(element);
    pipeline->events = events;
    GstElement *decoder = tt_gst.bin_get_by_name((GstBin *)element, "decoder");
    if (decoder) {
        g_signal_connect_data(decoder, "autoplug-select", G_CALLBACK(select_decoder), NULL, NULL, 0);
        tt_gst.object_unref(decoder);
    }
    handle_messages(pipeline, receive);
    return pipeline;
}

bool tt_media_pipeline_start(TtMediaPipeline *pipeline) {
    tt_handed_over(pipeline);
    return tt_gst.element_set_state(pipeline->element, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE;
}

void tt_media_pipeline_stop(TtMediaPipeline *pipeline) {
    tt_gst.element_set_state(pipeline->element, GST_STATE_NULL);
    tt_taken_over(pipeline);
}

void tt_media_pipeline_free(TtMediaPipeline *pipeline) {
    tt_media_pipeline_stop(pipeline);
    // Its threads have ended, so the handler is not running.
    handle_messages(pipeline, NULL);
    for (int index = 0; index < pipeline->input_count; index += 1) {
        tt_gst.object_unref(pipeline->inputs[index].source);
    }
    tt_gst.object_unref(pipeline->element);
    pipeline->events.release(pipeline->events.box);
    free(pipeline);
}

static GstElement *find(TtMediaPipeline *pipeline, const char *name) {
    return tt_gst.bin_get_by_name((GstBin *)pipeline->element, name);
}

void tt_media_pipeline_watch(TtMediaPipeline *pipeline, const char *name,
                             void (*complete)(GstElement *element, gpointer box), void *box) {
    GstElement *element = find(pipeline, name);
    if (!element) return;
    // Ends with the element, and so with the pipeline.
    g_signal_connect_data(element, "no-more-pads", G_CALLBACK(complete), box, NULL, 0);
    tt_gst.object_unref(element);
}

// The disk

/// On the thread that writes, which also reports faults.
static GstPadProbeReturn pass(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    (void)pad;
    (void)info;
    TtMediaPipeline *pipeline = data;
    return atomic_load(&pipeline->is_disk_over) ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK;
}

void tt_media_pipeline_end_with_fault(TtMediaPipeline *pipeline, const char *name) {
    GstElement *disk = find(pipeline, name);
    if (!disk) return;
    pipeline->disk = disk;
    GstPad *pad = tt_gst.element_get_static_pad(disk, "sink");
    tt_gst.pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_BUFFER_LIST, pass, pipeline,
                         NULL);
    tt_gst.object_unref(pad);
    tt_gst.object_unref(disk);
}

typedef struct {
    void *box;
    void (*body)(void *box);
    void (*release)(void *box);
} Idle;

static GstPadProbeReturn idle(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    (void)pad;
    (void)info;
    Idle *work = data;
    work->body(work->box);
    return GST_PAD_PROBE_REMOVE;
}

static void end_idle(gpointer data) {
    Idle *work = data;
    work->release(work->box);
    free(work);
}

void tt_media_pipeline_between_buffers(TtMediaPipeline *pipeline, const char *name, void *box,
                                       void (*body)(void *box), void (*release)(void *box)) {
    GstElement *element = find(pipeline, name);
    GstPad *pad = element ? tt_gst.element_get_static_pad(element, "sink") : NULL;
    // Only the side that pushes knows whether the other one is at work.
    GstPad *source = pad ? tt_gst.pad_get_peer(pad) : NULL;
    Idle *work = source ? malloc(sizeof *work) : NULL;
    if (work) {
        *work = (Idle){box, body, release};
        tt_gst.pad_add_probe(source, GST_PAD_PROBE_TYPE_IDLE, idle, work, end_idle);
    } else {
        release(box);
    }
    if (source) tt_gst.object_unref(source);
    if (pad) tt_gst.object_unref(pad);
    if (element) tt_gst.object_unref(element);
}

// Counting

static void count(GstElement *identity, GstBuffer *buffer, gpointer counter) {
    (void)identity;
    (void)buffer;
    atomic_fetch_add((atomic_uint_fast64_t *)counter, 1);
}

void tt_media_pipeline_count(TtMediaPipeline *pipeline, const char *name, int counter) {
    GstElement *element = find(pipeline, name);
    if (!element) return;
    g_signal_connect_data(element, "handoff", G_CALLBACK(count), &pipeline->counts[counter], NULL, 0);
    tt_gst.object_unref(element);
}

uint64_t tt_media_pipeline_counted(TtMediaPipeline *pipeline, int counter) {
    return atomic_load(&pipeline->counts[counter]);
}

// Inputs

TtMediaInput *tt_media_pipeline_input(TtMediaPipeline *pipeline, const char *name) {
    if (pipeline->input_count == INPUT_LIMIT) return NULL;
    GstElement *source = find(pipeline, name);
    if (!source) return NULL;
    TtMediaInput *input = &pipeline->inputs[pipeline->input_count];
    pipeline->input_count += 1;
    input->source = source;
    return input;
}

static bool push(TtMediaInput *input, GstBuffer *buffer, uint64_t time, uint64_t duration) {
    buffer->pts = time;
    buffer->duration = duration;
    return tt_gst.app_src_push_buffer((GstAppSrc *)input->source, buffer) == GST_FLOW_OK;
}

/// The callback for when nothing refers to memory any more.
typedef struct {
    void *box;
    void (*release)(void *box);
} Release;

static void release(gpointer data) {
    tt_taken_over(data);
    Release release = *(Release *)data;
    free(data);
    release.release(release.box);
}

bool tt_media_input_push(TtMediaInput *input, TtMediaMemory memory, const TtMediaPlanes *planes,
                         uint64_t time, uint64_t duration) {
    Release *kept = malloc(sizeof *kept);
    if (!kept) {
        memory.release(memory.box);
        return false;
    }
    *kept = (Release){memory.box, memory.release};
    tt_handed_over(kept);
    // Read-only: the cast writes nothing.
    GstBuffer *buffer = tt_gst.buffer_new_wrapped_full(GST_MEMORY_FLAG_READONLY, (gpointer)memory.bytes,
                                                       memory.count, 0, memory.count, kept, release);
    if (planes) {
        gsize offsets[GST_VIDEO_MAX_PLANES] = {planes->offsets[0], planes->offsets[1], planes->offsets[2]};
        gint strides[GST_VIDEO_MAX_PLANES] = {planes->strides[0], planes->strides[1], planes->strides[2]};
        tt_gst.buffer_add_video_meta_full(buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_I420,
                                          (guint)planes->width, (guint)planes->height, 3, offsets, strides);
    }
    return push(input, buffer, time, duration);
}

bool tt_media_input_push_copy(TtMediaInput *input, const void *bytes, size_t count, uint64_t time,
                              uint64_t duration) {
    return push(input, tt_gst.buffer_new_memdup(bytes, count), time, duration);
}

void tt_media_input_end(TtMediaInput *input) { tt_gst.app_src_end_of_stream((GstAppSrc *)input->source); }

void tt_media_pipeline_end(TtMediaPipeline *pipeline, const char *name) {
    GstElement *element = find(pipeline, name);
    if (!element) return;
    GstPad *pad = tt_gst.element_get_static_pad(element, "sink");
    tt_gst.pad_send_event(pad, tt_gst.event_new_eos());
    tt_gst.object_unref(pad);
    tt_gst.object_unref(element);
}

TtMediaLevel tt_media_input_level(TtMediaInput *input) {
    GstAppSrc *source = (GstAppSrc *)input->source;
    return (TtMediaLevel){
        .buffers = tt_gst.app_src_get_current_level_buffers(source),
        .bytes = tt_gst.app_src_get_current_level_bytes(source),
        .nanoseconds = tt_gst.app_src_get_current_level_time(source),
    };
}

// Tags

void tt_media_pipeline_tag(TtMediaPipeline *pipeline, const char *name, TtMediaTags tags) {
    GstElement *element = find(pipeline, name);
    if (!element) return;
    GstTagList *list = tt_gst.tag_list_new_empty();
    if (tags.year) {
        GstDateTime *date = tt_gst.date_time_new((gfloat)tags.offset_hours, tags.year, tags.month, tags.day,
                                                 tags.hour, tags.minute, tags.second);
        if (date) {
            tt_gst.tag_list_add(list, GST_TAG_MERGE_REPLACE, GST_TAG_DATE_TIME, date, NULL);
            tt_gst.date_time_unref(date);
        }
    }
    if (tags.camera) {
        tt_gst.tag_list_add(list, GST_TAG_MERGE_REPLACE, GST_TAG_DEVICE_MODEL, tags.camera, NULL);
    }
    if (tags.software) {
        tt_gst.tag_list_add(list, GST_TAG_MERGE_REPLACE, GST_TAG_APPLICATION_NAME, tags.software, NULL);
    }
    tt_gst.tag_setter_merge_tags((GstTagSetter *)element, list, GST_TAG_MERGE_REPLACE);
    tt_gst.mini_object_unref((GstMiniObject *)list);
    tt_gst.object_unref(element);
}

/// NAL unit 12, filler data, of no bytes (ITU-T H.264, 7.3.2.7), behind its length.
static const guint8 filler[TT_MEDIA_FILLER] = {0, 0, 0, 2, 0x0C, 0x80};
/// A 90,000th of a second, so that it has a time of its own in the file.
enum { FILLER_NANOSECONDS = 11112 };

static GstFlowReturn fill(GstPad *pad, guint64 pts, guint64 dts) {
    GstBuffer *buffer = tt_gst.buffer_new_memdup(filler, sizeof filler);
    buffer->pts = pts;
    buffer->dts = dts;
    buffer->duration = FILLER_NANOSECONDS;
    buffer->mini_object.flags |= GST_BUFFER_FLAG_DELTA_UNIT;
    return tt_gst.pad_chain(pad, buffer);
}

/// On the thread that gives the multiplexer its pictures.
static GstPadProbeReturn write_each(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    TtMediaPipeline *pipeline = data;
    GstBuffer *buffer = info->data;
    guint64 pts = buffer->pts, dts = buffer->dts, length = buffer->duration;
    if (pipeline->is_filling || pts == GST_CLOCK_TIME_NONE || length == GST_CLOCK_TIME_NONE ||
        length < 3 * FILLER_NANOSECONDS) {
        return GST_PAD_PROBE_OK;
    }
    if (dts == GST_CLOCK_TIME_NONE) dts = pts;
    pipeline->is_filling = true;
    // Takes the buffer over.
    GstFlowReturn flow = tt_gst.pad_chain(pad, buffer);
    for (guint64 left = 2; left > 0 && flow == GST_FLOW_OK; left -= 1) {
        guint64 at = length - left * FILLER_NANOSECONDS;
        flow = fill(pad, pts + at, dts + at);
    }
    pipeline->is_filling = false;
    info->ABI.abi.flow_ret = flow;
    return GST_PAD_PROBE_HANDLED;
}

void tt_media_pipeline_write_each(TtMediaPipeline *pipeline, const char *name, const char *track) {
    GstElement *element = find(pipeline, name);
    GstPad *pad = element ? tt_gst.element_get_static_pad(element, track) : NULL;
    if (pad) {
        tt_gst.pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, write_each, pipeline, NULL);
        tt_gst.object_unref(pad);
    }
    if (element) tt_gst.object_unref(element);
}

void tt_media_pipeline_scale(TtMediaPipeline *pipeline, const char *name, const char *track, uint32_t units) {
    GstElement *element = find(pipeline, name);
    GstPad *pad = element ? tt_gst.element_get_static_pad(element, track) : NULL;
    if (pad) {
        g_object_set(pad, "trak-timescale", (guint)units, NULL);
        tt_gst.object_unref(pad);
    }
    if (element) tt_gst.object_unref(element);
}

void tt_media_pipeline_set(TtMediaPipeline *pipeline, const char *name, const char *property,
                           uint32_t value) {
    GstElement *element = find(pipeline, name);
    if (!element) return;
    g_object_set(element, property, (guint)value, NULL);
    tt_gst.object_unref(element);
}

// Pictures

/// Keeps a picture's pixels: in their buffer, or a copy behind this. Not the sample, which an appsink changes when the size
/// does.
typedef struct {
    GstBuffer *buffer;
    GstMapInfo map;
} Kept;

void tt_media_picture_release(void *owner) {
    Kept *kept = owner;
    if (kept->buffer) {
        tt_gst.buffer_unmap(kept->buffer, &kept->map);
        tt_gst.mini_object_unref((GstMiniObject *)kept->buffer);
    }
    free(kept);
}

/// Gives the buffer back, for a picture that is kept for long: a buffer keeps its pool, with the memory of several pictures
/// and two descriptors.
static bool copy_pixels(TtMediaPicture *picture) {
    Kept *kept = malloc(sizeof *kept + picture->count);
    void *owner = picture->owner;
    if (kept) {
        kept->buffer = NULL;
        picture->pixels = memcpy(kept + 1, picture->pixels, picture->count);
        picture->owner = kept;
    }
    tt_media_picture_release(owner);
    return kept != NULL;
}

/// When a buffer is shown, by the file's own time.
static uint64_t stream_time(GstSample *sample, GstBuffer *buffer) {
    guint64 time = GST_CLOCK_TIME_NONE;
    if (buffer->pts != GST_CLOCK_TIME_NONE) {
        time = tt_gst.segment_to_stream_time(tt_gst.sample_get_segment(sample), GST_FORMAT_TIME, buffer->pts);
    }
    return time == GST_CLOCK_TIME_NONE ? 0 : time;
}

static bool keep_pixels(GstSample *sample, TtMediaPicture *picture) {
    GstStructure *form = tt_gst.caps_get_structure(tt_gst.sample_get_caps(sample), 0);
    GstBuffer *buffer = tt_gst.sample_get_buffer(sample);
    int width = 0, height = 0;
    Kept *kept = calloc(1, sizeof *kept);
    if (kept && buffer && tt_gst.structure_get_int(form, "width", &width) &&
        tt_gst.structure_get_int(form, "height", &height) &&
        tt_gst.buffer_map(buffer, &kept->map, GST_MAP_READ)) {
        kept->buffer = (GstBuffer *)tt_gst.mini_object_ref((GstMiniObject *)buffer);
        // Four bytes a pixel need no padding between lines.
        if (width > 0 && height > 0 && kept->map.size == (size_t)width * (size_t)height * 4) {
            *picture = (TtMediaPicture){
                kept->map.data, kept->map.size, width, height, stream_time(sample, buffer), kept};
            return true;
        }
        tt_media_picture_release(kept);
        return false;
    }
    free(kept);
    return false;
}

/// Takes the sample over.
static bool keep_picture(GstSample *sample, TtMediaPicture *picture) {
    bool is_kept = keep_pixels(sample, picture);
    tt_gst.mini_object_unref((GstMiniObject *)sample);
    return is_kept;
}

bool tt_media_pipeline_picture(TtMediaPipeline *pipeline, const char *name, uint64_t limit,
                               TtMediaPicture *picture) {
    GstElement *sink = find(pipeline, name);
    if (!sink) return false;
    GstSample *sample = tt_gst.app_sink_try_pull_preroll((GstAppSink *)sink, limit);
    tt_gst.object_unref(sink);
    return sample && keep_picture(sample, picture) && copy_pixels(picture);
}

// Playing

static GstFlowReturn hand_over(TtMediaPipeline *pipeline, GstSample *sample) {
    tt_taken_over(pipeline);
    TtMediaPicture picture;
    if (sample && keep_picture(sample, &picture)) pipeline->take(pipeline->take_box, picture);
    tt_handed_over(pipeline);
    return GST_FLOW_OK;
}

/// Called while paused: the first picture after a start or a seek.
static GstFlowReturn prerolled(GstAppSink *sink, gpointer data) {
    return hand_over(data, tt_gst.app_sink_pull_preroll(sink));
}

static GstFlowReturn sampled(GstAppSink *sink, gpointer data) {
    return hand_over(data, tt_gst.app_sink_pull_sample(sink));
}

void tt_media_pipeline_take_pictures(TtMediaPipeline *pipeline, const char *name, void *box,
                                     void (*take)(void *box, TtMediaPicture picture)) {
    GstElement *sink = find(pipeline, name);
    if (!sink) return;
    pipeline->take = take;
    pipeline->take_box = box;
    GstAppSinkCallbacks callbacks = {.new_preroll = prerolled, .new_sample = sampled};
    tt_gst.app_sink_set_callbacks((GstAppSink *)sink, &callbacks, pipeline, NULL);
    tt_gst.object_unref(sink);
}

bool tt_media_pipeline_pause(TtMediaPipeline *pipeline) {
    tt_handed_over(pipeline);
    return tt_gst.element_set_state(pipeline->element, GST_STATE_PAUSED) != GST_STATE_CHANGE_FAILURE;
}

bool tt_media_pipeline_seek(TtMediaPipeline *pipeline, uint64_t time) {
    return tt_gst.element_seek_simple(pipeline->element, GST_FORMAT_TIME,
                                      GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE, (gint64)time);
}

void tt_media_pipeline_filter(TtMediaPipeline *pipeline, const char *name, const char *form) {
    GstElement *filter = find(pipeline, name);
    GstCaps *caps = filter ? tt_gst.caps_from_string(form) : NULL;
    if (caps) {
        g_object_set(filter, "caps", caps, NULL);
        tt_gst.mini_object_unref((GstMiniObject *)caps);
    }
    if (filter) tt_gst.object_unref(filter);
}

void tt_media_pipeline_mute(TtMediaPipeline *pipeline, const char *name, bool is_muted) {
    GstElement *volume = find(pipeline, name);
    if (!volume) return;
    g_object_set(volume, "mute", (gboolean)is_muted, NULL);
    tt_gst.object_unref(volume);
}
