#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the frame number that the virtual camera draws into its pictures.

    framecode.py IMAGE...          prints "NUMBER" or "NUMBER mirrored" for each; status 1 if one has none
    framecode.py --age IMAGE STATE prints how long before now (CLOCK_MONOTONIC) that frame was ready, in ms

The code (see src/framecode.h) is found anywhere in a picture: scaled, letterboxed, mirrored, compressed.
Needs nothing but Python; with python3-pil more image formats than PGM and PPM are read without ffmpeg.
"""

import mmap
import re
import struct
import subprocess
import sys
import time
from collections import Counter, namedtuple

Code = namedtuple("Code", "number mirrored left right row")
"""What was found: the number, and where its black blocks begin and end in the picture."""

_CELLS = 48          # from the first black block to the last
_START = [1, 1, 1, 0]
_END = [0, 1, 0, 1]
_WHITENING = 0x9C3A5F61
_DARK = re.compile(b"\x01+")
_AGREEING_ROWS = 3


def _crc8(number):
    crc = 0xFF
    for byte in number.to_bytes(4, "big"):
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1 ^ 0x07 if crc & 0x80 else crc << 1) & 0xFF
    return crc


def _number(row, start, end):
    """The number between two edges of a binary row, or None."""
    unit = (end - start) / _CELLS
    cells = [row[int(start + (index + 0.5) * unit)] for index in range(_CELLS)]
    if cells[:4] != _START or cells[-4:] != _END:
        return None
    value = 0
    for cell in cells[4:-4]:
        value = value << 1 | cell
    number = value >> 8 ^ _WHITENING
    return number if _crc8(number) == value & 0xFF else None


def _scan(row):
    """Looks for the code in one row of zeros (light) and ones (dark)."""
    runs = [match.span() for match in _DARK.finditer(row)]
    if len(runs) < 6:
        return None
    for index, (start, end) in enumerate(runs[:-5]):
        length = end - start
        before = start - (runs[index - 1][1] if index else 0)
        if length < 4 or before < length / 3:
            continue
        for _, last in runs[index + 5:]:
            if last - start > (_CELLS + 2) * (length + 1.5) / 3:
                break
            if last - start < (_CELLS - 2) * (length - 1.5) / 3:
                continue
            number = _number(row, start, last)
            if number is not None:
                return number, start, last
    return None


def _thresholds(row):
    low, high = min(row), max(row)
    if high - low < 60:
        return []
    return sorted({(low + high) // 2, 126, low + (high - low) * 2 // 5, low + (high - low) * 3 // 5})


def _scan_both_ways(gray):
    width = len(gray)
    for threshold in _thresholds(gray):
        table = bytes(1 if value < threshold else 0 for value in range(256))
        row = gray.translate(table)
        found = _scan(row)
        if found:
            return found[0], False, found[1], found[2]
        found = _scan(row[::-1])
        if found:
            return found[0], True, width - found[2], width - found[1]
    return None


def find(gray, width, height):
    """Finds the code in 8-bit grey bytes of width * height. Returns a Code or None."""
    return _find_in_rows(lambda y: gray[y * width:(y + 1) * width], height)


def _find_in_rows(row, height):
    """Finds the code where row(y) is a row's grey bytes. Returns a Code or None.

    Several rows have to agree, so that texture is not mistaken for a number.
    """
    step = max(1, min(4, height // 160))
    votes, first = Counter(), {}
    for y in range(0, height, step):
        found = _scan_both_ways(row(y))
        if not found:
            continue
        number, mirrored, left, right = found
        votes[number, mirrored] += 1
        first.setdefault((number, mirrored), Code(number, mirrored, left, right, y))
        if votes[number, mirrored] == _AGREEING_ROWS:
            return first[number, mirrored]
    return None


def load(path):
    """Reads an image file. Returns (grey bytes, width, height)."""
    try:
        from PIL import Image
        with Image.open(path) as image:
            grey = image.convert("L")
            return grey.tobytes(), grey.width, grey.height
    except ImportError:
        pass
    pgm = subprocess.run(["ffmpeg", "-loglevel", "error", "-i", path, "-frames:v", "1", "-f", "image2pipe",
                          "-pix_fmt", "gray", "-c:v", "pgm", "-"], capture_output=True, check=True).stdout
    header = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", pgm)
    return pgm[header.end():], int(header[1]), int(header[2])


def decode(image):
    """Finds the code in a file name or in an array of shape (height, width) or (height, width, channels)."""
    if isinstance(image, str):
        return find(*load(image))
    # It is black and white, so one channel tells.
    gray = image if image.ndim == 2 else image[:, :, 1]
    return _find_in_rows(lambda y: gray[y].tobytes(), image.shape[0])


class Ring:
    """The times at which the newest 1024 frames were ready, read from a camera's state file."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self._memory = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        _, _, self._offset, self._length = struct.unpack_from("<4I", self._memory, 0)

    def done_ns(self, number):
        """CLOCK_MONOTONIC nanoseconds, or None when the frame was dropped or is too old."""
        found, _, when = struct.unpack_from("<IIq", self._memory, self._offset + number % self._length * 24)
        return when if found == number else None


def main(arguments):
    if arguments[:1] == ["--age"]:
        code = decode(arguments[1])
        done = Ring(arguments[2]).done_ns(code.number) if code else None
        print("none" if done is None else f"{(time.monotonic_ns() - done) / 1e6:.1f}")
        return 0 if done else 1
    status = 0
    for name in arguments:
        code = decode(name)
        print("none" if code is None else f"{code.number} mirrored" if code.mirrored else code.number)
        status |= code is None
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
