# SPDX-License-Identifier: GPL-3.0-or-later
"""The faults that cameras have, what is said about each, and how fast.

    fault.begin(camera); …; fault.end(camera)
"""

#: Titles for a camera that sends no usable picture.
STALLED = "The camera stopped sending pictures"
PROBLEM = "The camera has a problem"


class Fault:
    """One fault of the virtual camera.

    words: for `vcam fault`; says: the title of the panel, None if the picture goes on.
    at_start: the fault is one of starting, so a stream that runs is made to start again.
    say_limit, back_limit: seconds until it is said, and from its end until the picture is back (after “Try Again” where
    there is one).
    """

    def __init__(self, name, words, says, at_start=False, say_limit=7.0, back_limit=3.0):
        self.name, self.says, self.at_start = name, says, at_start
        self.say_limit, self.back_limit = say_limit, back_limit
        self._words = words

    def begin(self, camera, is_streaming=True):
        camera.fault(*self._words)
        if self.at_start and is_streaming:
            # The stream breaks once, and finds the fault when it starts again.
            camera.fault("eio-dqbuf", "--for", 1)

    def end(self, camera):
        camera.fault("off")

    @property
    def has_button(self):
        """Whether the panel offers “Try Again”."""
        return self.says is not None


class Unplugged(Fault):
    """The plug is pulled, and put in again."""

    def __init__(self):
        super().__init__("unplug", (), "Camera disconnected", say_limit=1.0, back_limit=1.0)

    def begin(self, camera, is_streaming=True):
        camera.unplug()

    def end(self, camera):
        camera.replug()

    has_button = False


#: Controls that fail: the lens, exposure and white balance, as firmware that hangs does.
class ControlsFail(Fault):
    """Every request about the controls that Tintype itself sets is refused; the picture goes on."""

    CONTROLS = ("focus_absolute", "focus_automatic_continuous", "exposure_time_absolute", "gain")

    def __init__(self):
        super().__init__("controls", (), None)

    def begin(self, camera, is_streaming=True):
        for control in self.CONTROLS:
            camera.fault("control", control, "EPIPE")


FAULTS = [
    Unplugged(),
    Fault("busy", ("busy",), "Camera is in use", at_start=True),
    Fault("eio", ("eio-dqbuf",), PROBLEM),
    Fault("eio-start", ("eio-streamon",), PROBLEM, at_start=True),
    Fault("enospc-start", ("enospc-streamon",), "The USB connection is full", at_start=True),
    Fault("stall", ("stall",), STALLED),
    Fault("short", ("short", 100), STALLED),
    Fault("zero", ("zero",), STALLED),
    Fault("oversized", ("oversized", 4096), None),
    Fault("error-flag", ("error-flag",), None),
    Fault("truncated", ("truncated", 50), None),
    Fault("ends-early", ("ends-early", 50), None),
    Fault("no-dht", ("no-dht",), None),
    ControlsFail(),
]
