// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of this module share.
#pragma once
#include "tt_media.h"
#include <gst/gst.h>

/// For the thread sanitizer, which does not see GStreamer's locks between threads: everything before tt_handed_over(x)
/// happens before a later tt_taken_over(x).
#if __has_feature(thread_sanitizer)
void __tsan_acquire(void *_Nullable address);
void __tsan_release(void *_Nullable address);
static inline void tt_handed_over(void *_Nullable address) { __tsan_release(address); }
static inline void tt_taken_over(void *_Nullable address) { __tsan_acquire(address); }
#else
static inline void tt_handed_over(void *_Nullable address) { (void)address; }
static inline void tt_taken_over(void *_Nullable address) { (void)address; }
#endif

/// The meaning of an element's error. `details` is its text for developers.
TtMediaFault tt_media_fault(const GError *_Nonnull error, const char *_Nullable details);

/// Calls `complete` on a thread of GStreamer's when the demultiplexer of this name knows all streams of its file.
void tt_media_pipeline_watch(TtMediaPipeline *_Nonnull pipeline, const char *_Nonnull name,
                             void (*_Nonnull complete)(GstElement *_Nonnull element, gpointer _Nullable box),
                             void *_Nullable box);
