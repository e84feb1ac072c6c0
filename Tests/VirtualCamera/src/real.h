// SPDX-License-Identifier: GPL-3.0-or-later
/// The functions behind ours.
///
/// The library's own work goes through `SYS(name, …)`, libc's `syscall`, so that it meets neither our own
/// interposers nor those of umockdev or a sanitizer. Calls that are merely passed on use `NEXT(function)`,
/// because the next library may be umockdev and wants to see them.
#ifndef VCAM_REAL_H
#define VCAM_REAL_H

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/// libc's own `syscall`. Every integer argument must be a long: the function is variadic.
long (*real_syscall(void))(long, ...);

#define SYS(name, ...) real_syscall()(SYS_##name, __VA_ARGS__)

/// The next definition of a function in search order, for example umockdev's or libc's.
void *real_next(const char *name);

/// Declares `next`, a pointer to the next definition of `function`, resolved once.
#define NEXT(function) \
    static __typeof__(&function) next; \
    if (!__atomic_load_n(&next, __ATOMIC_RELAXED)) \
    __atomic_store_n(&next, (__typeof__(&function))real_next(#function), __ATOMIC_RELAXED)

/// Moves a descriptor of ours out of the range an application sees, so that its own numbers look as usual.
int real_high(int fd);

/// Makes and maps a memory file of that name and size in bytes, zeroed; the caller owns both. NULL if there is no memory.
void *real_memory(const char *name, size_t size, int *file);

#define EXPORT __attribute__((visibility("default")))

#endif
