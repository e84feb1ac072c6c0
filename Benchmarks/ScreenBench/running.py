# SPDX-License-Identifier: GPL-3.0-or-later
"""A program on the stage: started, found on the screen, measured, ended."""

import os
import time

from harness import processes

from . import priority
from .keys import Keyboard
from .probe import ScreenProbe
from .timeline import summary
from .usage import Meter

#: Seconds after the first frame until it is measured: windows settle, exposure too.
SETTLING = 1.0


class Run:
    """with Run(stage, program, mode) as run: the program runs."""

    def __init__(self, stage, program, mode):
        self._stage = stage
        self._program = program
        self._mode = mode
        self.probe = ScreenProbe(stage.desktop.screen)
        self.spot = None

    def __enter__(self):
        stage, program = self._stage, self._program
        env = stage.desktop.env | program.env
        command = program.command(self._mode)
        if program.shows_camera:
            env |= stage.cameras.env_under_udev if program.needs_udev else stage.cameras.env
            command = [*stage.cameras.under_udev, *command] if program.needs_udev else command
        self._frame_before = stage.camera.newest_frame if stage.camera and program.shows_camera else 0
        #: When it was started, in nanoseconds of the monotonic clock.
        self.began = time.monotonic_ns()
        log = stage.desktop.folder / f"{program.name.replace(' ', '-')}.log"
        self._process = processes.start(command, log, env)
        priority.lift(self._process.pid)
        return self

    def __exit__(self, *_):
        below = processes.descendants(self._process.pid)
        processes.stop(self._process)
        processes.end_all(below)

    @property
    def pid(self):
        """The program's own process id, whatever started it."""
        below = processes.descendants(self._process.pid)
        name = os.path.basename(self._program.executable)[:15]
        return next((pid for pid in below if processes.name(pid) == name), self._process.pid)

    @property
    def is_alive(self):
        return self._process.poll() is None

    def locate(self, timeout=10):
        """Finds its picture on the screen; False when there is none."""
        self.spot = self.probe.locate(timeout, lambda: self.is_alive, self._frame_before)
        return self.spot is not None

    def first_frame_ms(self, spot, timeout=20):
        """From its start until its first camera frame is on the screen; None when none comes."""
        when = self.probe.first_frame(spot, self._frame_before, timeout)
        return None if when is None else (when - self.began) / 1e6

    def first_draw_ms(self, area, timeout=20):
        """From its start until anything is drawn in an area; None when nothing is."""
        when = self.probe.first_light(area, timeout)
        return None if when is None else (when - self.began) / 1e6

    def measure(self, seconds):
        """Watches it for some seconds: the timeline's summary and what it costs."""
        meter = Meter(self.pid, self._stage.server)
        seen = self.probe.watch(self.spot, seconds, lambda: not self.is_alive)
        cost = meter.read()
        return summary(seen, self._stage.done_ns, seconds) | cost


def measure(stage, program, mode, seconds, keys=()):
    """Starts a program, measures it for some seconds and ends it; None when it shows no picture.

    keys: pressed together once the picture is there.
    """
    with Run(stage, program, mode) as run:
        if not run.locate():
            return None
        time.sleep(SETTLING)
        if keys:
            _press(stage, keys)
            time.sleep(SETTLING)
        result = run.measure(seconds)
        return result | {"mirrored": run.spot.mirrored, "code_width": run.spot.width}


def _press(stage, keys):
    keyboard = Keyboard(stage.desktop.env["DISPLAY"])
    keyboard.down(*keys)
    keyboard.up(*keys)
    keyboard.close()
