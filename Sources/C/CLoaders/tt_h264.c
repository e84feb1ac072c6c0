// SPDX-License-Identifier: GPL-3.0-or-later
#include "tt_h264.h"

#include <libavcodec/avcodec.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <tt_library.h>

#define TT_AV_FUNCTIONS(X) \
    X(av_dict_free) \
    X(av_dict_set) \
    X(av_dict_set_int) \
    X(av_frame_alloc) \
    X(av_frame_free) \
    X(av_log_set_level) \
    X(av_packet_alloc) \
    X(av_packet_free) \
    X(avcodec_alloc_context3) \
    X(avcodec_find_decoder) \
    X(avcodec_flush_buffers) \
    X(avcodec_free_context) \
    X(avcodec_open2) \
    X(avcodec_receive_frame) \
    X(avcodec_send_packet)

static struct {
#define TT_AV_MEMBER(name) __typeof__(&name) name;
    TT_AV_FUNCTIONS(TT_AV_MEMBER)
} av;

#define TT_TEXT(number) #number
#define TT_LIBRARY(name, version) "lib" name ".so." TT_TEXT(version)

static const char *const names[] = {TT_LIBRARY("avutil", LIBAVUTIL_VERSION_MAJOR),
                                    TT_LIBRARY("avcodec", LIBAVCODEC_VERSION_MAJOR), NULL};
static const TtSymbol symbols[] = {
#define TT_AV_SYMBOL(name) {#name, &av.name},
    TT_AV_FUNCTIONS(TT_AV_SYMBOL){NULL, NULL}};

static bool begin(char *failure, size_t size) {
    // Otherwise each damaged picture prints a line to the terminal.
    av.av_log_set_level(AV_LOG_QUIET);
    if (av.avcodec_find_decoder(AV_CODEC_ID_H264)) return true;
    snprintf(failure, size, "%s without H.264", names[1]);
    return false;
}

static TtLibrary library = {
    .names = names, .symbols = symbols, .begin = begin, .lock = PTHREAD_MUTEX_INITIALIZER};

const char *tt_h264_load(void) { return tt_library_load(&library); }

int tt_h264_library_version(void) { return LIBAVCODEC_VERSION_MAJOR; }

struct TtH264Decoder {
    AVCodecContext *context;
    AVPacket *packet;
    AVFrame *frame;
    /// Access units so far.
    int64_t count;
};

static bool open_decoder(AVCodecContext *context, const AVCodec *codec, int64_t pixels) {
    AVDictionary *options = NULL;
    // No picture waits for a later one, unless the stream says so.
    av.av_dict_set(&options, "flags", "low_delay", 0);
    // A fault ends the picture; otherwise the decoder would conceal it.
    av.av_dict_set(&options, "err_detect", "explode", 0);
    av.av_dict_set_int(&options, "threads", 1, 0);
    av.av_dict_set_int(&options, "max_pixels", pixels, 0);
    bool is_open = av.avcodec_open2(context, codec, &options) == 0;
    av.av_dict_free(&options);
    return is_open;
}

TtH264Decoder *tt_h264_new(int64_t pixels) {
    TtH264Decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    const AVCodec *codec = av.avcodec_find_decoder(AV_CODEC_ID_H264);
    decoder->context = av.avcodec_alloc_context3(codec);
    decoder->packet = av.av_packet_alloc();
    decoder->frame = av.av_frame_alloc();
    if (decoder->context && decoder->packet && decoder->frame &&
        open_decoder(decoder->context, codec, pixels)) {
        return decoder;
    }
    tt_h264_free(decoder);
    return NULL;
}

void tt_h264_free(TtH264Decoder *decoder) {
    av.avcodec_free_context(&decoder->context);
    av.av_packet_free(&decoder->packet);
    av.av_frame_free(&decoder->frame);
    free(decoder);
}

static TtH264Range range(const AVFrame *frame) {
    if (frame->format == AV_PIX_FMT_YUVJ420P || frame->color_range == AVCOL_RANGE_JPEG) return TT_H264_FULL;
    return frame->color_range == AVCOL_RANGE_MPEG ? TT_H264_LIMITED : TT_H264_UNKNOWN;
}

static TtH264Result describe(const TtH264Decoder *decoder, TtH264Picture *picture) {
    const AVFrame *frame = decoder->frame;
    if (frame->flags & AV_FRAME_FLAG_CORRUPT || frame->decode_error_flags) return TT_H264_DAMAGED;
    if (frame->format != AV_PIX_FMT_YUV420P && frame->format != AV_PIX_FMT_YUVJ420P) {
        return TT_H264_UNSUPPORTED;
    }
    *picture = (TtH264Picture){.width = frame->width,
                               .height = frame->height,
                               .range = range(frame),
                               .matrix = frame->colorspace,
                               .delay = decoder->count - frame->pts};
    for (int plane = 0; plane < 3; plane += 1) {
        if (!frame->data[plane] || frame->linesize[plane] <= 0) return TT_H264_UNSUPPORTED;
        picture->planes[plane] = frame->data[plane];
        picture->strides[plane] = frame->linesize[plane];
    }
    return TT_H264_PICTURE;
}

TtH264Result tt_h264_decode(TtH264Decoder *decoder, const void *bytes, size_t count, TtH264Picture *picture) {
    if (count > INT_MAX - AV_INPUT_BUFFER_PADDING_SIZE) return TT_H264_DAMAGED;
    // Without an owner, so libavcodec copies it and adds padding.
    decoder->packet->data = (uint8_t *)bytes;
    decoder->packet->size = (int)count;
    decoder->packet->pts = ++decoder->count;
    int sent = av.avcodec_send_packet(decoder->context, decoder->packet);
    decoder->packet->data = NULL;
    decoder->packet->size = 0;
    if (sent < 0) return TT_H264_DAMAGED;
    int received = av.avcodec_receive_frame(decoder->context, decoder->frame);
    if (received == AVERROR(EAGAIN)) return TT_H264_NOTHING;
    return received < 0 ? TT_H264_DAMAGED : describe(decoder, picture);
}

void tt_h264_forget(TtH264Decoder *decoder) { av.avcodec_flush_buffers(decoder->context); }
