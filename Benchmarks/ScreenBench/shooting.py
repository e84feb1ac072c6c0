# SPDX-License-Identifier: GPL-3.0-or-later
"""A person's view while taking photos: how soon the flash shows that it is safe, and whether the picture goes on."""

import threading
import time

from .keys import HOLD, Keyboard
from .programs import TINTYPE
from .running import SETTLING, Run
from .timeline import quantile, summary

PRESSES = 20
#: Seconds from press to press.
INTERVAL = 0.2
BURST_FRAMES = 300
#: By how much of 255 the darkest pixel of the code gets brighter at least when the flash begins.
_FLASH = 25
#: Seconds within which a flash belongs to a press.
_TIMEOUT = 1.0


class Presses(threading.Thread):
    """Presses a key again and again, beside the eye. `times`: when, in nanoseconds."""

    def __init__(self, keyboard, count, interval):
        super().__init__()
        self._keyboard, self._count, self._interval = keyboard, count, interval
        self.times = []

    def run(self):
        for _ in range(self._count):
            self.times.append(self._keyboard.down("space"))
            time.sleep(HOLD)
            self._keyboard.up("space")
            time.sleep(self._interval - HOLD)


def _look(run, seconds, is_over=lambda: False):
    """({frame number: first seen}, [(when, darkest pixel)]) of the code's place."""
    seen, darkest = {}, []
    for when, green in run.probe.looks(run.spot, time.monotonic() + seconds, is_over):
        number = run.probe.number(green, run.spot)
        if number is not None:
            seen.setdefault(number, when)
        darkest.append((when, min(green)))
    return seen, darkest


def flash_delays(pressed, darkest):
    """Milliseconds from each press to the beginning of its flash; None for a press that had none.

    A flash begins where the darkest pixel gets brighter at once; while it lasts it only gets darker.
    """
    begins = [when for (_, before), (when, after) in zip(darkest, darkest[1:]) if after > before + _FLASH]
    delays = []
    for index, press in enumerate(pressed):
        end = min(press + _TIMEOUT * 1e9, pressed[index + 1] if index + 1 < len(pressed) else float("inf"))
        delays.append(next(((when - press) / 1e6 for when in begins if press < when <= end), None))
    return delays


def _gap(run, stage, seen, seconds):
    found = summary(seen, stage.done_ns, seconds)
    return {key: found[key] for key in ("longest_gap_ms", "shown_fps", "dropped")}


def twenty_presses(stage, run, keyboard):
    """Twenty presses in four seconds."""
    presses = Presses(keyboard, PRESSES, INTERVAL)
    roll = stage.home.camera_roll
    before = len(list(roll.glob("IMG_*")))
    presses.start()
    seconds = PRESSES * INTERVAL + 0.5
    seen, darkest = _look(run, seconds)
    presses.join()
    delays = flash_delays(presses.times, darkest)
    known = [each for each in delays if each is not None]
    last = presses.times[-1]
    deadline = time.monotonic() + 60
    while len(list(roll.glob("IMG_*"))) < before + PRESSES and time.monotonic() < deadline:
        time.sleep(0.01)
    return _gap(run, stage, seen, seconds) | {
        "presses": PRESSES, "flashes": len(known), "photos": len(list(roll.glob("IMG_*"))) - before,
        "flash_ms": {"p50": quantile(known, 0.5), "p95": quantile(known, 0.95), "max": max(known, default=None)},
        "all_published_ms_after_last_press": (time.monotonic_ns() - last) / 1e6,
    }


def burst(stage, run, keyboard, rate):
    """A burst of 300 frames, by keyboard."""
    seconds = BURST_FRAMES / rate
    keyboard.down("Shift_L", "space")
    try:
        seen, _ = _look(run, seconds)
    finally:
        keyboard.up("Shift_L", "space")
    return _gap(run, stage, seen, seconds) | {"seconds": seconds, "peak_memory_mib": _peak(run.pid)}


def _peak(pid):
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM:"))


def measure(stage, mode, photo_format):
    """Both, with photos of a format; None if nothing is shown."""
    stage.home.store(photo_format=photo_format)
    keyboard = Keyboard(stage.desktop.env["DISPLAY"])
    try:
        with Run(stage, TINTYPE, mode) as run:
            if not run.locate():
                return None
            time.sleep(SETTLING)
            pressed = twenty_presses(stage, run, keyboard)
            return {"presses": pressed, "burst": burst(stage, run, keyboard, mode.rate)}
    finally:
        keyboard.close()
