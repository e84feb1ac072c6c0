# SPDX-License-Identifier: GPL-3.0-or-later
"""The live picture, from outside: where it is on the screen and which frame of the virtual camera it shows."""

import numpy

from .cameras import framecode
from .waiting import TIMEOUT, wait_for


class Viewfinder:
    """The viewfinder of a running program.

    name: in the program's language.
    """

    def __init__(self, app, name="Viewfinder"):
        self._app, self._name = app, name

    def area(self):
        """(left, top, width, height) in device pixels of the screen."""
        return self._app.person.area_on_screen(self._app.find(self._name))

    def pixels(self):
        """The present drawing in it."""
        return self._app.desktop.screen.shot(self.area())

    def code(self):
        """The code in the picture (number, mirrored, …); None while there is none."""
        return framecode.decode(self.pixels())

    def frame(self, timeout=TIMEOUT):
        """The number of the frame that is shown; waits for one."""
        return wait_for(self.code, "a frame with a number is shown", timeout).number

    def wait_until_live(self, timeout=TIMEOUT):
        """Waits until the picture moves: two different frames, one after the other."""
        area = self.area()
        first = self.wait_for_frame_in(area, 0, timeout)
        return self.wait_for_frame_in(area, first, timeout)

    def wait_for_frame_in(self, area, after, timeout=TIMEOUT):
        """Waits for a frame that is newer than the one of this number, and returns its number."""
        def newer():
            code = framecode.decode(self._app.desktop.screen.shot(area))
            return code.number if code and code.number > after else None
        return wait_for(newer, f"a frame after {after} is shown", timeout, interval=0.01)

    def wait_until_moving(self, timeout=TIMEOUT):
        """Waits until the picture changes, whatever it shows: for the test scene, which has no numbers."""
        area = self.area()
        screen = self._app.desktop.screen

        def picture():
            shot = screen.shot(area)
            return [shot] if shot.max() > 100 else []

        first, = wait_for(picture, "a picture is shown", timeout)
        wait_for(lambda: (screen.shot(area) != first).any(), "the picture changes", timeout)

    def is_black(self):
        """Whether nothing is shown."""
        return not self.pixels().any()

    @staticmethod
    def box_in(pixels):
        """(left, top, width, height) of what is not true black in these pixels; None if all is."""
        lit = pixels.any(axis=2)
        rows, columns = numpy.flatnonzero(lit.any(axis=1)), numpy.flatnonzero(lit.any(axis=0))
        if not rows.size:
            return None
        return columns[0], rows[0], columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1
