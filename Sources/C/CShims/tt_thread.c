// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "tt_thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>

int tt_event_new(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void tt_event_signal(int event) {
    // Fails only when the counter is full, and then it is readable anyway.
    (void)!eventfd_write(event, 1);
}

void tt_event_clear(int event) {
    eventfd_t count;
    (void)!eventfd_read(event, &count);
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
