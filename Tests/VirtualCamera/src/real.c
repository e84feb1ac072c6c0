// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds the functions behind ours.
#include "real.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

void *real_next(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) {
        fprintf(stderr, "libvcam: no %s\n", name);
        abort();
    }
    return function;
}

long (*real_syscall(void))(long, ...) {
    static long (*function)(long, ...);
    long (*found)(long, ...) = __atomic_load_n(&function, __ATOMIC_RELAXED);
    if (!found) {
        found = (long (*)(long, ...))real_next("syscall");
        __atomic_store_n(&function, found, __ATOMIC_RELAXED);
    }
    return found;
}

int real_high(int fd) {
    enum { FIRST = 600 }; // below 1024, the usual limit
    int high = fd < 0 ? -1 : (int)SYS(fcntl, (long)fd, (long)F_DUPFD_CLOEXEC, (long)FIRST);
    if (high < 0) return fd;
    SYS(close, (long)fd);
    return high;
}

void *real_memory(const char *name, size_t size, int *file) {
    *file = (int)SYS(memfd_create, name, (long)MFD_CLOEXEC);
    if (*file < 0) return NULL;
    void *bytes = MAP_FAILED;
    if (SYS(ftruncate, (long)*file, (long)size) == 0)
        bytes =
            (void *)SYS(mmap, NULL, size, (long)(PROT_READ | PROT_WRITE), (long)MAP_SHARED, (long)*file, 0L);
    if (bytes != MAP_FAILED) return bytes;
    SYS(close, (long)*file);
    return NULL;
}
