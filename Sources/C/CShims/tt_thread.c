// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "tt_thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>

int tt_event_new(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void tt_event_signal(int event) {
    // Fails only when the counter is full, and then it is readable anyway.
    (void)!eventfd_write(event, 1);
}

void tt_event_clear(int event) {
    eventfd_t count;
    (void)!eventfd_read(event, &count);
}

struct tt_done {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_done;
};

struct tt_done *tt_done_new(void) {
    struct tt_done *done = calloc(1, sizeof *done);
    if (!done) return NULL;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&done->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&done->lock, NULL);
    return done;
}

void tt_done_free(struct tt_done *done) {
    if (!done) return;
    pthread_cond_destroy(&done->changed);
    pthread_mutex_destroy(&done->lock);
    free(done);
}

void tt_done_set(struct tt_done *done) {
    if (!done) return;
    pthread_mutex_lock(&done->lock);
    done->is_done = true;
    pthread_cond_broadcast(&done->changed);
    pthread_mutex_unlock(&done->lock);
}

bool tt_done_wait(struct tt_done *done, int milliseconds) {
    if (!done) return false;
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    long nanoseconds = end.tv_nsec + milliseconds % 1000 * 1000000L;
    end.tv_sec += milliseconds / 1000 + nanoseconds / 1000000000;
    end.tv_nsec = nanoseconds % 1000000000;
    pthread_mutex_lock(&done->lock);
    int error = 0;
    while (!done->is_done && !error)
        error = milliseconds < 0 ? pthread_cond_wait(&done->changed, &done->lock)
                                 : pthread_cond_timedwait(&done->changed, &done->lock, &end);
    bool is_done = done->is_done;
    pthread_mutex_unlock(&done->lock);
    return is_done;
}

void tt_thread_set_name(const char *name) { pthread_setname_np(pthread_self(), name); }

static const int termination_signals[] = {SIGTERM, SIGINT, SIGHUP};
enum { TERMINATION_SIGNALS = sizeof termination_signals / sizeof *termination_signals };

void tt_unblock_termination(void) {
    sigset_t set;
    sigemptyset(&set);
    for (int index = 0; index < TERMINATION_SIGNALS; index++) sigaddset(&set, termination_signals[index]);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static volatile sig_atomic_t termination_event = -1;

static void note_termination(int signal) {
    (void)signal;
    int number = errno;
    tt_event_signal(termination_event);
    errno = number;
}

void tt_catch_termination(int event) {
    termination_event = event;
    struct sigaction action = {.sa_handler = note_termination, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < TERMINATION_SIGNALS; index++)
        sigaction(termination_signals[index], &action, NULL);
}
