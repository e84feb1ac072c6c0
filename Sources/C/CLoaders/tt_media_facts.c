// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE // memfd_create
#include "tt_gst.h"
#include "tt_media_private.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

/// A demultiplexer's reports so far.
typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_complete;
    TtMediaFacts facts;
    TtMediaFault fault;
    char text[512];
    bool has_failed;
} Examination;

static gboolean note_pad(GstElement *element, GstPad *pad, gpointer data) {
    TtMediaFacts *facts = data;
    GstCaps *caps = tt_gst.pad_get_current_caps(pad);
    if (!caps) return TRUE;
    const GstStructure *form = tt_gst.caps_get_structure(caps, 0);
    const char *name = tt_gst.structure_get_name(form);
    if (strncmp(name, "audio/", 6) == 0) {
        facts->has_sound = true;
    } else if (!facts->has_picture && tt_gst.structure_get_int(form, "width", &facts->width) &&
               tt_gst.structure_get_int(form, "height", &facts->height)) {
        facts->has_picture = true;
        snprintf(facts->picture, sizeof facts->picture, "%s", name);
        tt_gst.structure_get_int(form, "mpegversion", &facts->mpeg_version);
        const char *profile = tt_gst.structure_get_string(form, "profile");
        snprintf(facts->profile, sizeof facts->profile, "%s", profile ? profile : "");
    }
    tt_gst.mini_object_unref((GstMiniObject *)caps);
    return TRUE;
}

/// On the demultiplexer's thread: every stream of the file is known.
static void complete(GstElement *element, gpointer data) {
    Examination *examination = data;
    tt_taken_over(examination);
    TtMediaFacts facts = {.duration = -1};
    tt_gst.element_foreach_src_pad(element, note_pad, &facts);
    gint64 duration = -1;
    if (tt_gst.element_query_duration(element, GST_FORMAT_TIME, &duration)) facts.duration = duration;
    pthread_mutex_lock(&examination->lock);
    examination->facts = facts;
    examination->is_complete = true;
    pthread_cond_signal(&examination->changed);
    pthread_mutex_unlock(&examination->lock);
    tt_handed_over(examination);
}

static void end(void *box) {
    Examination *examination = box;
    pthread_mutex_lock(&examination->lock);
    examination->has_failed = true;
    pthread_cond_signal(&examination->changed);
    pthread_mutex_unlock(&examination->lock);
}

static void fail(void *box, TtMediaFault fault, const char *text) {
    Examination *examination = box;
    pthread_mutex_lock(&examination->lock);
    if (!examination->has_failed) {
        examination->fault = fault;
        snprintf(examination->text, sizeof examination->text, "%s", text);
    }
    examination->has_failed = true;
    pthread_cond_signal(&examination->changed);
    pthread_mutex_unlock(&examination->lock);
}

static void keep(void *box) {
    // The examination is its caller's.
    (void)box;
}

static void prepare(Examination *examination) {
    pthread_mutex_init(&examination->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&examination->changed, &attributes);
    pthread_condattr_destroy(&attributes);
}

/// Waits for the end of the examination, or of its time.
static void wait(Examination *examination, uint64_t limit) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    uint64_t nanoseconds = (uint64_t)end.tv_nsec + limit;
    end.tv_sec += (time_t)(nanoseconds / 1000000000);
    end.tv_nsec = (long)(nanoseconds % 1000000000);
    pthread_mutex_lock(&examination->lock);
    while (!examination->is_complete && !examination->has_failed) {
        if (pthread_cond_timedwait(&examination->changed, &examination->lock, &end) != 0) break;
    }
    pthread_mutex_unlock(&examination->lock);
}

bool tt_media_examine(const char *location, const char *demultiplexer, uint64_t limit, TtMediaFacts *facts,
                      TtMediaFault *fault, char *text, size_t text_size) {
    Examination examination = {.fault = TT_MEDIA_TIMED_OUT, .text = "nothing found"};
    prepare(&examination);
    char description[256];
    snprintf(description, sizeof description, "filesrc location=%s ! %s name=demultiplexer", location,
             demultiplexer);
    TtMediaEvents events = {&examination, end, fail, keep};
    TtMediaPipeline *pipeline = tt_media_pipeline_new(description, events, fault, text, text_size);
    if (pipeline) {
        tt_handed_over(&examination);
        tt_media_pipeline_watch(pipeline, "demultiplexer", complete, &examination);
        if (tt_media_pipeline_start(pipeline)) wait(&examination, limit);
        tt_media_pipeline_free(pipeline);
        tt_taken_over(&examination);
        *facts = examination.facts;
        *fault = examination.fault;
        snprintf(text, text_size, "%s", examination.text);
    }
    pthread_cond_destroy(&examination.changed);
    pthread_mutex_destroy(&examination.lock);
    return examination.is_complete;
}

int tt_media_memory_file(void) { return memfd_create("tintype-media", MFD_CLOEXEC); }
