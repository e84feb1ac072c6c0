// SPDX-License-Identifier: GPL-3.0-or-later
#include "coded.h"

#include "real.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

struct coded {
    const uint8_t *bytes;
    size_t size, count;
    size_t *start; ///< of each access unit, and the size behind the last
};

static const uint8_t *map(const char *path, size_t *size) {
    int fd = SYS(openat, (long)AT_FDCWD, path, (long)(O_RDONLY | O_CLOEXEC), 0L);
    if (fd < 0) return NULL;
    struct stat status;
    void *memory = MAP_FAILED;
    if (SYS(fstat, (long)fd, &status) == 0 && status.st_size > 0) {
        *size = (size_t)status.st_size;
        memory = (void *)SYS(mmap, NULL, *size, (long)PROT_READ, (long)MAP_PRIVATE, (long)fd, 0L);
    }
    SYS(close, (long)fd);
    return memory == MAP_FAILED ? NULL : memory;
}

/// Every access unit begins with its delimiter, a unit of kind 9.
static void find_units(struct coded *coded) {
    for (size_t at = 0; at + 5 < coded->size; at++) {
        if (memcmp(coded->bytes + at, "\0\0\0\1\11", 5) != 0) continue;
        coded->start = realloc(coded->start, (coded->count + 2) * sizeof *coded->start);
        coded->start[coded->count++] = at;
        coded->start[coded->count] = coded->size;
    }
}

struct coded *coded_for(struct coded *old, const char *path) {
    if (old) return old;
    struct coded *coded = calloc(1, sizeof *coded);
    coded->bytes = map(path, &coded->size);
    if (coded->bytes) find_units(coded);
    return coded;
}

void coded_free(struct coded *coded) {
    if (!coded) return;
    if (coded->bytes) SYS(munmap, (void *)coded->bytes, coded->size);
    free(coded->start);
    free(coded);
}

size_t coded_unit(const struct coded *coded, uint32_t place, uint8_t *out, size_t capacity) {
    if (!coded->count) return 0;
    size_t from = coded->start[place % coded->count];
    size_t size = coded->start[place % coded->count + 1] - from;
    if (size > capacity) return 0;
    memcpy(out, coded->bytes + from, size);
    return size;
}
