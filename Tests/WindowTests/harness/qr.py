# SPDX-License-Identifier: GPL-3.0-or-later
"""QR codes, made by qrencode, and others, made by zint."""

import subprocess

import numpy
from PIL import Image


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


#: A GS1 DataBar Expanded Stacked: ZXing 1.4, as Debian builds it, aborts the process that reads it with others.
STACKED = "(01)98898765432106(3202)012345(15)991231"


def write_stacked(path):
    """Writes the stacked code as a PNG file."""
    data = STACKED.replace("(", "[").replace(")", "]")
    subprocess.run(["zint", "-b", "81", "-d", data, "-o", str(path), "--scale=3", "--quietzones"], check=True)


def stacked_scene(folder, width=1280, height=720):
    """Grey values of a picture with the stacked code in its middle."""
    write_stacked(folder / "stacked.png")
    code = numpy.asarray(Image.open(folder / "stacked.png").convert("L"))
    luma = numpy.full((height, width), 235, numpy.uint8)
    top, left = height - code.shape[0] - 100, (width - code.shape[1]) // 2
    luma[top:top + code.shape[0], left:left + code.shape[1]] = code
    return luma
