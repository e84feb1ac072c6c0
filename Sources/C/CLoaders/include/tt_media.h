// SPDX-License-Identifier: GPL-3.0-or-later
// GStreamer, loaded when the first video is recorded or shown. It loads 15 libraries and a list of every plugin, which
// photos don't need; and a computer without it still takes photos. No GLib types for Swift here: those belong to CGtk.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads GStreamer at the first call, and never unloads it. 20 ms; a second or two after plugins were installed, because
/// GStreamer then examines them in a process of its own, and writes its list to the person's cache. Thread-safe.
///
/// Returns NULL if it is there, else why it is not, forever.
const char *_Nullable tt_media_load(void);

/// Whether a plugin that makes such elements is installed. Takes a loaded library, as everything below. Thread-safe.
bool tt_media_has_element(const char *_Nonnull name);

typedef enum {
    TT_MEDIA_NO_SPACE,
    TT_MEDIA_FILE_TOO_LARGE,
    TT_MEDIA_INPUT_OUTPUT,
    /// A plugin that the pipeline takes is not installed.
    TT_MEDIA_NO_ELEMENT,
    /// No plugin decodes what is in the file.
    TT_MEDIA_NO_DECODER,
    /// The data can't be read.
    TT_MEDIA_DAMAGED,
    TT_MEDIA_TIMED_OUT,
    TT_MEDIA_OTHER,
} TtMediaFault;

/// What a pipeline reports, on GStreamer's threads, which must not be kept waiting.
typedef struct {
    void *_Nullable box;
    /// Everything is written.
    void (*_Nonnull ended)(void *_Nullable box);
    /// The text is for the log, and valid during the call only. Further faults may follow.
    void (*_Nonnull failed)(void *_Nullable box, TtMediaFault fault, const char *_Nonnull text);
    /// The last call: nothing is reported after it. From tt_media_pipeline_free.
    void (*_Nonnull release)(void *_Nullable box);
} TtMediaEvents;

/// Elements connected to each other. Thread-safe but for its end: tt_media_pipeline_free comes after every other call.
typedef struct TtMediaPipeline TtMediaPipeline;

/// Makes the pipeline described in gst-launch's syntax, not started yet. A `decodebin` named `decoder` does not take a
/// decoder that makes wrong pictures.
///
/// Returns NULL if that fails; `*fault` and the text then say why, and `events.release` has been called.
TtMediaPipeline *_Nullable tt_media_pipeline_new(const char *_Nonnull description, TtMediaEvents events,
                                                 TtMediaFault *_Nonnull fault, char *_Nonnull text,
                                                 size_t text_size);

/// Starts it. Returns false if an element refuses; the fault has been reported then.
bool tt_media_pipeline_start(TtMediaPipeline *_Nonnull pipeline);

/// Stops it and waits for its threads: nothing is written and no event comes afterwards, and all memory that was pushed
/// has been released. Not on a thread of GStreamer's.
void tt_media_pipeline_stop(TtMediaPipeline *_Nonnull pipeline);

/// Stops and frees it.
void tt_media_pipeline_free(TtMediaPipeline *_Nonnull pipeline);

/// Stops the element with this name from writing after it has reported a fault: multiplexers go on, and their output would
/// follow a hole. Call before the start.
void tt_media_pipeline_end_with_fault(TtMediaPipeline *_Nonnull pipeline, const char *_Nonnull name);

/// Calls `body` once, while the element with this name has nothing to write and gets nothing: at once on this thread, or
/// soon on the one that writes, which waits for it. Then `release`; only that if it does not come to it.
void tt_media_pipeline_between_buffers(TtMediaPipeline *_Nonnull pipeline, const char *_Nonnull name,
                                       void *_Nonnull box, void (*_Nonnull body)(void *_Nonnull box),
                                       void (*_Nonnull release)(void *_Nonnull box));

enum { TT_MEDIA_COUNTERS = 2 };

/// Counts the buffers that pass an element `identity signal-handoffs=true`. Call before the start; counter: below
/// TT_MEDIA_COUNTERS.
void tt_media_pipeline_count(TtMediaPipeline *_Nonnull pipeline, const char *_Nonnull name, int counter);

uint64_t tt_media_pipeline_counted(TtMediaPipeline *_Nonnull pipeline, int counter);

/// A way into a pipeline: an element `appsrc` with this name. Before the start; valid as long as the pipeline.
typedef struct TtMediaInput TtMediaInput;
TtMediaInput *_Nullable tt_media_pipeline_input(TtMediaPipeline *_Nonnull pipeline,
                                                const char *_Nonnull name);

/// Where the three planes of a picture in I420 begin, and their bytes from line to line.
typedef struct {
    int width, height;
    size_t offsets[3];
    int strides[3];
} TtMediaPlanes;

/// The caller's memory, constant until `release` is called, on any thread and also if pushing fails.
typedef struct {
    const void *_Nonnull bytes;
    size_t count;
    void *_Nullable box;
    void (*_Nonnull release)(void *_Nullable box);
} TtMediaMemory;

/// Queues memory and returns at once. Times are in nanoseconds. `planes` is NULL for anything but planes.
bool tt_media_input_push(TtMediaInput *_Nonnull input, TtMediaMemory memory,
                         const TtMediaPlanes *_Nullable planes, uint64_t time, uint64_t duration);
/// The same with a copy of the bytes.
bool tt_media_input_push_copy(TtMediaInput *_Nonnull input, const void *_Nonnull bytes, size_t count,
                              uint64_t time, uint64_t duration);
/// Nothing more comes this way.
void tt_media_input_end(TtMediaInput *_Nonnull input);
/// Nothing more comes down an element with this name, which is not an `appsrc`.
void tt_media_pipeline_end(TtMediaPipeline *_Nonnull pipeline, const char *_Nonnull name);

/// The data that waits at an input.
typedef struct {
    uint64_t buffers, bytes, nanoseconds;
} TtMediaLevel;
TtMediaLevel tt_media_input_level(TtMediaInput *_Nonnull input);

/// A file's metadata; NULL, or a year of 0, for what is unknown.
typedef struct {
    int year, month, day, hour, minute;
    double second;
    /// East of UTC.
    double offset_hours;
    const char *_Nullable camera;
    const char *_Nullable software;
} TtMediaTags;
/// Sets the metadata that the element with this name writes into the file. Before the start.
void tt_media_pipeline_tag(TtMediaPipeline *_Nonnull pipeline, const char *_Nonnull name, TtMediaTags tags);
/// Bytes of a unit of H.264 that holds no picture.
enum { TT_MEDIA_FILLER = 6 };
/// Lets each picture of H.264 in a track of an `mp4mux` reach the disk when it comes. It writes a fragment when the second unit
/// after it has come, which can be minutes later: here two units of `TT_MEDIA_FILLER` bytes follow each picture, in its last
/// moment. Before the start.
void tt_media_pipeline_write_each(TtMediaPipeline *_Nonnull pipeline, const char *_Nonnull name,
                                  const char *_Nonnull track);
/// Sets the time units per second of a track of an `mp4mux`. Before the start.
void tt_media_pipeline_scale(TtMediaPipeline *_Nonnull pipeline, const char *_Nonnull name,
                             const char *_Nonnull track, uint32_t units);
/// Sets a guint property of the element with this name, also after the start.
void tt_media_pipeline_set(TtMediaPipeline *_Nonnull pipeline, const char *_Nonnull name,
                           const char *_Nonnull property, uint32_t value);

/// Makes a file in memory, which ends with its last descriptor; negative on failure.
int tt_media_memory_file(void);

/// The contents of a file, without decoding it.
typedef struct {
    bool has_picture, has_sound;
    int width, height;
    /// GStreamer's name of the kind of picture, as video/x-h264.
    char picture[32];
    /// The version in video/mpeg, or 0; and the profile, or empty.
    int mpeg_version;
    char profile[32];
    /// In nanoseconds; negative where the file does not say.
    int64_t duration;
} TtMediaFacts;

/// Reads a demultiplexer's report about a file.
///
/// Returns false if nothing was found in time, with the reason in `*fault` and the text.
bool tt_media_examine(const char *_Nonnull location, const char *_Nonnull demultiplexer, uint64_t limit,
                      TtMediaFacts *_Nonnull facts, TtMediaFault *_Nonnull fault, char *_Nonnull text,
                      size_t text_size);

/// A picture of four bytes a pixel, without gaps between its lines.
typedef struct {
    const uint8_t *_Nonnull pixels;
    size_t count;
    int width, height;
    /// When it is shown, in nanoseconds from the start of the file.
    uint64_t time;
    /// Keeps the pixels valid until tt_media_picture_release.
    void *_Nonnull owner;
} TtMediaPicture;

/// The first picture that arrives at an `appsink` of this name, in at most `limit` nanoseconds. The pipeline has been
/// started. The picture is a copy, which keeps nothing of the pipeline's.
bool tt_media_pipeline_picture(TtMediaPipeline *_Nonnull pipeline, const char *_Nonnull name, uint64_t limit,
                               TtMediaPicture *_Nonnull picture);

/// On any thread, also after the pipeline was freed.
void tt_media_picture_release(void *_Nonnull owner);

// Playing

/// Calls `take` with every picture of an `appsink` of this name, when it is due, on a thread of GStreamer's. `take`
/// releases it. Before the start; `box` is valid until the pipeline is freed.
void tt_media_pipeline_take_pictures(TtMediaPipeline *_Nonnull pipeline, const char *_Nonnull name,
                                     void *_Nullable box,
                                     void (*_Nonnull take)(void *_Nullable box, TtMediaPicture picture));

/// Pauses it; returns false if an element refuses. tt_media_pipeline_start continues.
bool tt_media_pipeline_pause(TtMediaPipeline *_Nonnull pipeline);

/// Goes to a time, in nanoseconds; exactly there, not to the key picture before it.
bool tt_media_pipeline_seek(TtMediaPipeline *_Nonnull pipeline, uint64_t time);

/// Sets what an element `capsfilter` of this name lets through from now on.
void tt_media_pipeline_filter(TtMediaPipeline *_Nonnull pipeline, const char *_Nonnull name,
                              const char *_Nonnull form);

/// Mutes or unmutes an element `volume` of this name.
void tt_media_pipeline_mute(TtMediaPipeline *_Nonnull pipeline, const char *_Nonnull name, bool is_muted);
