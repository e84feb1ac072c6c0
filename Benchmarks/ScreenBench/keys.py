# SPDX-License-Identifier: GPL-3.0-or-later
"""Keys pressed through the X server's own test extension: at a known moment, without starting a program for it."""

import ctypes
import time

#: Seconds for which a finger stays on a key.
HOLD = 0.06


class Keyboard:
    """Of one display; closes its connection with close()."""

    def __init__(self, display):
        self._x11 = ctypes.CDLL("libX11.so.6")
        self._test = ctypes.CDLL("libXtst.so.6")
        self._x11.XOpenDisplay.restype = ctypes.c_void_p
        self._x11.XStringToKeysym.restype = ctypes.c_ulong
        self._display = ctypes.c_void_p(self._x11.XOpenDisplay(display.encode()))
        assert self._display, f"no display {display}"

    def close(self):
        self._x11.XCloseDisplay(self._display)

    def _send(self, name, is_down):
        symbol = ctypes.c_ulong(self._x11.XStringToKeysym(name.encode()))
        code = self._x11.XKeysymToKeycode(self._display, symbol)
        self._test.XTestFakeKeyEvent(self._display, code, is_down, 0)
        self._x11.XFlush(self._display)

    def down(self, *names):
        """Presses keys; returns when, in nanoseconds of the monotonic clock."""
        when = time.monotonic_ns()
        for name in names:
            self._send(name, 1)
        return when

    def up(self, *names):
        for name in reversed(names):
            self._send(name, 0)
