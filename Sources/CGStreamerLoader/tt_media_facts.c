#include "tt_gst.h"
#include "tt_media_private.h"

#include <stdio.h>
#include <string.h>

/// What a demultiplexer has reported so far.
typedef struct {
    GMutex lock;
    GCond changed;
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
    bool is_sound = strncmp(name, "audio/", 6) == 0;
    if (is_sound && !facts->has_sound) {
        facts->has_sound = true;
        snprintf(facts->sound, sizeof facts->sound, "%s", name);
    } else if (!is_sound && !facts->has_picture && tt_gst.structure_get_int(form, "width", &facts->width) &&
               tt_gst.structure_get_int(form, "height", &facts->height)) {
        facts->has_picture = true;
        snprintf(facts->picture, sizeof facts->picture, "%s", name);
    }
    tt_gst.mini_object_unref((GstMiniObject *)caps);
    return TRUE;
}

/// On the demultiplexer's thread: every stream of the file is known.
static void complete(GstElement *element, gpointer data) {
    Examination *examination = data;
    TtMediaFacts facts = {.duration = -1};
    tt_gst.element_foreach_src_pad(element, note_pad, &facts);
    gint64 duration = -1;
    if (tt_gst.element_query_duration(element, GST_FORMAT_TIME, &duration)) facts.duration = duration;
    g_mutex_lock(&examination->lock);
    examination->facts = facts;
    examination->is_complete = true;
    g_cond_signal(&examination->changed);
    g_mutex_unlock(&examination->lock);
}

static void end(void *box) {
    Examination *examination = box;
    g_mutex_lock(&examination->lock);
    examination->has_failed = true;
    g_cond_signal(&examination->changed);
    g_mutex_unlock(&examination->lock);
}

static void fail(void *box, TtMediaFault fault, const char *text) {
    Examination *examination = box;
    g_mutex_lock(&examination->lock);
    if (!examination->has_failed) {
        examination->fault = fault;
        snprintf(examination->text, sizeof examination->text, "%s", text);
    }
    examination->has_failed = true;
    g_cond_signal(&examination->changed);
    g_mutex_unlock(&examination->lock);
}

static void keep(void *box) {
    // The examination is its caller's.
    (void)box;
}

/// Waits for the end of the examination, or of its time.
static void wait(Examination *examination, uint64_t limit) {
    gint64 end = g_get_monotonic_time() + (gint64)(limit / 1000);
    g_mutex_lock(&examination->lock);
    while (!examination->is_complete && !examination->has_failed) {
        if (!g_cond_wait_until(&examination->changed, &examination->lock, end)) break;
    }
    g_mutex_unlock(&examination->lock);
}

bool tt_media_examine(const char *location, const char *demultiplexer, uint64_t limit, TtMediaFacts *facts,
                      TtMediaFault *fault, char *text, size_t text_size) {
    Examination examination = {.fault = TT_MEDIA_DAMAGED, .text = "nothing found"};
    g_mutex_init(&examination.lock);
    g_cond_init(&examination.changed);
    char description[256];
    snprintf(description, sizeof description, "filesrc location=%s ! %s name=demultiplexer", location,
             demultiplexer);
    TtMediaEvents events = {&examination, end, fail, keep};
    TtMediaPipeline *pipeline = tt_media_pipeline_new(description, events, fault, text, text_size);
    if (pipeline) {
        tt_media_pipeline_watch(pipeline, "demultiplexer", complete, &examination);
        if (tt_media_pipeline_start(pipeline)) wait(&examination, limit);
        tt_media_pipeline_free(pipeline);
        *facts = examination.facts;
        *fault = examination.fault;
        snprintf(text, text_size, "%s", examination.text);
    }
    g_cond_clear(&examination.changed);
    g_mutex_clear(&examination.lock);
    return examination.is_complete;
}
