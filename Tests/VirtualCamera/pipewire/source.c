// SPDX-License-Identifier: GPL-3.0-or-later
/// vcam-pipewire: a camera in the session's PipeWire, with the pictures of the virtual V4L2 camera.
///
///     vcam-pipewire [--name NODE] [--description TEXT] [--role ROLE] [--corrupt] [--short BYTES] [--shared]
///                   [--unsealable] [--false-device] [--age MS] [--own-clock] [--coded FILE] [--most WIDTH]
///                   [--location front|back|external] [--transform N] [--rotation DEGREES] MODE…
///
/// MODE is FORMAT:WIDTHxHEIGHT@RATE, as vcam's, and FILE what a mode H264:… sends, over and over. It says "ready" when the daemon knows it, then "streaming MODE",
/// "paused" and "brightness N". Its buffers are its own, as a device's are, and can be sealed unless --unsealable; with
/// --shared they are the daemon's. With --false-device they are shorter than they claim, and claim to be a device's.
/// With --location it says where it is, as libcamera's do; with --rotation how it is mounted, and with --transform each
/// frame says how it was turned (spa_meta_videotransform_value), though none is.
/// With --most it agrees to wider modes, but its frames and buffers have that width, as libcamera's at its limits.
/// With --age it says that a frame was captured that many milliseconds ago, with --own-clock besides by a clock that
/// starts with it.
/// Fails by signals: SIGSTOP stalls it, SIGKILL unplugs it, and at SIGUSR1 it takes the memory out of its buffers, goes
/// on with them, and says "emptied", or "kept" if they are sealed.
#include "modes.h"

#include "../src/coded.h"
#include "../src/picture.h"

#include <linux/videodev2.h>
#include <signal.h>
#include <spa/param/buffers.h>
#include <spa/param/props.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

struct source {
    struct pw_main_loop *loop;
    struct pw_stream *stream;
    struct spa_source *timer;
    struct mode mode;
    struct picture *picture;
    struct look look;
    struct coded *coded;
    /// Of the frame, and of the first one in this format.
    uint32_t number, first;
    bool is_corrupt, is_shared, is_unsealable, is_false_device;
    /// Whether the buffers hold nothing that could be drawn into.
    bool is_empty;
    /// Milliseconds from a frame's capture to its arrival; -1 if that is not said.
    int age;
    /// Whether its clock starts with it.
    bool has_own_clock;
    int buffers[64];
    int buffer_count;
    size_t short_bytes;
    /// How each frame says that it was turned; -1 if it does not say.
    int transform;
    /// Its frames are no wider than that.
    uint32_t most_width;
    /// It dies of any other width that is agreed on; 0 if it dies of none.
    uint32_t only_width;
};

static void say(const char *format, const char *text, int value) {
    printf(format, text, value);
    fflush(stdout);
}

static void publish_brightness(struct source *source) {
    uint8_t memory[512];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    const struct spa_pod *props =
        spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_Props, SPA_PARAM_Props, SPA_PROP_brightness,
                                   SPA_POD_Int(source->look.brightness));
    pw_stream_update_params(source->stream, &props, 1);
}

/// Sends the negotiated format, as wide as possible.
static struct mode sent_mode(const struct source *source) {
    struct mode mode = source->mode;
    if (mode.width > source->most_width) mode.width = source->most_width;
    return mode;
}

static void set_timer(struct source *source, bool runs) {
    struct timespec first = {.tv_nsec = 1}, every = {0};
    if (runs)
        every.tv_nsec = 1000000000L / source->mode.rate;
    else
        first.tv_nsec = 0;
    pw_loop_update_timer(pw_main_loop_get_loop(source->loop), source->timer, &first, &every, false);
}

static int64_t capture_time(const struct source *source) {
    if (source->age < 0) return -1;
    if (source->has_own_clock) return (int64_t)source->number * (1000000000L / source->mode.rate);
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000L + now.tv_nsec - source->age * 1000000L;
}

static size_t make(struct source *source, struct spa_data *plane) {
    if (source->is_empty) return plane->maxsize;
    if (source->mode.fourcc == V4L2_PIX_FMT_H264)
        return coded_unit(source->coded, source->number - source->first, plane->data, plane->maxsize);
    return picture_make(source->picture, &source->look, source->number, plane->data, plane->maxsize);
}

static void ticked(void *data, uint64_t expirations) {
    struct source *source = data;
    source->number += (uint32_t)expirations;
    struct pw_buffer *buffer = pw_stream_dequeue_buffer(source->stream);
    if (!buffer) return;
    struct spa_data *plane = &buffer->buffer->datas[0];
    size_t size = make(source, plane);
    struct mode sent = sent_mode(source);
    plane->chunk->offset = 0;
    plane->chunk->size = source->short_bytes ? source->short_bytes : (uint32_t)size;
    plane->chunk->stride = (int32_t)mode_stride(&sent);
    plane->chunk->flags = source->is_corrupt ? SPA_CHUNK_FLAG_CORRUPTED : 0;
    struct spa_meta_header *header =
        spa_buffer_find_meta_data(buffer->buffer, SPA_META_Header, sizeof *header);
    if (header) *header = (struct spa_meta_header){.seq = source->number, .pts = capture_time(source)};
    struct spa_meta_videotransform *turned =
        spa_buffer_find_meta_data(buffer->buffer, SPA_META_VideoTransform, sizeof *turned);
    if (turned && source->transform >= 0) turned->transform = (uint32_t)source->transform;
    pw_stream_queue_buffer(source->stream, buffer);
    pw_stream_trigger_process(source->stream);
}

static void state_changed(void *data, enum pw_stream_state old, enum pw_stream_state state,
                          const char *error) {
    struct source *source = data;
    if (state == PW_STREAM_STATE_PAUSED && old < PW_STREAM_STATE_PAUSED) say("%s\n", "ready", 0);
    set_timer(source, state == PW_STREAM_STATE_STREAMING);
    if (state == PW_STREAM_STATE_STREAMING)
        say("streaming %s@%d\n", mode_name(&source->mode), source->mode.rate);
    if (old == PW_STREAM_STATE_STREAMING) say("%s\n", "paused", 0);
    if (state == PW_STREAM_STATE_ERROR) say("error %s\n", error, 0);
}

static void format_changed(struct source *source, const struct spa_pod *param) {
    if (!mode_read(param, &source->mode)) return;
    if (source->only_width && source->mode.width != source->only_width) {
        say("died of %s\n", mode_name(&source->mode), 0);
        _exit(1);
    }
    source->first = source->number + 1;
    struct mode sent = sent_mode(source);
    if (source->mode.fourcc != V4L2_PIX_FMT_H264) {
        source->picture = picture_for(source->picture, sent.fourcc, sent.width, sent.height);
        picture_prepare(source->picture, &source->look);
    }
    uint8_t memory[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    const struct spa_pod *params[] = {
        spa_pod_builder_add_object(
            &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
            SPA_POD_CHOICE_RANGE_Int(8, 2, 16), SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1),
            SPA_PARAM_BUFFERS_size, SPA_POD_Int((int)mode_bytes(&sent)), SPA_PARAM_BUFFERS_stride,
            SPA_POD_Int((int)mode_stride(&sent)), SPA_PARAM_BUFFERS_dataType,
            SPA_POD_CHOICE_FLAGS_Int(1 << (source->is_false_device ? SPA_DATA_DmaBuf : SPA_DATA_MemFd))),
        spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type,
                                   SPA_POD_Id(SPA_META_Header), SPA_PARAM_META_size,
                                   SPA_POD_Int(sizeof(struct spa_meta_header))),
        spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type,
                                   SPA_POD_Id(SPA_META_VideoTransform), SPA_PARAM_META_size,
                                   SPA_POD_Int(sizeof(struct spa_meta_videotransform))),
    };
    pw_stream_update_params(source->stream, params, source->transform >= 0 ? 3 : 2);
}

/// PipeWire's tools send an integer or, since its 1.4 has brightness as a fraction in general, a real number.
static bool read_brightness(const struct spa_pod *props, int32_t *value) {
    float real;
    if (spa_pod_parse_object(props, SPA_TYPE_OBJECT_Props, NULL, SPA_PROP_brightness, SPA_POD_Int(value)) >=
        0)
        return true;
    if (spa_pod_parse_object(props, SPA_TYPE_OBJECT_Props, NULL, SPA_PROP_brightness, SPA_POD_Float(&real)) <
        0)
        return false;
    *value = (int32_t)real;
    return true;
}

static void param_changed(void *data, uint32_t id, const struct spa_pod *param) {
    struct source *source = data;
    if (!param) return;
    if (id == SPA_PARAM_Format) format_changed(source, param);
    int32_t brightness;
    if (id == SPA_PARAM_Props && read_brightness(param, &brightness)) {
        // As a driver does: rounded to the step.
        source->look.brightness = brightness / 2 * 2;
        say("%s %d\n", "brightness", source->look.brightness);
        publish_brightness(source);
    }
}

static void add_buffer(void *data, struct pw_buffer *buffer) {
    struct source *source = data;
    struct spa_data *plane = &buffer->buffer->datas[0];
    if (source->is_shared) return;
    plane->type = source->is_false_device ? SPA_DATA_DmaBuf : SPA_DATA_MemFd;
    plane->flags = SPA_DATA_FLAG_READWRITE;
    plane->fd = memfd_create("vcam", MFD_CLOEXEC | (source->is_unsealable ? 0 : MFD_ALLOW_SEALING));
    plane->mapoffset = 0;
    struct mode sent = sent_mode(source);
    plane->maxsize = mode_bytes(&sent);
    source->buffers[source->buffer_count++ % 64] = (int)plane->fd;
    source->is_empty = source->is_false_device;
    if (ftruncate((int)plane->fd, source->is_false_device ? 1 : plane->maxsize) == 0)
        plane->data = mmap(NULL, plane->maxsize, PROT_READ | PROT_WRITE, MAP_SHARED, (int)plane->fd, 0);
}

static void remove_buffer(void *data, struct pw_buffer *buffer) {
    struct source *source = data;
    struct spa_data *plane = &buffer->buffer->datas[0];
    if (source->is_shared) return;
    munmap(plane->data, plane->maxsize);
    close((int)plane->fd);
    source->buffer_count = 0;
}

static const struct pw_stream_events events = {
    PW_VERSION_STREAM_EVENTS, .state_changed = state_changed, .param_changed = param_changed,
    .add_buffer = add_buffer, .remove_buffer = remove_buffer,
};

static void emptied(void *data, int signal) {
    struct source *source = data;
    (void)signal;
    // Not drawn into any more: that would be a crash of this program.
    source->is_empty = true;
    bool is_kept = false;
    for (int index = 0; index < source->buffer_count && index < 64; index++)
        is_kept |= ftruncate(source->buffers[index], 0) != 0;
    say("%s\n", is_kept ? "kept" : "emptied", 0);
}

static void stopped(void *data, int signal) {
    struct source *source = data;
    (void)signal;
    pw_main_loop_quit(source->loop);
}

static const struct spa_pod *brightness_info(struct spa_pod_builder *builder) {
    return spa_pod_builder_add_object(builder, SPA_TYPE_OBJECT_PropInfo, SPA_PARAM_PropInfo, SPA_PROP_INFO_id,
                                      SPA_POD_Id(SPA_PROP_brightness), SPA_PROP_INFO_description,
                                      SPA_POD_String("Brightness"), SPA_PROP_INFO_type,
                                      SPA_POD_CHOICE_RANGE_Int(128, 0, 255));
}

static struct pw_properties *describe(int *count, char **words, struct source *source) {
    struct pw_properties *props =
        pw_properties_new(PW_KEY_MEDIA_CLASS, "Video/Source", PW_KEY_MEDIA_ROLE, "Camera", PW_KEY_NODE_NAME,
                          "vcam.0", PW_KEY_NODE_DESCRIPTION, "Acme HD Webcam", NULL);
    while (*count > 0 && words[0][0] == '-') {
        int taken = 2;
        if (!strcmp(words[0], "--name"))
            pw_properties_set(props, PW_KEY_NODE_NAME, words[1]);
        else if (!strcmp(words[0], "--description"))
            pw_properties_set(props, PW_KEY_NODE_DESCRIPTION, words[1]);
        else if (!strcmp(words[0], "--role"))
            pw_properties_set(props, PW_KEY_MEDIA_ROLE, words[1]);
        else if (!strcmp(words[0], "--path"))
            pw_properties_set(props, PW_KEY_OBJECT_PATH, words[1]);
        else if (!strcmp(words[0], "--v4l2-path"))
            pw_properties_set(props, "api.v4l2.path", words[1]);
        else if (!strcmp(words[0], "--api"))
            pw_properties_set(props, PW_KEY_DEVICE_API, words[1]);
        else if (!strcmp(words[0], "--location"))
            pw_properties_set(props, "api.libcamera.location", words[1]);
        else if (!strcmp(words[0], "--rotation"))
            pw_properties_set(props, "api.libcamera.rotation", words[1]);
        else if (!strcmp(words[0], "--transform"))
            source->transform = atoi(words[1]);
        else if (!strcmp(words[0], "--short"))
            source->short_bytes = (size_t)atoi(words[1]);
        else if (!strcmp(words[0], "--most"))
            source->most_width = (uint32_t)atoi(words[1]);
        else if (!strcmp(words[0], "--only"))
            source->only_width = (uint32_t)atoi(words[1]);
        else if (!strcmp(words[0], "--age"))
            source->age = atoi(words[1]);
        else if (!strcmp(words[0], "--coded"))
            source->coded = coded_for(NULL, words[1]);
        else if (!strcmp(words[0], "--own-clock"))
            taken = source->has_own_clock = 1;
        else if (!strcmp(words[0], "--corrupt"))
            taken = source->is_corrupt = 1;
        else if (!strcmp(words[0], "--shared"))
            taken = source->is_shared = 1;
        else if (!strcmp(words[0], "--unsealable"))
            taken = source->is_unsealable = 1;
        else if (!strcmp(words[0], "--false-device"))
            taken = source->is_false_device = 1;
        memmove(words, words + taken, (size_t)(*count -= taken) * sizeof *words);
    }
    return props;
}

int main(int count, char **words) {
    // As vcam's controls are by default.
    struct source source = {.look = {.brightness = 128, .contrast = 128, .saturation = 128},
                            .age = -1,
                            .transform = -1,
                            .most_width = UINT32_MAX};
    pw_init(NULL, NULL);
    source.loop = pw_main_loop_new(NULL);
    struct pw_loop *loop = pw_main_loop_get_loop(source.loop);
    pw_loop_add_signal(loop, SIGTERM, stopped, &source);
    pw_loop_add_signal(loop, SIGUSR1, emptied, &source);
    source.timer = pw_loop_add_timer(loop, ticked, &source);
    count--;
    struct pw_properties *props = describe(&count, words + 1, &source);
    source.stream = pw_stream_new_simple(loop, "vcam", props, &events, &source);
    static uint8_t memory[8192];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    const struct spa_pod *params[32];
    uint32_t used = 0;
    for (int index = 1; index <= count && used < 30; index++)
        if (!(params[used++] = mode_offer(&builder, words[index]))) return 2;
    params[used++] = brightness_info(&builder);
    pw_stream_connect(source.stream, PW_DIRECTION_OUTPUT, PW_ID_ANY,
                      PW_STREAM_FLAG_DRIVER |
                          (source.is_shared ? PW_STREAM_FLAG_MAP_BUFFERS : PW_STREAM_FLAG_ALLOC_BUFFERS),
                      params, used);
    publish_brightness(&source);
    pw_main_loop_run(source.loop);
    pw_stream_destroy(source.stream);
    pw_main_loop_destroy(source.loop);
    return 0;
}
