# SPDX-License-Identifier: GPL-3.0-or-later
"""The eye: finds the virtual camera's frame numbers on the screen, in any program's window, and when they came."""

import ctypes
import os
import time
from collections import namedtuple

from harness.cameras import framecode

#: Seconds between two looks. A look costs some 10 µs, so the eye takes a few per cent of a processor.
_INTERVAL = 0.0003
#: Below this difference of brightness nothing is a code.
_CONTRAST = 12
_PR_SET_TIMERSLACK = 29

#: No program starts this many frames late; a larger number is a mistake.
_AHEAD = 10_000

Spot = namedtuple("Spot", "left top width height mirrored")
"""Three rows of the screen through the middle of the code, with a margin at both sides."""


def sharpen_clock():
    """Makes this process wake up when it asks to, and before the programs that it measures where that is allowed."""
    ctypes.CDLL(None).prctl(_PR_SET_TIMERSLACK, 1, 0, 0, 0)
    try:
        os.setpriority(os.PRIO_PROCESS, 0, -5)
    except PermissionError:
        pass


def stretched(green):
    """The same bytes with the darkest as 0 and the brightest as 255, so that a flash over them hides nothing."""
    low, high = min(green), max(green)
    if high - low < _CONTRAST:
        return None
    return green.translate(bytes(min(255, max(0, (value - low) * 255 // (high - low))) for value in range(256)))


class ScreenProbe:
    """Looks at a Screen of the window tests' harness, or at anything that has its method shot()."""

    def __init__(self, screen):
        self._screen = screen

    def _green(self, area):
        return self._screen.shot(area)[:, :, 1]

    def locate(self, timeout=20, is_alive=lambda: True, after=0):
        """Waits for a code anywhere on the screen and returns its Spot; None when none comes.

        after: the number of a frame; older ones are what the program before has left on the screen.
        """
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline and is_alive():
            grey = self._green(None)
            code = framecode.find(grey.tobytes(), grey.shape[1], grey.shape[0])
            if code and after < code.number < after + _AHEAD:
                return self._spot(code, grey)
            time.sleep(0.05)
        return None

    def _spot(self, code, grey):
        """Goes down from the row where the code was found to the last row that has one."""
        cell = (code.right - code.left) / 48
        left, right = max(0, int(code.left - 3 * cell)), min(grey.shape[1], int(code.right + 3 * cell))
        bottom = code.row
        while bottom + 3 < grey.shape[0] and framecode.find(
                grey[bottom + 1:bottom + 4, left:right].tobytes(), right - left, 3):
            bottom += 1
        top = code.row
        while top > 0 and framecode.find(grey[top - 1:top + 2, left:right].tobytes(), right - left, 3):
            top -= 1
        return Spot(left, max(0, (top + bottom) // 2), right - left, 3, code.mirrored)

    def pixels(self, spot):
        """The present pixels at a spot, as bytes of green."""
        return self._green((spot.left, spot.top, spot.width, spot.height)).tobytes()

    @staticmethod
    def number(green, spot):
        """The number in these bytes; None if there is none."""
        clear = stretched(green)
        code = framecode.find(clear, spot.width, spot.height) if clear else None
        return code.number if code else None

    def looks(self, spot, until, is_over=lambda: False):
        """Yields (nanoseconds of the monotonic clock, bytes) for each change at a spot.

        until: a time.monotonic().
        """
        previous = None
        while time.monotonic() < until and not is_over():
            green = self.pixels(spot)
            if green != previous:
                previous = green
                yield time.monotonic_ns(), green
            time.sleep(_INTERVAL)

    def _presented(self, spot, seconds):
        """The same as looks(), by a compositor's own times at which it presented each picture."""
        for when, pixels in self._screen.watch((spot.left, spot.top, spot.width, spot.height), seconds):
            yield when, pixels[:, :, 1].tobytes()

    def watch(self, spot, seconds, is_over=lambda: False):
        """{frame number: nanoseconds at which it was first seen} within these seconds."""
        seen = {}
        changes = (self._presented(spot, seconds) if hasattr(self._screen, "watch")
                   else self.looks(spot, time.monotonic() + seconds, is_over))
        for when, green in changes:
            number = self.number(green, spot)
            if number is not None:
                seen.setdefault(number, when)
        return seen

    def first_frame(self, spot, after, timeout=20):
        """When a frame newer than the one of number `after` is first seen, in nanoseconds; None when none comes."""
        for when, green in self.looks(spot, time.monotonic() + timeout):
            number = self.number(green, spot)
            if number is not None and after < number < after + _AHEAD:
                return when
        return None

    def first_light(self, area, timeout=20):
        """When anything but black is first seen in an area, in nanoseconds; None when nothing comes."""
        until = time.monotonic() + timeout
        while time.monotonic() < until:
            if self._green(area).max() > 40:
                return time.monotonic_ns()
            time.sleep(_INTERVAL)
        return None
