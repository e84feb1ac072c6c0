// SPDX-License-Identifier: GPL-3.0-or-later
/// Cancellation state of the calling thread.
#include "cancel.h"

#include <pthread.h>

static __thread int depth, before;

void cancel_forbid(void) {
    int state;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    if (depth++ == 0) before = state;
}

void cancel_allow(void) {
    if (--depth == 0) pthread_setcancelstate(before, NULL);
}

void cancel_wait_begin(void) { pthread_setcancelstate(before, NULL); }

void cancel_wait_end(void) { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL); }
