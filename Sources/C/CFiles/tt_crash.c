// SPDX-License-Identifier: GPL-3.0-or-later
#include "CFiles.h"

#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { FREE, BUSY, NOTED };

static const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
enum { COUNT = sizeof signals / sizeof *signals };

static atomic_int state = FREE;
static struct sigaction former[COUNT];
static int folder_of_note, niceness_of_note;
static char old_name[NAME_MAX + 1], next_name[NAME_MAX + 1];

// The priority of the calling thread, lower for higher numbers. Threads inherit it from the one that starts them.
static int niceness(void) { return getpriority(PRIO_PROCESS, 0); }

// For the calling thread and those that it starts. Libdispatch blocks SIGABRT, and abort() of glibc 2.41 calls no handler then.
static void unblock(int number) {
    sigset_t this;
    sigemptyset(&this);
    sigaddset(&this, number);
    pthread_sigmask(SIG_UNBLOCK, &this, NULL);
}

// A fault recurs and then finds the former action. A signal that was sent does not, nor does a breakpoint.
static void crashed(int number, siginfo_t *info, void *context) {
    (void)context;
    int noted = NOTED;
    if (niceness() >= niceness_of_note && atomic_compare_exchange_strong(&state, &noted, BUSY)) {
        renameat(folder_of_note, old_name, folder_of_note, next_name);
        fsync(folder_of_note);
    }
    for (int i = 0; i < COUNT; i++)
        if (signals[i] == number) sigaction(number, &former[i], NULL);
    if (info->si_code > 0 && number != SIGTRAP) return;
    unblock(number);
    raise(number);
    // The former action has returned.
    signal(number, SIG_DFL);
    raise(number);
}

bool tt_crash_note(int folder, const char *name, const char *new_name) {
    int free = FREE;
    if (strlen(name) > NAME_MAX || strlen(new_name) > NAME_MAX) return false;
    if (!atomic_compare_exchange_strong(&state, &free, BUSY)) return false;
    folder_of_note = folder;
    niceness_of_note = niceness();
    strcpy(old_name, name);
    strcpy(next_name, new_name);
    struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < COUNT; i++) sigaction(signals[i], &action, &former[i]);
    unblock(SIGABRT);
    atomic_store(&state, NOTED);
    return true;
}

void tt_crash_note_end(void) {
    int noted = NOTED;
    // A crash in progress on another thread needs the rest.
    if (!atomic_compare_exchange_strong(&state, &noted, BUSY)) return;
    for (int i = 0; i < COUNT; i++) sigaction(signals[i], &former[i], NULL);
    atomic_store(&state, FREE);
}
