// SPDX-License-Identifier: GPL-3.0-or-later
/// Interposed: ioctl, mmap, read, and `syscall` for all of these, because libv4l2 calls the kernel itself.
#include "cancel.h"
#include "ioctl.h"
#include "preload.h"
#include "queue.h"
#include "real.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

/// A camera's descriptor? Then performs the ioctl. FIONBIO and its like belong to the descriptor itself.
static bool camera_ioctl(int fd, unsigned long request, void *argument, int *result) {
    if ((uint32_t)request >> 8 == 0x54 || !handle_any()) return false;
    cancel_forbid();
    struct handle *handle = handle_get(fd);
    if (handle) {
        *result = ioctl_perform(handle, fd, request, argument);
        handle_put(handle);
    }
    cancel_allow();
    return handle != NULL;
}

EXPORT int ioctl(int fd, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    int result;
    if (camera_ioctl(fd, request, argument, &result)) return result;
    NEXT(ioctl);
    return next(fd, request, argument);
}

bool preload_map(void *address, size_t length, int protection, int flags, int fd, long offset,
                 void **memory) {
    struct handle *handle = flags & MAP_ANONYMOUS ? NULL : handle_get(fd);
    if (!handle) return false;
    int buffer = queue_memory(handle, length, offset);
    *memory = MAP_FAILED;
    if (buffer >= 0)
        *memory = (void *)SYS(mmap, address, length, (long)protection, (long)flags, (long)buffer, 0L);
    handle_put(handle);
    return true;
}

#define MMAP(function) \
    EXPORT void *function(void *address, size_t length, int protection, int flags, int fd, __off_t offset) { \
        void *memory; \
        if (preload_map(address, length, protection, flags, fd, offset, &memory)) return memory; \
        return (void *)SYS(mmap, address, length, (long)protection, (long)flags, (long)fd, (long)offset); \
    }

MMAP(mmap)
MMAP(mmap64)

/// uvcvideo has no read(); without this the bytes of the wire would come out.
static bool camera_read(int fd, ssize_t *result) {
    struct handle *handle = handle_get(fd);
    if (!handle) return false;
    errno = handle_gone(handle) ? ENODEV : EINVAL;
    *result = -1;
    handle_put(handle);
    return true;
}

EXPORT ssize_t read(int fd, void *buffer, size_t count) {
    ssize_t result;
    if (camera_read(fd, &result)) return result;
    NEXT(read);
    return next(fd, buffer, count);
}

ssize_t __read_chk(int fd, void *buffer, size_t count, size_t room);

EXPORT ssize_t __read_chk(int fd, void *buffer, size_t count, size_t room) {
    ssize_t result;
    if (camera_read(fd, &result)) return result;
    NEXT(__read_chk);
    return next(fd, buffer, count, room);
}

/// The calls of libv4l2. True when one was for a camera.
static bool camera_syscall(long number, const long a[6], long *result) {
    struct path path;
    int status;
    void *memory;
    ssize_t got;
    switch (number) {
    case SYS_openat:
        if (!preload_open((int)a[0], (const char *)a[1], (int)a[2], &path, &status)) return false;
        *result = status;
        return true;
    case SYS_ioctl:
        if (!camera_ioctl((int)a[0], (unsigned long)a[1], (void *)a[2], &status)) return false;
        *result = status;
        return true;
    case SYS_mmap:
        if (!preload_map((void *)a[0], (size_t)a[1], (int)a[2], (int)a[3], (int)a[4], a[5], &memory))
            return false;
        *result = (long)memory;
        return true;
    case SYS_read:
        if (!camera_read((int)a[0], &got)) return false;
        *result = got;
        return true;
    case SYS_close:
        *result = close((int)a[0]);
        return true;
#ifdef SYS_open
    case SYS_open:
        if (!preload_open(-100 /* AT_FDCWD */, (const char *)a[0], (int)a[1], &path, &status)) return false;
        *result = status;
        return true;
#endif
    default:
        return false;
    }
}

EXPORT long syscall(long number, ...) {
    long a[6], result;
    va_list arguments;
    va_start(arguments, number);
    for (int index = 0; index < 6; index++) a[index] = va_arg(arguments, long);
    va_end(arguments);
    if (camera_syscall(number, a, &result)) return result;
    return real_syscall()(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
