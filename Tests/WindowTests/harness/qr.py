# SPDX-License-Identifier: GPL-3.0-or-later
"""QR codes, made by qrencode."""

import subprocess

import numpy


def write(text, path, size=6):
    """Writes a code as a PNG file; `size`: pixels for each module."""
    subprocess.run(["qrencode", "-8", "-l", "L", "-s", str(size), "-o", str(path)], input=text.encode(), check=True)


def matrix(text):
    """The code's modules with a quiet zone, rows of 0 (light) and 1 (dark)."""
    done = subprocess.run(["qrencode", "-8", "-l", "L", "-m", "4", "-t", "ASCII"], input=text.encode(), check=True,
                          capture_output=True)
    lines = done.stdout.decode().splitlines()
    return [[int(line[x] == "#") for x in range(0, len(line), 2)] for line in lines]


def scene(text, width=1280, height=720):
    """Grey values of a picture with the code in its middle, below the frame's number."""
    luma = numpy.full((height, width), 118, numpy.uint8)
    modules = numpy.array(matrix(text), numpy.uint8)
    size = min(height * 3 // 4 // len(modules), 12)
    code = numpy.kron(numpy.where(modules, 30, 220), numpy.ones((size, size))).astype(numpy.uint8)
    top, left = height - code.shape[0] - 24, (width - code.shape[1]) // 2
    luma[top:top + code.shape[0], left:left + code.shape[1]] = code
    return luma
