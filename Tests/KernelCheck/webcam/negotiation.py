# SPDX-License-Identifier: GPL-3.0-or-later
"""Probe and commit: driver and webcam agree on a format, a size, a rate, and how it is carried (UVC 1.1, 4.3.1.1)."""

import struct
from collections import namedtuple

from . import controls
from .modes import FORMATS, interval, largest

#: Bytes of a payload with its header: as many as uvcvideo puts into one transfer.
PAYLOAD_SIZE = 16384
_LAYOUT = struct.Struct("<HBBIHHHHHIIIBBBB")
_PROBE, _COMMIT = 1, 2

#: The negotiated mode; rate in frames a second.
Mode = namedtuple("Mode", "format size rate")


class Negotiation:
    """The streaming interface's two controls."""

    def __init__(self):
        self._probed = self._commited = (1, 1, interval(FORMATS[0].frames[0][1][0]))

    @property
    def mode(self):
        """The committed mode."""
        number, frame, time = self._commited
        kind = FORMATS[number - 1]
        return Mode(kind.name, kind.frames[frame - 1][0], 10_000_000 // time)

    def get(self, selector, request):
        if selector not in (_PROBE, _COMMIT):
            raise controls.Refused(controls.UNKNOWN_CONTROL)
        if request == controls.GET_LEN:
            return _LAYOUT.size.to_bytes(2, "little")
        if request == controls.GET_INFO:
            return bytes([3])
        return self._answer(self._commited if selector == _COMMIT else self._probed)

    def set(self, selector, data):
        """Returns whether a mode was committed, which begins the stream."""
        if selector not in (_PROBE, _COMMIT):
            raise controls.Refused(controls.UNKNOWN_CONTROL)
        _, number, frame, time, *_ = _LAYOUT.unpack(data[:_LAYOUT.size].ljust(_LAYOUT.size, b"\0"))
        self._probed = self._nearest(number, frame, time)
        if selector == _COMMIT:
            self._commited = self._probed
        return selector == _COMMIT

    @staticmethod
    def _nearest(number, frame, time):
        """The existing mode nearest to the requested one."""
        number = number if 1 <= number <= len(FORMATS) else 1
        frames = FORMATS[number - 1].frames
        frame = frame if 1 <= frame <= len(frames) else 1
        times = [interval(rate) for rate in frames[frame - 1][1]]
        return number, frame, min(times, key=lambda each: abs(each - time))

    @staticmethod
    def _answer(choice):
        number, frame, time = choice
        size = FORMATS[number - 1].frames[frame - 1][0]
        return _LAYOUT.pack(1, number, frame, time, 0, 0, 0, 0, 0, largest(size), PAYLOAD_SIZE, 48_000_000, 3, 1, 1, 1)
