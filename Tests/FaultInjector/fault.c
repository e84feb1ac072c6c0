// SPDX-License-Identifier: GPL-3.0-or-later
// See FaultInjector.h.
#define _GNU_SOURCE
#include "FaultInjector.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_int calls;
static atomic_bool has_come;

static const char *setting(const char *name) {
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

static bool is_under(const char *path) {
    const char *under = setting("TINTYPE_FAULT_UNDER");
    return under && strncmp(path, under, strlen(under)) == 0;
}

static bool concerns_descriptor(int descriptor) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return false;
    path[length] = 0;
    return is_under(path);
}

static bool concerns(int folder, const char *path) {
    return path[0] == '/' || folder == AT_FDCWD ? is_under(path) : concerns_descriptor(folder);
}

static void mark(void) {
    const char *path = setting("TINTYPE_FAULT_MARK");
    if (path) syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, path, O_CREAT | O_WRONLY, 0600));
}

static bool lasts(void) {
    const char *path = setting("TINTYPE_FAULT_WHILE");
    return path && syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0;
}

static sem_t crash_elsewhere;

static void *crash_when_asked(void *nothing) {
    sem_wait(&crash_elsewhere);
    __builtin_trap();
    return nothing;
}

// A thread as the views and cameras have them, which does not yield to others as an encoder's does.
__attribute__((constructor)) static void prepare(void) {
    const char *crash = setting("TINTYPE_FAULT_CRASH");
    pthread_t thread;
    if (!crash || strcmp(crash, "elsewhere") != 0) return;
    sem_init(&crash_elsewhere, 0, 0);
    pthread_create(&thread, NULL, crash_when_asked, NULL);
}

// Ends the process: as a crash of its own would, or by SIGKILL.
static void end(const char *crash) {
    if (!crash)
        kill(getpid(), SIGKILL);
    else if (strcmp(crash, "elsewhere") == 0) {
        sem_post(&crash_elsewhere);
        for (;;) pause();
    } else if (strcmp(crash, "breakpoint") == 0) {
        __builtin_debugtrap();
        _exit(0);
    } else if (strcmp(crash, "abort") == 0)
        abort();
    else
        __builtin_trap();
}

// The errno that a call has to fail with; 0 if it may go on.
static int fault(bool changes) {
    const char *at = setting("TINTYPE_FAULT_AT"), *number = setting("TINTYPE_FAULT_ERRNO");
    if (!at || atoi(at) == 0) return 0;
    bool is_it = atomic_fetch_add(&calls, 1) + 1 == atoi(at);
    if (is_it) {
        mark();
        atomic_store(&has_come, true);
        if (!number) end(setting("TINTYPE_FAULT_CRASH"));
        return atoi(number);
    }
    return changes && number && atomic_load(&has_come) && lasts() ? atoi(number) : 0;
}

#define FAIL_IF(concerned, changes) \
    int number = (concerned) ? fault(changes) : 0; \
    if (number) return errno = number, -1

static mode_t mode_of(int flags, va_list arguments) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
}

static bool changes(int flags) { return (flags & O_ACCMODE) != O_RDONLY || flags & O_CREAT; }

int openat(int folder, const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    FAIL_IF(concerns(folder, path), changes(flags));
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return openat(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));
int openat64(int folder, const char *path, int flags, ...) __attribute__((alias("openat")));

// A full disk replaces existing data completely or not at all; of new data it may take a part.
static bool grows(int descriptor, off_t end) {
    struct stat status;
    return fstat(descriptor, &status) == 0 && end > status.st_size;
}

static bool grows_here(int descriptor, size_t count) {
    return grows(descriptor, lseek(descriptor, 0, SEEK_CUR) + (off_t)count);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    int number = concerns_descriptor(descriptor) ? fault(true) : 0;
    if (number == ENOSPC && count > 1 && grows_here(descriptor, count))
        syscall(SYS_write, descriptor, bytes, count / 2);
    if (number) return errno = number, -1;
    return syscall(SYS_write, descriptor, bytes, count);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
    int number = concerns_descriptor(descriptor) ? fault(true) : 0;
    if (number == ENOSPC && count > 0 && grows_here(descriptor, parts[0].iov_len)) {
        syscall(SYS_write, descriptor, parts[0].iov_base, (parts[0].iov_len + 1) / 2);
    }
    if (number) return errno = number, -1;
    return syscall(SYS_writev, descriptor, parts, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    int number = concerns_descriptor(descriptor) ? fault(true) : 0;
    if (number == ENOSPC && count > 1 && grows(descriptor, offset + (off_t)count)) {
        syscall(SYS_pwrite64, descriptor, bytes, count / 2, offset);
    }
    if (number) return errno = number, -1;
    return syscall(SYS_pwrite64, descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset)
    __attribute__((alias("pwrite")));

static bool is_read(int descriptor) {
    return setting("TINTYPE_FAULT_READS") && concerns_descriptor(descriptor);
}

ssize_t read(int descriptor, void *bytes, size_t count) {
    FAIL_IF(is_read(descriptor), true);
    return syscall(SYS_read, descriptor, bytes, count);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
    FAIL_IF(is_read(descriptor), true);
    return syscall(SYS_pread64, descriptor, bytes, count, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off_t offset) __attribute__((alias("pread")));

int fsync(int descriptor) {
    FAIL_IF(concerns_descriptor(descriptor), true);
    return (int)syscall(SYS_fsync, descriptor);
}

int linkat(int from, const char *path, int to, const char *name, int flags) {
    FAIL_IF(concerns(to, name), true);
    return (int)syscall(SYS_linkat, from, path, to, name, flags);
}

int renameat(int from, const char *path, int to, const char *name) {
    FAIL_IF(concerns(to, name), true);
    return (int)syscall(SYS_renameat, from, path, to, name);
}

int renameat2(int from, const char *path, int to, const char *name, unsigned flags) {
    FAIL_IF(concerns(to, name), true);
    return (int)syscall(SYS_renameat2, from, path, to, name, flags);
}

int unlinkat(int folder, const char *name, int flags) {
    FAIL_IF(concerns(folder, name), true);
    return (int)syscall(SYS_unlinkat, folder, name, flags);
}

int mkdir(const char *path, mode_t mode) {
    FAIL_IF(concerns(AT_FDCWD, path), true);
    return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

int mkdirat(int folder, const char *path, mode_t mode) {
    FAIL_IF(concerns(folder, path), true);
    return (int)syscall(SYS_mkdirat, folder, path, mode);
}
