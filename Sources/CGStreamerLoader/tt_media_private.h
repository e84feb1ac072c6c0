// What the files of this module share.
#pragma once
#include "tt_media.h"
#include <gst/gst.h>

/// What an element's error means. `details` is its text for developers.
TtMediaFault tt_media_fault(const GError *_Nonnull error, const char *_Nullable details);

/// Calls `complete` on a thread of GStreamer's when the demultiplexer of this name knows all streams of its file.
void tt_media_pipeline_watch(TtMediaPipeline *_Nonnull pipeline, const char *_Nonnull name,
                             void (*_Nonnull complete)(GstElement *_Nonnull element, gpointer _Nullable box),
                             void *_Nullable box);
