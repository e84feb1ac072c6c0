# SPDX-License-Identifier: GPL-3.0-or-later
"""Tintype as a window, on a display of its own: what it shows while cameras come and go."""

import shutil
import time

from harness.app import Tintype
from harness.desktop import Desktop
from harness.focus import STATES, Focus
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

from . import OUTPUT

#: Seconds. Everything takes twenty times as long as on a real processor, and longer where the machine has other work:
#: what is promised in seconds is measured by the window tests.
_TIMEOUT = 120


class Window:
    """One running program, and the checks of it; each goes on where the one before it ended.

    prepare: called with the desktop before the program starts.
    """

    def __init__(self, home, name, prepare=lambda desktop: None):
        self._name = name
        self._prepare = prepare
        self._desktop = Desktop(home.root / "desktop", home.environment(), size=(1024, 768))

    def __enter__(self):
        self._desktop.__enter__()
        self._prepare(self._desktop)
        self._app = Tintype(self._desktop)
        self._viewfinder = Viewfinder(self._app)
        return self

    def __exit__(self, *_):
        self._app.kill()
        self._desktop.close()
        # Kept beside the results, for finding a failure's cause.
        shutil.copy(self._app.log, OUTPUT / f"window-{self._name}.log")

    def close(self):
        """The window closes, the program ends by itself and has complained about nothing."""
        status = self._app.close()
        assert status == 0, f"exit status {status}"
        assert not self._app.complaints(), self._app.complaints()

    def opens(self):
        """The window appears and its picture moves."""
        self._wait(lambda: self._app.shows("Viewfinder"), "the window opens")
        self._viewfinder.wait_until_moving(_TIMEOUT)

    def focus(self, x, lens, best):
        """A click focuses there. lens: says where the lens is; best: where it has to be, in steps of 250."""
        view = self._app.find("Viewfinder", timeout=_TIMEOUT)
        Focus(self._app, self._viewfinder).click(x, 0.5)
        self._wait(lambda: view.description == "Focusing", "the search begins")
        spoken = self._wait(lambda: view.description in STATES[1:] and view.description, "the search ends")
        position = lens()
        assert spoken == "Focused", f"“{spoken}”, the lens is at {position}"
        assert abs(position - best) <= 10, f"the lens is at {position}, not {best}"
        return f"at {position}, best is {best}"

    def loses(self, pull):
        """The camera goes while it streams, and the person is told."""
        pull()
        begin = time.monotonic()
        self._wait(lambda: self._app.shows("Camera disconnected"), "the person is told")
        return f"told after {time.monotonic() - begin:.1f} s"

    def explains(self, words):
        """There is no picture, and the person is told why."""
        begin = time.monotonic()
        self._wait(lambda: self._app.shows(words), words)
        return f"told after {time.monotonic() - begin:.1f} s"

    def is_back(self, plug, words="Camera disconnected"):
        """The camera comes back, and so does its picture, by itself."""
        plug()
        begin = time.monotonic()
        self._viewfinder.wait_until_moving(_TIMEOUT)
        took = time.monotonic() - begin
        self._wait(lambda: not self._app.shows(words), "the words go")
        return f"back after {took:.1f} s"

    @staticmethod
    def _wait(condition, what):
        """Looks only now and then: each look is work for the program, too."""
        return wait_for(condition, what, _TIMEOUT, interval=0.5)
