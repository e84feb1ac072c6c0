// SPDX-License-Identifier: GPL-3.0-or-later
/// Informs the thread sanitizer of what Swift's Mutex does in code that it can't see.
///
/// Synchronization.Mutex takes and frees its lock by an atomic in the caller's own code, which is instrumented. Where two
/// threads meet it goes through _lockSlow and _unlockSlow of libswiftSynchronization.so, which is not: there the kernel hands
/// the lock over (FUTEX_LOCK_PI), and the sanitizer reports a race on whatever the lock guards. Preloaded, this stands in
/// front of them and says which thread got the lock after which. So nothing has to be suppressed, and a race that is one is
/// still reported.
///
/// The names are Synchronization._MutexHandle's as Swift 6 mangles them; the lock is in the register for self. check-sanitize
/// tests with contended.swift that it works.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/// Of the sanitizer's runtime, which is in the program under test, but not in those that start it.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

/// The real one; there is no program with this lock but without it.
static void *real(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK_SLOW);
SWIFT bool try_lock_slow(SELF) __asm__(TRY_LOCK_SLOW);
SWIFT void unlock_slow(SELF) __asm__(UNLOCK_SLOW);

SWIFT void lock_slow(uint32_t thread, SELF) {
    ((SWIFT void (*)(uint32_t, SELF))real(LOCK_SLOW))(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT bool try_lock_slow(SELF) {
    bool taken = ((SWIFT bool (*)(SELF))real(TRY_LOCK_SLOW))(self);
    if (taken && __tsan_acquire) __tsan_acquire(self);
    return taken;
}

SWIFT void unlock_slow(SELF) {
    if (__tsan_release) __tsan_release(self);
    ((SWIFT void (*)(SELF))real(UNLOCK_SLOW))(self);
}
