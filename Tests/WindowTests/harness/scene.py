# SPDX-License-Identifier: GPL-3.0-or-later
"""A program with a virtual camera, to which faults happen."""

import time

from .footprint import Footprint
from .panel import Panel
from .photos import NAME, Photo
from .viewfinder import Viewfinder
from .waiting import PHOTO_TIMEOUT, NotYet, wait_for


class Scene:
    """The program, its camera, its panel and its viewfinder."""

    def __init__(self, app, camera, roll=None, scratch=None):
        self.app, self.camera, self._roll, self._scratch = app, camera, roll, scratch
        self.panel, self.viewfinder = Panel(app), Viewfinder(app)
        self.area = None
        self._checked = set()

    def wait_until_live(self):
        self.viewfinder.wait_until_live()
        self.area = self.viewfinder.area()

    def happen(self, fault, cell, times=1):
        """Lets a fault come and go, and notes what was seen of it in the cell; of the last time, where several."""
        for _ in range(times):
            begun = time.monotonic()
            fault.begin(self.camera)
            if fault.says:
                cell.said = fault.says
                cell.said_ms = 1000 * (self.panel.wait_for(fault.says, fault.say_limit) - begun)
            else:
                self.see_newer(self.camera.newest_frame + 2, fault.say_limit)
            self.recover(fault, cell)

    def recover(self, fault, cell, allowance=0):
        """The fault ends, and the person presses “Try Again” where that is offered.

        allowance: seconds that the picture may take longer than the fault's own limit.
        """
        newest, ended = self.camera.newest_frame, time.monotonic()
        fault.end(self.camera)
        if fault.has_button:
            self.panel.press("Try Again")
        self.see_newer(newest, fault.back_limit + allowance)
        cell.back_ms = 1000 * (time.monotonic() - ended)
        self.panel.wait_until_gone(2)

    def see_newer(self, number, limit):
        """Waits for a frame on the screen that is newer than the one of this number."""
        self.viewfinder.wait_for_frame_in(self.area, number, limit)

    def check_photos(self, expected):
        """Checks that every new file is a whole photo, and that there are at least `expected`; returns their number."""
        wait_for(lambda: len(self._roll.photos()) >= len(self._checked) + expected, "the photos are saved", PHOTO_TIMEOUT)
        new = [path for path in self._roll.files() if path not in self._checked]
        assert all(NAME.fullmatch(path.name) for path in new), f"half-written: {new}"
        for path in new:
            assert Photo(path).code(self._scratch), f"{path.name} is not whole"
        self._checked.update(new)
        return len(new)

    def leaks_since(self, before):
        """Resources that were not held before, in words; those being closed get a moment for that."""
        try:
            wait_for(lambda: not Footprint(self.app.pid).leaks_since(before), "nothing is left open", 3, 0.1)
            return []
        except NotYet:
            return Footprint(self.app.pid).leaks_since(before)
