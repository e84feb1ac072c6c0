// SPDX-License-Identifier: GPL-3.0-or-later
/// The "hardware" of one virtual camera: a struct in a file that every process maps shared.
///
/// Whatever a real camera keeps in its own silicon or in the kernel driver lives here, so that all
/// processes see the same controls, the same owner and the same faults. What belongs to one open file
/// (its buffers) lives in that process instead, see handle.h.
#ifndef VCAM_STATE_H
#define VCAM_STATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    VCAM_MAGIC = 0x4d414356,
    VCAM_VERSION = 2,
    VCAM_MAX_MODES = 64,
    VCAM_MAX_RATES = 8,
    VCAM_MAX_HANDLES = 256,
    VCAM_MAX_CONTROLS = 32,
    VCAM_MAX_CONTROL_FAULTS = 16,
    VCAM_RING = 1024, ///< frames whose completion time is remembered
};

/// A frame rate in frames per second, as a fraction.
struct vcam_rate {
    uint32_t numerator, denominator;
};

/// One size of one pixel format. Stepwise when `max_width` is not 0, discrete otherwise.
struct vcam_mode {
    uint32_t fourcc;
    uint32_t width, height;
    uint32_t max_width, max_height, step_width, step_height;
    uint32_t rate_count;
    struct vcam_rate rates[VCAM_MAX_RATES];
};

/// Faults that are switched on and off while the camera runs. Names for the command line: faults.c.
enum vcam_fault_kind {
    FAULT_BUSY,
    FAULT_EIO_DQBUF,
    FAULT_EIO_STREAMON,
    FAULT_ENOSPC_STREAMON,
    FAULT_STALL,
    FAULT_SLOW,  ///< argument: frames per 1000 seconds
    FAULT_SHORT, ///< argument: bytesused
    FAULT_ZERO,
    FAULT_OVERSIZED, ///< argument: bytes above the buffer's length
    FAULT_ERROR_FLAG,
    FAULT_TRUNCATED,  ///< argument: percent of the JPEG that is kept
    FAULT_ENDS_EARLY, ///< the same, and an end of image where it is cut
    FAULT_NO_DHT,
    FAULT_DOUBLE_SOI,
    FAULT_JUNK, ///< argument: bytes of junk after EOI
    FAULT_CORRUPT,
    FAULT_DARK,
    FAULT_SLOW_IOCTL, ///< argument: milliseconds per control ioctl
    FAULT_LIAR_SIZE,  ///< argument: width << 16 | height which S_FMT really gives
    FAULT_LIAR_PARM,
    FAULT_OPEN_EACCES,
    FAULT_UNSEEN,        ///< a coded picture is lost and not counted
    FAULT_MID_GROUP,     ///< a stream of H.264 begins between key pictures
    FAULT_EMPTY_FIRST,   ///< argument: empty JPEG images before the real one
    FAULT_RESTART_JUNK,  ///< argument: bytes that mean nothing before each restart marker
    FAULT_BLACK,         ///< all of the picture, without its number
    FAULT_STILL,         ///< the same picture again and again, in new frames
    FAULT_SLOW_STREAMON, ///< argument: milliseconds until STREAMON answers, as firmware that hangs
    FAULT_EPROTO_AFTER, ///< argument: frames of a stream after which DQBUF fails until the stream is started anew
    FAULT_EPIPE_STREAMON,
    FAULT_SLOW_LIST, ///< argument: milliseconds per call that lists formats, sizes or rates
    FAULT_CRASH,     ///< the program dies of a frame, as of a decoder's fault
    FAULT_CHATTY,    ///< opening prints to standard output, as plugins of libv4l2 do
    FAULT_COUNT
};

/// One fault: off when `left` is 0, permanent when it is negative, otherwise counted down at each use.
struct vcam_fault {
    int32_t left;
    int64_t argument;
};

/// A control whose ioctls fail with `error`, `left` times (negative: forever).
struct vcam_control_fault {
    uint32_t id;
    int32_t error, left;
};

/// An open file of the camera, in whichever process. Alive as long as its bell has a reader (bell.c).
struct vcam_slot {
    uint32_t id; ///< 0: free
    int32_t pid;
    uint64_t inode; ///< of the application's descriptor, to find it in /proc/PID/fd
    uint32_t priority;
    uint32_t subscribed, feedback;       ///< bit per control
    uint32_t changes[VCAM_MAX_CONTROLS]; ///< V4L2_EVENT_CTRL_CH_* not yet dequeued
    uint64_t order[VCAM_MAX_CONTROLS];   ///< when the pending event was queued
};

/// When a numbered frame became ready for the application, and what it was.
struct vcam_done {
    uint32_t number, sequence;
    int64_t done_ns;   ///< CLOCK_MONOTONIC
    uint32_t place;    ///< of a coded picture in its stream
    uint32_t is_whole; ///< false if it was damaged, or is said to be
};

/// The scene in front of the camera, and the behaviour of its mechanics. Set with `vcam set`.
struct vcam_scene {
    int32_t left_focus, right_focus; ///< focus_absolute at which each half is sharp
    int32_t light;                   ///< percent of a well-lit room
    int32_t temperature;             ///< kelvin of the light
    int32_t motor_speed;             ///< focus units per second
    int32_t pipeline_lag;            ///< frames between a change and the frame that shows it
};

/// The analogue side, moved on at every frame by sensor.c.
struct vcam_sensor {
    double lens, exposure, gain, temperature;
};

struct vcam_state {
    uint32_t magic, version;
    uint32_t ring_offset, ring_length; ///< where `ring` is, for readers in other languages
    pthread_mutex_t lock;              ///< robust, shared; guards everything that is not marked atomic

    char node[64], name[32], vid[8], pid[8], serial[64], port[32];
    char coded[512]; ///< the file that H.264 is sent from, absolute
    bool fixed;
    uint32_t minor, device_caps;
    uint32_t absent; ///< bit per control this model lacks
    bool plugged;
    uint32_t generation; ///< counts plug and unplug; an open file of an older one is dead

    uint32_t mode_count;
    struct vcam_mode modes[VCAM_MAX_MODES];
    uint32_t mode, width, height, rate; ///< the current format: mode index, size, rate index

    int32_t controls[VCAM_MAX_CONTROLS];
    struct vcam_scene scene;
    struct vcam_sensor sensor;
    struct vcam_fault faults[FAULT_COUNT];
    struct vcam_control_fault control_faults[VCAM_MAX_CONTROL_FAULTS];

    uint32_t owner; ///< slot id of the handle with streaming privileges, or 0
    bool streaming;
    uint32_t next_id;
    uint64_t event_clock;
    struct vcam_slot slots[VCAM_MAX_HANDLES];

    uint32_t frame_number; ///< of the newest frame; never restarts
    uint64_t opens, produced, dequeued, queued, dropped;
    uint64_t control_writes;          ///< values that programs have set
    struct vcam_done ring[VCAM_RING]; ///< at frame number % VCAM_RING
};

/// Maps a state file. NULL when it is missing, or from another version.
struct vcam_state *state_map(const char *path);

/// Makes a fresh state file (it appears atomically) and maps it.
struct vcam_state *state_create(const char *path, const struct vcam_state *initial);

void state_lock(struct vcam_state *state);
void state_unlock(struct vcam_state *state);

/// Puts format, controls and sensor back to what a camera has after power-on.
void state_power_on(struct vcam_state *state);

/// CLOCK_MONOTONIC in nanoseconds.
int64_t now_ns(void);

#endif
