// SPDX-License-Identifier: GPL-3.0-or-later
/// Faults inside a frame: what firmware and USB do to pictures.
#include "picture.h"

#include <stdlib.h>
#include <string.h>

static size_t without_dht(uint8_t *bytes, size_t size) {
    size_t from = 2, to = 2;
    while (from + 4 < size && bytes[from + 1] != 0xda) {
        size_t length = 2 + (size_t)(bytes[from + 2] << 8 | bytes[from + 3]);
        if (bytes[from + 1] != 0xc4) {
            memmove(bytes + to, bytes + from, length);
            to += length;
        }
        from += length;
    }
    memmove(bytes + to, bytes + from, size - from);
    return to + size - from;
}

static size_t append_junk(uint8_t *bytes, size_t size, size_t capacity, int64_t count) {
    for (int64_t index = 0; index < count && size < capacity; index++) bytes[size++] = (uint8_t)(index * 37);
    return size;
}

/// An end of image after this part of the coded picture, as firmware with a full buffer writes it.
static size_t end_early(uint8_t *bytes, size_t size, int64_t percent) {
    size = size * (size_t)percent / 100;
    // Half an escape would make the marker something else.
    while (size > 2 && bytes[size - 3] == 0xff) size--;
    if (size > 2) memcpy(bytes + size - 2, "\xff\xd9", 2);
    return size;
}

/// Overwrites scattered bytes in the middle, as lost USB packets do.
static void corrupt(uint8_t *bytes, size_t size) {
    for (size_t at = size / 8; at + 64 < size; at += size / 40 + 97) memset(bytes + at, 0x55, 48);
}

static size_t prepend_empty(uint8_t *bytes, size_t size, size_t capacity, int64_t count) {
    static const uint8_t empty[] = {0xff, 0xd8, 0xff, 0xd9};
    for (int64_t index = 0; index < count && size + sizeof empty <= capacity; index++) {
        memmove(bytes + sizeof empty, bytes, size);
        memcpy(bytes, empty, sizeof empty);
        size += sizeof empty;
    }
    return size;
}

static size_t widen_restarts(uint8_t *bytes, size_t size, size_t capacity, int64_t count) {
    size_t junk = count > 0 ? (size_t)count : 0;
    for (size_t at = 2; at + 1 < size && size + junk <= capacity; at++) {
        if (bytes[at] != 0xff || bytes[at + 1] < 0xd0 || bytes[at + 1] > 0xd7) continue;
        memmove(bytes + at + junk, bytes + at, size - at);
        memset(bytes + at, 0x5a, junk);
        size += junk;
        at += junk + 1;
    }
    return size;
}

size_t picture_spoil(const struct spoil *spoil, bool jpeg, uint8_t *bytes, size_t size, size_t capacity) {
    if (jpeg && spoil->no_dht) size = without_dht(bytes, size);
    if (jpeg && spoil->double_soi && size + 2 <= capacity) {
        memmove(bytes + 2, bytes, size);
        size += 2;
    }
    if (jpeg && spoil->ends_early) size = end_early(bytes, size, spoil->ended_percent);
    if (jpeg && spoil->truncated) size = size * (size_t)spoil->kept_percent / 100;
    if (jpeg && spoil->restart_junk) size = widen_restarts(bytes, size, capacity, spoil->restart_bytes);
    if (jpeg && spoil->empty_first) size = prepend_empty(bytes, size, capacity, spoil->empty_images);
    if (spoil->corrupt) corrupt(bytes, size);
    if (jpeg && spoil->junk) size = append_junk(bytes, size, capacity, spoil->junk_bytes);
    if (spoil->is_short && size > (size_t)spoil->short_bytes) size = (size_t)spoil->short_bytes;
    if (spoil->oversized) size = capacity + (size_t)spoil->excess_bytes;
    return spoil->zero ? 0 : size;
}
