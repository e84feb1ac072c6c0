// SPDX-License-Identifier: GPL-3.0-or-later
// F_ADD_SEALS and similar.
#define _GNU_SOURCE
#include "tt_pw_stream.h"
#include "tt_pw_private.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/magic.h>
#include <spa/buffer/meta.h>
#include <spa/param/buffers.h>
#include <spa/param/video/format-utils.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

struct TtPwStream {
    struct pw_stream *stream;
    struct spa_hook listener;
    TtPwStreamEvents events;
    /// Whether events are ignored from now on.
    bool is_over;
    /// By number; NULL if there is none.
    struct pw_buffer *buffers[TT_PW_MOST_BUFFERS];
    bool is_out[TT_PW_MOST_BUFFERS];
    /// By number: where frames are read to; NULL if the buffer's own memory is mapped.
    char *copies[TT_PW_MOST_BUFFERS];
};

static void state_changed(void *data, enum pw_stream_state old, enum pw_stream_state state,
                          const char *error) {
    TtPwStream *stream = data;
    if (stream->is_over) return;
    if (state == PW_STREAM_STATE_STREAMING) stream->events.streaming(stream->events.box);
    bool is_over = state == PW_STREAM_STATE_ERROR || (state == PW_STREAM_STATE_UNCONNECTED && old > state);
    if (is_over) stream->events.failed(stream->events.box, error ? error : "");
}

/// Answers with the number and kind of buffers, a header that counts frames, and room for how they are turned.
static void answer_format(TtPwStream *stream) {
    char memory[512];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    const struct spa_pod *params[3];
    params[0] = spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
        SPA_POD_CHOICE_RANGE_Int(8, 2, 32), SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1),
        SPA_PARAM_BUFFERS_dataType, SPA_POD_CHOICE_FLAGS_Int(1 << SPA_DATA_MemFd | 1 << SPA_DATA_DmaBuf));
    params[1] = spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta,
                                           SPA_PARAM_META_type, SPA_POD_Id(SPA_META_Header),
                                           SPA_PARAM_META_size, SPA_POD_Int(sizeof(struct spa_meta_header)));
    params[2] =
        spa_pod_builder_add_object(&builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type,
                                   SPA_POD_Id(SPA_META_VideoTransform), SPA_PARAM_META_size,
                                   SPA_POD_Int(sizeof(struct spa_meta_videotransform)));
    pw_stream_update_params(stream->stream, params, 3);
}

static bool read_format(const struct spa_pod *pod, TtPwFormat *format) {
    struct spa_video_info info = {0};
    if (spa_format_parse(pod, &info.media_type, &info.media_subtype) < 0) return false;
    if (info.media_subtype == SPA_MEDIA_SUBTYPE_raw) {
        if (spa_format_video_raw_parse(pod, &info.info.raw) < 0) return false;
        const struct spa_video_info_raw *raw = &info.info.raw;
        format->mode = (TtPwMode){tt_pw_fourcc(info.media_subtype, raw->format),
                                  {raw->size.width, raw->size.height},
                                  {raw->framerate.num, raw->framerate.denom},
                                  true};
        format->range = raw->color_range == SPA_VIDEO_COLOR_RANGE_0_255    ? TT_PW_FULL
                        : raw->color_range == SPA_VIDEO_COLOR_RANGE_16_235 ? TT_PW_LIMITED
                                                                           : TT_PW_RANGE_UNKNOWN;
        format->matrix = raw->color_matrix == SPA_VIDEO_COLOR_MATRIX_UNKNOWN ? TT_PW_COLOR_UNKNOWN
                         : raw->color_matrix == SPA_VIDEO_COLOR_MATRIX_BT601 ? TT_PW_BT601
                                                                             : TT_PW_BT709;
        return true;
    }
    // Motion JPEG, JPEG and H.264 have the same two properties.
    if (spa_format_video_mjpg_parse(pod, &info.info.mjpg) < 0) return false;
    const struct spa_video_info_mjpg *mjpg = &info.info.mjpg;
    format->mode = (TtPwMode){tt_pw_fourcc(info.media_subtype, 0),
                              {mjpg->size.width, mjpg->size.height},
                              {mjpg->framerate.num, mjpg->framerate.denom},
                              true};
    return true;
}

static void param_changed(void *data, uint32_t id, const struct spa_pod *param) {
    TtPwStream *stream = data;
    TtPwFormat format = {0};
    if (id != SPA_PARAM_Format || !param || stream->is_over) return;
    if (!read_format(param, &format) || !stream->events.format(stream->events.box, &format)) {
        pw_stream_set_error(stream->stream, -EINVAL, "unknown format");
        return;
    }
    answer_format(stream);
}

/// The possible use of the memory behind a descriptor.
typedef enum { NOTHING, MAPPING, COPYING } Use;

/// Reading mapped memory beyond the end of its file crashes, so only memory that can't be shortened is mapped. The
/// kernel is asked for the kind of memory, because a source can announce any.
static Use use_of(const struct spa_data *data) {
    struct statfs system;
    struct stat facts;
    int fd = (int)data->fd;
    if (fstatfs(fd, &system) != 0) return NOTHING;
    // The kernel refuses a mapping of a DMA buffer that is too long.
    if (system.f_type == DMA_BUF_MAGIC) return MAPPING;
    // Reading from other file systems can block.
    if (system.f_type != TMPFS_MAGIC) return NOTHING;
    int seals = fcntl(fd, F_GET_SEALS);
    bool is_sealed = seals >= 0 && seals & F_SEAL_SHRINK;
    if (!is_sealed && fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK) != 0) return COPYING;
    // Checked after sealing: the size can't shrink any more.
    bool is_there =
        fstat(fd, &facts) == 0 && (uint64_t)facts.st_size >= (uint64_t)data->mapoffset + data->maxsize;
    return is_there ? MAPPING : NOTHING;
}

/// Maps a buffer for itself, so that its frames outlive the stream. `copy` is set if the mapping is anonymous memory
/// into which `tt_pw_stream_fetch` reads each frame.
static TtPwMemory map(const struct spa_data *data, char **copy) {
    TtPwMemory memory = {.size = data->maxsize};
    if (data->type != SPA_DATA_MemFd && data->type != SPA_DATA_DmaBuf) {
        memory.address = data->data;
        memory.length = data->data ? data->maxsize : 0;
        memory.size = memory.length;
        return memory;
    }
    Use use = use_of(data);
    if (use == NOTHING) return (TtPwMemory){0};
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), begin = data->mapoffset / page * page;
    memory.offset = use == COPYING ? 0 : data->mapoffset - begin;
    memory.length = memory.offset + data->maxsize;
    memory.address = use == COPYING
                         ? mmap(NULL, memory.length, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                         : mmap(NULL, memory.length, PROT_READ, MAP_SHARED, (int)data->fd, (off_t)begin);
    memory.is_mapped = memory.address != MAP_FAILED;
    if (!memory.is_mapped) return (TtPwMemory){0};
    if (use == COPYING) *copy = memory.address;
    return memory;
}

static void add_buffer(void *data, struct pw_buffer *buffer) {
    TtPwStream *stream = data;
    for (uint32_t number = 0; number < TT_PW_MOST_BUFFERS; number++) {
        if (stream->buffers[number]) continue;
        stream->buffers[number] = buffer;
        stream->is_out[number] = false;
        buffer->user_data = (void *)(uintptr_t)number;
        bool is_empty = buffer->buffer->n_datas < 1;
        stream->events.buffer_added(stream->events.box, number,
                                    is_empty ? (TtPwMemory){0}
                                             : map(&buffer->buffer->datas[0], &stream->copies[number]));
        return;
    }
    // Above every buffer's number: such a buffer is never taken for a frame.
    buffer->user_data = (void *)(uintptr_t)TT_PW_MOST_BUFFERS;
}

static void remove_buffer(void *data, struct pw_buffer *buffer) {
    TtPwStream *stream = data;
    uint32_t number = (uint32_t)(uintptr_t)buffer->user_data;
    if (number >= TT_PW_MOST_BUFFERS || stream->buffers[number] != buffer) return;
    stream->buffers[number] = NULL;
    stream->copies[number] = NULL;
    stream->events.buffer_removed(stream->events.box, number);
}

/// Frames are taken when the listener wants them; the event only wakes the loop.
static void process(void *data) {}

static const struct pw_stream_events stream_events = {
    PW_VERSION_STREAM_EVENTS, .state_changed = state_changed, .param_changed = param_changed,
    .add_buffer = add_buffer, .remove_buffer = remove_buffer, .process = process,
};

static int begin(TtPwStream *stream, TtPwMode mode) {
    char memory[512];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(memory, sizeof memory);
    struct spa_pod_frame frame;
    uint32_t subtype, format;
    if (!tt_pw_from_fourcc(mode.fourcc, &subtype, &format)) return -EINVAL;
    spa_pod_builder_push_object(&builder, &frame, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat);
    spa_pod_builder_add(&builder, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_video),
                        SPA_FORMAT_mediaSubtype, SPA_POD_Id(subtype), 0);
    if (format) spa_pod_builder_add(&builder, SPA_FORMAT_VIDEO_format, SPA_POD_Id(format), 0);
    struct spa_rectangle size = {mode.size.width, mode.size.height};
    struct spa_fraction rate = {mode.rate.numerator, mode.rate.denominator};
    spa_pod_builder_add(&builder, SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle(&size), 0);
    struct spa_fraction least = {0, 1}, most = {1000, 1};
    if (mode.is_rate_fixed)
        spa_pod_builder_add(&builder, SPA_FORMAT_VIDEO_framerate, SPA_POD_Fraction(&rate), 0);
    else
        spa_pod_builder_add(&builder, SPA_FORMAT_VIDEO_framerate,
                            SPA_POD_CHOICE_RANGE_Fraction(&rate, &least, &most), 0);
    const struct spa_pod *params[] = {spa_pod_builder_pop(&builder, &frame)};
    return pw_stream_connect(stream->stream, PW_DIRECTION_INPUT, PW_ID_ANY,
                             PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_DONT_RECONNECT, params, 1);
}

TtPwStream *tt_pw_stream_new(TtPwRemote *remote, const char *serial, TtPwMode mode, TtPwStreamEvents events) {
    TtPwStream *stream = calloc(1, sizeof *stream);
    if (!stream) return NULL;
    stream->events = events;
    struct pw_properties *properties =
        pw_properties_new(PW_KEY_MEDIA_TYPE, "Video", PW_KEY_MEDIA_CATEGORY, "Capture", PW_KEY_MEDIA_ROLE,
                          "Camera", PW_KEY_TARGET_OBJECT, serial, NULL);
    stream->stream = pw_stream_new(remote->core, "Tintype", properties);
    if (!stream->stream) {
        free(stream);
        return NULL;
    }
    pw_stream_add_listener(stream->stream, &stream->listener, &stream_events, stream);
    if (begin(stream, mode) >= 0) return stream;
    tt_pw_stream_free(stream);
    return NULL;
}

void tt_pw_stream_free(TtPwStream *stream) {
    // Afterwards only removed buffers are reported.
    stream->is_over = true;
    pw_stream_destroy(stream->stream);
    free(stream);
}

/// Makes a device's writes visible to the processor; does nothing on coherent machines.
static void sync_device(const struct spa_data *data, uint64_t flags) {
    if (data->type != SPA_DATA_DmaBuf) return;
    struct dma_buf_sync sync = {.flags = flags | DMA_BUF_SYNC_READ};
    (void)ioctl((int)data->fd, DMA_BUF_IOCTL_SYNC, &sync);
}

/// The chunk and the header lie in memory that the source can write to at any time: each number is read once.
static void fill(TtPwFrame *frame, const struct spa_buffer *buffer) {
    const struct spa_data *data = &buffer->datas[0];
    const volatile struct spa_chunk *chunk = data->chunk;
    uint32_t offset = chunk->offset, size = chunk->size;
    int32_t stride = chunk->stride;
    frame->offset = SPA_MIN(offset, data->maxsize);
    frame->size = SPA_MIN(size, data->maxsize - frame->offset);
    frame->stride = stride > 0 ? (uint32_t)stride : 0;
    frame->is_damaged = chunk->flags & SPA_CHUNK_FLAG_CORRUPTED;
    const volatile struct spa_meta_videotransform *turned =
        spa_buffer_find_meta_data(buffer, SPA_META_VideoTransform, sizeof *turned);
    if (turned) frame->transform = turned->transform;
    frame->has_transform = turned != NULL;
    const volatile struct spa_meta_header *header =
        spa_buffer_find_meta_data(buffer, SPA_META_Header, sizeof *header);
    if (!header) return;
    frame->is_damaged |= (header->flags & SPA_META_HEADER_FLAG_CORRUPTED) != 0;
    frame->sequence = header->seq;
    frame->has_sequence = true;
    frame->time = header->pts;
}

bool tt_pw_stream_fetch(TtPwStream *stream, uint32_t buffer, uint64_t offset, uint64_t size) {
    char *copy = buffer < TT_PW_MOST_BUFFERS ? stream->copies[buffer] : NULL;
    if (!copy) return true;
    const struct spa_data *data = &stream->buffers[buffer]->buffer->datas[0];
    return pread((int)data->fd, copy + offset, size, (off_t)(data->mapoffset + offset)) == (ssize_t)size;
}

bool tt_pw_stream_take(TtPwStream *stream, TtPwFrame *frame) {
    struct pw_buffer *buffer;
    while ((buffer = pw_stream_dequeue_buffer(stream->stream))) {
        uint32_t number = (uint32_t)(uintptr_t)buffer->user_data;
        if (number < TT_PW_MOST_BUFFERS && buffer->buffer->n_datas > 0 && buffer->buffer->datas[0].chunk) {
            *frame = (TtPwFrame){.buffer = number};
            fill(frame, buffer->buffer);
            sync_device(&buffer->buffer->datas[0], DMA_BUF_SYNC_START);
            stream->is_out[number] = true;
            return true;
        }
        pw_stream_queue_buffer(stream->stream, buffer);
    }
    return false;
}

void tt_pw_stream_give(TtPwStream *stream, uint32_t buffer) {
    if (buffer >= TT_PW_MOST_BUFFERS || !stream->buffers[buffer] || !stream->is_out[buffer]) return;
    stream->is_out[buffer] = false;
    sync_device(&stream->buffers[buffer]->buffer->datas[0], DMA_BUF_SYNC_END);
    pw_stream_queue_buffer(stream->stream, stream->buffers[buffer]);
}
