// SPDX-License-Identifier: GPL-3.0-or-later
/// Mappings of memory files.
#include "work.h"

#include "real.h"

#include <stdint.h>
#include <sys/mman.h>

/// In front of what is given out: how much was mapped.
enum { HEADER = 64 };

void *work_take(size_t size)
{
    size_t mapped = size + HEADER;
    int file = (int)SYS(memfd_create, "vcam-picture", (long)MFD_CLOEXEC);
    if (file < 0)
        return NULL;
    void *memory = MAP_FAILED;
    if (SYS(ftruncate, (long)file, (long)mapped) == 0)
        memory = (void *)SYS(mmap, NULL, mapped, (long)(PROT_READ | PROT_WRITE), (long)MAP_SHARED, (long)file, 0L);
    SYS(close, (long)file);
    if (memory == MAP_FAILED)
        return NULL;
    *(size_t *)memory = mapped;
    return (uint8_t *)memory + HEADER;
}

void work_give(void *memory)
{
    if (!memory)
        return;
    size_t *start = (size_t *)((uint8_t *)memory - HEADER);
    SYS(munmap, start, *start);
}
