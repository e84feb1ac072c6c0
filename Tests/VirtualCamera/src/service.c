// SPDX-License-Identifier: GPL-3.0-or-later
/// The thread behind every open file, "vcam-gen": it makes the frames, raises events, and notices unplug and
/// the last close. While nothing streams it sleeps.
#include "bell.h"
#include "coded.h"
#include "events.h"
#include "faults.h"
#include "format.h"
#include "picture.h"
#include "queue.h"
#include "real.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

void service_wake(struct handle *handle) { SYS(write, (long)handle->bell, "!", 1L); }

static struct spoil choose_spoil(struct vcam_state *state) {
    struct spoil spoil = {0};
    spoil.error_flag = fault_take(state, FAULT_ERROR_FLAG, NULL);
    spoil.zero = fault_take(state, FAULT_ZERO, NULL);
    spoil.no_dht = fault_take(state, FAULT_NO_DHT, NULL);
    spoil.double_soi = fault_take(state, FAULT_DOUBLE_SOI, NULL);
    spoil.corrupt = fault_take(state, FAULT_CORRUPT, NULL);
    spoil.is_short = fault_take(state, FAULT_SHORT, &spoil.short_bytes);
    spoil.oversized = fault_take(state, FAULT_OVERSIZED, &spoil.excess_bytes);
    spoil.truncated = fault_take(state, FAULT_TRUNCATED, &spoil.kept_percent);
    spoil.ends_early = fault_take(state, FAULT_ENDS_EARLY, &spoil.ended_percent);
    spoil.junk = fault_take(state, FAULT_JUNK, &spoil.junk_bytes);
    spoil.empty_first = fault_take(state, FAULT_EMPTY_FIRST, &spoil.empty_images);
    spoil.restart_junk = fault_take(state, FAULT_RESTART_JUNK, &spoil.restart_bytes);
    return spoil;
}

/// A frame to be made, and all that was decided about it under the locks.
struct job {
    struct buffer *buffer; ///< NULL: none is queued, the frame is lost
    struct look look;
    struct spoil spoil;
    uint32_t number, fourcc, width, height;
    uint32_t drawn; ///< the number that the picture shows
    uint32_t place; ///< of a coded picture in its stream
};

/// `dark` frames brighten as they run out, like an exposure that settles.
static void darken(struct vcam_state *state, struct look *look) {
    int left = state->faults[FAULT_DARK].left;
    if (fault_take(state, FAULT_DARK, NULL)) look->exposure -= left < 0 || left > 8 ? 160 : left * 20;
}

/// Moves the sensor on by a frame; false while stalled. Call with handle and state locked.
static bool begin(struct handle *handle, struct job *job) {
    struct vcam_state *state = handle->camera->state;
    if (fault_take(state, FAULT_STALL, NULL)) return false;
    if (fault_take(state, FAULT_CRASH, NULL)) {
        state_unlock(state);
        abort();
    }
    const struct vcam_mode *mode = &state->modes[state->mode];
    job->look = sensor_step(state, handle->interval);
    darken(state, &job->look);
    if (fault_take(state, FAULT_BLACK, NULL)) job->look.black = job->look.hidden = 1;
    job->number = ++state->frame_number;
    job->drawn = fault_take(state, FAULT_STILL, NULL) ? 0 : job->number;
    job->fourcc = mode->fourcc;
    job->width = state->width;
    job->height = state->height;
    if (fault_take(state, FAULT_UNSEEN, NULL)) handle->place++;
    job->place = handle->place++;
    state->produced++;
    job->buffer = queue_next(handle);
    if (job->buffer)
        job->spoil = choose_spoil(state);
    else
        state->dropped++;
    return true;
}

/// The sensor's pictures reach the bus a few frames late.
static void delay_look(struct handle *handle, struct look *look) {
    int lag = handle->camera->state->scene.pipeline_lag;
    struct look newest = *look;
    if (lag > 0 && lag < LOOKS && handle->sequence >= (uint32_t)lag)
        *look = handle->looks[(handle->sequence - (uint32_t)lag) % LOOKS];
    else if (lag > 0 && lag < LOOKS && handle->sequence)
        *look = handle->looks[0];
    handle->looks[handle->sequence % LOOKS] = newest;
}

static size_t make(struct handle *handle, struct job *job) {
    struct buffer *buffer = job->buffer;
    if (job->fourcc == V4L2_PIX_FMT_H264) {
        handle->coded = coded_for(handle->coded, handle->camera->state->coded);
        return coded_unit(handle->coded, job->place, buffer->bytes, buffer->length);
    }
    handle->picture = picture_for(handle->picture, job->fourcc, job->width, job->height);
    return picture_make(handle->picture, &job->look, job->drawn, buffer->bytes, buffer->length);
}

static void fill(struct handle *handle, struct job *job) {
    struct buffer *buffer = job->buffer;
    bool jpeg = job->fourcc == V4L2_PIX_FMT_MJPEG;
    size_t size = make(handle, job);
    buffer->bytesused = (uint32_t)picture_spoil(&job->spoil, jpeg, buffer->bytes, size, buffer->length);
    buffer->flags = job->spoil.error_flag ? V4L2_BUF_FLAG_ERROR : 0;
}

/// Publishes when the frame became ready, then the frame.
static void finish(struct handle *handle, struct job *job) {
    struct vcam_state *state = handle->camera->state;
    struct vcam_done *done = &state->ring[job->number % VCAM_RING];
    done->done_ns = now_ns();
    done->sequence = job->buffer->sequence;
    done->place = job->place;
    done->is_whole = !(job->spoil.error_flag || job->spoil.corrupt || job->spoil.is_short);
    __atomic_store_n(&done->number, job->number, __ATOMIC_RELEASE);
    queue_complete(handle, job->buffer);
}

static int64_t frame_interval(struct handle *handle) {
    struct vcam_state *state = handle->camera->state;
    int64_t argument, interval = sensor_interval(state, handle->interval);
    if (fault_on(state, FAULT_SLOW, &argument) && argument > 0) {
        fault_take(state, FAULT_SLOW, NULL);
        int64_t slow = INT64_C(1000000000000) / argument;
        interval = slow > interval ? slow : interval;
    }
    return interval;
}

/// One frame time has passed.
static void tick(struct handle *handle) {
    struct vcam_state *state = handle->camera->state;
    struct job job = {0};
    int64_t now = now_ns(), timestamp = handle->next_tick;
    state_lock(state);
    bool running = begin(handle, &job);
    int64_t interval = frame_interval(handle);
    state_unlock(state);
    handle->next_tick += interval;
    for (; handle->next_tick < now - interval; handle->next_tick += interval)
        handle->sequence++; // we were late: frames the application can only miss
    if (!running) return;
    delay_look(handle, &job.look);
    uint32_t sequence = handle->sequence++;
    if (!job.buffer) return;
    handle->rendering = true;
    pthread_mutex_unlock(&handle->lock);
    fill(handle, &job);
    pthread_mutex_lock(&handle->lock);
    handle->rendering = false;
    pthread_cond_broadcast(&handle->calm);
    job.buffer->sequence = sequence;
    job.buffer->timestamp_ns = timestamp;
    if (handle->streaming && !handle->cut) finish(handle, &job);
}

/// The bell rang: unplug, an event, STREAMON, or a close after an unplug. With the handle locked.
static void answer(struct handle *handle) {
    char drain[64];
    while (SYS(read, (long)handle->bell, drain, (long)sizeof drain) == (long)sizeof drain)
        ;
    if (handle_gone(handle) && !handle->cut) {
        handle_cut(handle);
    } else if (!handle->cut && events_pending(handle))
        handle_raise_event(handle);
}

/// The start of a stream that does not begin with a key picture.
enum { MID_GROUP = 5 };

/// After STREAMON: gets everything slow done before the first frame time begins, as a camera starts up.
static void warm_up(struct handle *handle) {
    struct vcam_state *state = handle->camera->state;
    state_lock(state);
    struct look look = sensor_look(state);
    uint32_t fourcc = state->modes[state->mode].fourcc, width = state->width, height = state->height;
    bool begins_late = fault_take(state, FAULT_MID_GROUP, NULL);
    state_unlock(state);
    handle->fresh = false;
    handle->place = begins_late ? MID_GROUP : 0;
    pthread_mutex_unlock(&handle->lock); // no buffer is touched: STREAMOFF need not wait
    if (fourcc != V4L2_PIX_FMT_H264) {
        handle->picture = picture_for(handle->picture, fourcc, width, height);
        picture_prepare(handle->picture, &look);
    }
    pthread_mutex_lock(&handle->lock);
    handle->next_tick = now_ns() + handle->interval;
}

/// Sleeps until a ring, a hang-up or the next frame. True when the application is gone.
static bool doze(struct handle *handle, bool streaming, int64_t until) {
    struct pollfd entries[2] = {{.fd = handle->bell, .events = POLLIN},
                                {.fd = handle->cut ? -1 : handle->wire.peer, .events = POLLRDHUP}};
    int64_t left = until - now_ns();
    left = left < 0 ? 0 : left;
    struct timespec limit = {left / 1000000000, left % 1000000000};
    SYS(ppoll, entries, 2L, streaming ? &limit : NULL, NULL, 8L);
    return entries[1].revents != 0;
}

void *service_run(void *argument) {
    struct handle *handle = argument;
    prctl(PR_SET_NAME, "vcam-gen");
    prctl(PR_SET_TIMERSLACK, 1);
    pthread_mutex_lock(&handle->lock);
    for (;;) {
        bool streaming = handle->streaming && !handle->fresh;
        int64_t until = handle->next_tick;
        pthread_mutex_unlock(&handle->lock);
        bool hung_up = doze(handle, streaming, until);
        pthread_mutex_lock(&handle->lock);
        answer(handle);
        if (hung_up || handle->closing) break;
        if (handle->streaming && handle->fresh)
            warm_up(handle);
        else if (handle->streaming && now_ns() >= handle->next_tick)
            tick(handle);
    }
    pthread_mutex_unlock(&handle->lock);
    picture_free(handle->picture);
    coded_free(handle->coded);
    handle_bury(handle);
    return NULL;
}
