# SPDX-License-Identifier: GPL-3.0-or-later
"""The webcam's modes."""

from collections import namedtuple

#: name: of the format; frames: its sizes with their rates in frames a second, in the order of the descriptors.
Format = namedtuple("Format", "name frames")

MJPEG, YUY2 = "MJPEG", "YUY2"

#: The largest smooth mode is small and barely smooth, because the driver's machine is emulated. A format's
#: and a frame's number in the descriptors are their places here, from 1.
FORMATS = [
    Format(MJPEG, [((640, 480), (24, 15)), ((1280, 720), (10, 5))]),
    Format(YUY2, [((640, 480), (15, 5)), ((320, 240), (30, 15))]),
]


def interval(rate):
    """The time between two frames in the unit of the class, 100 ns."""
    return 10_000_000 // rate


def largest(size):
    """Bytes of the largest frame of this size, whatever the format."""
    return size[0] * size[1] * 2
