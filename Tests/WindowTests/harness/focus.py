# SPDX-License-Identifier: GPL-3.0-or-later
"""Focus on a point, as a person has it: clicks into the picture, and what the mark says."""

from .viewfinder import Viewfinder
from .waiting import wait_for

#: The mark's possible words.
STATES = ("Focusing", "Focused", "Couldn’t focus", "Fixed focus")
#: Seconds for a search, on a machine that does other things, too.
SEARCH_TIMEOUT = 20


class Focus:
    """The viewfinder of a program, to be clicked."""

    def __init__(self, app, viewfinder):
        self._app = app
        self._viewfinder = viewfinder

    def click(self, x, y, button=("click", 1), modifier=None):
        """Clicks a place of the viewfinder, in parts of its width and height."""
        left, top, width, height = self._viewfinder.area()
        words = ["mousemove", int(left + x * width), int(top + y * height), *button]
        if modifier:
            words = ["keydown", modifier, *words, "keyup", modifier]
        self._app.person.do(*map(str, words))

    def hold(self, x, y, seconds=0.9):
        self.click(x, y, ("mousedown", 1, "sleep", seconds, "mouseup", 1))

    def drag(self, x, y, down):
        """Presses, moves the pointer down by device pixels, and releases."""
        steps = [word for _ in range(10) for word in ("mousemove_relative", "--", 0, down // 10, "sleep", 0.02)]
        self.click(x, y, ("mousedown", 1, *steps, "mouseup", 1))

    @property
    def mark(self):
        """The mark's words; None while there is none."""
        names = {each.name for each in self._app.seen(role="widget")}
        return next((state for state in STATES if state in names), None)

    @property
    def spoken(self):
        """The last announcement to assistive technology."""
        return self._app.find("Viewfinder").description

    def wait_for_words(self, words, timeout=SEARCH_TIMEOUT):
        wait_for(lambda: self.spoken == words, lambda: f"“{words}” is said, not “{self.spoken}”", timeout)

    def outcome(self, timeout=SEARCH_TIMEOUT):
        """Waits until a search that has begun is over, and returns how it went.

        The mark itself may be gone before a busy machine has asked for it.
        """
        return wait_for(lambda: self.spoken in STATES[1:] and self.spoken, "the search ends", timeout)


class Scene:
    """A program that shows a virtual camera, ready to be clicked."""

    def __init__(self, launch, cameras, env=None, **options):
        self.camera = cameras.make(**({"modes": ["YUYV:640x480@30"]} | options))
        self.app = launch(env=env)
        self.viewfinder = Viewfinder(self.app)
        self.viewfinder.wait_until_live()
        self.focus = Focus(self.app, self.viewfinder)

    def control(self, name):
        return self.camera.status()["controls"][name]

    def wait_for_control(self, name, value):
        wait_for(lambda: self.control(name) == value, lambda: f"{name} is {value}, not {self.control(name)}")

    @property
    def lens(self):
        return self.camera.status()["lens"]
