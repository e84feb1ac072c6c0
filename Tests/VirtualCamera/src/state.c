// SPDX-License-Identifier: GPL-3.0-or-later
/// The shared state file: creation, mapping and its lock.
#include "state.h"

#include "controls.h"
#include "real.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>

int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static struct vcam_state *map_descriptor(int fd) {
    void *memory = (void *)SYS(mmap, NULL, sizeof(struct vcam_state), (long)(PROT_READ | PROT_WRITE),
                               (long)MAP_SHARED, (long)fd, 0L);
    return memory == MAP_FAILED ? NULL : memory;
}

struct vcam_state *state_map(const char *path) {
    int fd = SYS(openat, (long)AT_FDCWD, path, (long)(O_RDWR | O_CLOEXEC), 0L);
    if (fd < 0) return NULL;
    struct stat status;
    struct vcam_state *state = NULL;
    if (SYS(fstat, (long)fd, &status) == 0 && status.st_size == (off_t)sizeof *state)
        state = map_descriptor(fd);
    SYS(close, (long)fd);
    if (state && (state->magic != VCAM_MAGIC || state->version != VCAM_VERSION)) {
        SYS(munmap, state, sizeof *state);
        state = NULL;
    }
    return state;
}

/// Robust, because an owner may be killed at any instruction; shared between processes.
static void init_lock(pthread_mutex_t *lock) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

struct vcam_state *state_create(const char *path, const struct vcam_state *initial) {
    char temporary[4096];
    if (snprintf(temporary, sizeof temporary, "%s.new", path) >= (int)sizeof temporary) return NULL;
    int fd = SYS(openat, (long)AT_FDCWD, temporary, (long)(O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC), 0666L);
    if (fd < 0) return NULL;
    struct vcam_state *state = NULL;
    if (SYS(ftruncate, (long)fd, (long)sizeof *state) == 0) state = map_descriptor(fd);
    SYS(close, (long)fd);
    if (!state) return NULL;
    *state = *initial;
    state->magic = VCAM_MAGIC;
    state->version = VCAM_VERSION;
    state->ring_offset = offsetof(struct vcam_state, ring);
    state->ring_length = VCAM_RING;
    init_lock(&state->lock);
    if (rename(temporary, path) != 0) return NULL;
    return state;
}

void state_lock(struct vcam_state *state) {
    if (pthread_mutex_lock(&state->lock) == EOWNERDEAD) pthread_mutex_consistent(&state->lock);
}

void state_unlock(struct vcam_state *state) { pthread_mutex_unlock(&state->lock); }

void state_power_on(struct vcam_state *state) {
    state->mode = 0;
    state->width = state->modes[0].width;
    state->height = state->modes[0].height;
    state->rate = 0;
    state->owner = 0;
    state->streaming = false;
    controls_reset(state);
    state->sensor = (struct vcam_sensor){
        .lens = state->scene.left_focus, .exposure = 300, .gain = 0, .temperature = state->scene.temperature};
}
