// SPDX-License-Identifier: GPL-3.0-or-later
/// Opening, recognizing and closing of camera descriptors.
#include "handle.h"

#include "bell.h"
#include "faults.h"
#include "queue.h"
#include "real.h"
#include "slot.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static struct handle *list;
static int open_count; // atomic; lets every other program pass at the price of one load

/// In a forked child the generator threads are gone: the handles are forgotten, and our ends closed so that
/// the parent's camera behaves as if the child had none.
static void forget_all(void) {
    for (struct handle *handle = list; handle; handle = handle->next) handle_close_wires(handle);
    list = NULL;
    open_count = 0;
    pthread_mutex_init(&list_lock, NULL);
}

static void enlist(struct handle *handle) {
    static bool watching_forks;
    pthread_mutex_lock(&list_lock);
    if (!watching_forks) pthread_atfork(NULL, NULL, forget_all);
    watching_forks = true;
    handle->next = list;
    list = handle;
    __atomic_add_fetch(&open_count, 1, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&list_lock);
}

static void delist(struct handle *handle) {
    pthread_mutex_lock(&list_lock);
    struct handle **link = &list;
    while (*link && *link != handle) link = &(*link)->next;
    if (*link) {
        *link = handle->next;
        __atomic_sub_fetch(&open_count, 1, __ATOMIC_SEQ_CST);
    }
    pthread_mutex_unlock(&list_lock);
}

static uint64_t socket_inode(int fd) {
    struct stat status;
    return SYS(fstat, (long)fd, &status) == 0 && S_ISSOCK(status.st_mode) ? status.st_ino : 0;
}

/// Registers the open file in the shared state. 0 or an errno.
static int take_slot(struct handle *handle) {
    struct vcam_state *state = handle->camera->state;
    int error = 0;
    state_lock(state);
    state->opens++;
    if (fault_take(state, FAULT_CHATTY, NULL)) puts("Using mplane plugin for capture");
    struct vcam_slot *slot = NULL;
    if (!state->plugged)
        error = ENOENT;
    else if (fault_take(state, FAULT_OPEN_EACCES, NULL))
        error = EACCES;
    else if (!(slot = slot_take(handle->camera)))
        error = ENFILE;
    else {
        handle->id = slot->id;
        handle->generation = state->generation;
        handle->bell = bell_hang(handle->camera, slot->id);
        slot->pid = getpid();
        slot->inode = handle->inode;
    }
    state_unlock(state);
    return error;
}

/// The generator must not receive the application's signals.
static int start_service(struct handle *handle) {
    sigset_t all, before;
    pthread_t thread;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&thread, NULL, service_run, handle);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!error) pthread_detach(thread);
    return error;
}

int handle_open(struct camera *camera, int flags) {
    struct handle *handle = calloc(1, sizeof *handle);
    if (!handle) return -1;
    handle->camera = camera;
    handle->starved = true;
    handle->quiet_fd = -1;
    handle->references = 1; // the service thread's
    pthread_mutex_init(&handle->lock, NULL);
    pthread_cond_init(&handle->calm, NULL);
    int fd = wire_open(&handle->wire, flags & O_CLOEXEC);
    if (fd < 0) {
        free(handle);
        return -1;
    }
    handle->inode = socket_inode(fd);
    int error = take_slot(handle);
    if (error) {
        SYS(close, (long)fd);
        SYS(close, (long)handle->wire.peer);
        free(handle);
        errno = error;
        return -1;
    }
    wire_raise_error(&handle->wire, fd);
    SYS(fcntl, (long)fd, (long)F_SETFL, (long)(flags & O_NONBLOCK));
    enlist(handle);
    start_service(handle);
    return fd;
}

bool handle_any(void) { return __atomic_load_n(&open_count, __ATOMIC_SEQ_CST) > 0; }

struct handle *handle_get(int fd) {
    if (!handle_any()) return NULL;
    int saved = errno;
    uint64_t inode = socket_inode(fd);
    errno = saved;
    struct handle *found = NULL;
    if (!inode) return NULL;
    pthread_mutex_lock(&list_lock);
    for (found = list; found && found->inode != inode; found = found->next)
        ;
    if (found) found->references++;
    pthread_mutex_unlock(&list_lock);
    return found;
}

void handle_put(struct handle *handle) {
    pthread_mutex_lock(&list_lock);
    bool last = --handle->references == 0;
    pthread_mutex_unlock(&list_lock);
    if (!last) return;
    pthread_mutex_destroy(&handle->lock);
    pthread_cond_destroy(&handle->calm);
    free(handle);
}

/// A dup'ed descriptor may remain; 50 ms are ample for the kernel to deliver the reset if none does.
void handle_await_close(struct handle *handle) {
    pthread_mutex_lock(&handle->lock);
    handle->closing = handle->cut; // a cut wire tells nothing any more: the first close counts as the last
    bool closing = handle->closing;
    pthread_mutex_unlock(&handle->lock);
    if (closing) service_wake(handle);
    if (closing || wire_hung_up(&handle->wire, 50)) {
        pthread_mutex_lock(&handle->lock);
        while (!handle->dead && (handle->closing || !handle->cut))
            pthread_cond_wait(&handle->calm, &handle->lock);
        pthread_mutex_unlock(&handle->lock);
    }
    handle_put(handle);
}

/// Called by the service thread when the application closed its last descriptor.
void handle_bury(struct handle *handle) {
    delist(handle);
    pthread_mutex_lock(&handle->lock);
    queue_free(handle);
    state_lock(handle->camera->state);
    slot_release(handle->camera, handle->id);
    state_unlock(handle->camera->state);
    handle_close_wires(handle);
    handle->dead = true;
    pthread_cond_broadcast(&handle->calm);
    pthread_mutex_unlock(&handle->lock);
    handle_put(handle);
}
