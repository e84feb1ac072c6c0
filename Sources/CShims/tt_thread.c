#define _GNU_SOURCE
#include "tt_thread.h"

#include <pthread.h>
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
