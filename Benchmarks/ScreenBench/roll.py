# SPDX-License-Identifier: GPL-3.0-or-later
"""How soon the roll shows what: opened, stepped through, left, and with ten thousand photos.

Photos have a flat left half, whose brightness tells which one it is, and a fine pattern on the right, which a small picture
that stands in for them has not: that is how the eye tells first from sharp.
"""

import os
import shutil
import subprocess
import sys
import time

import numpy
from PIL import Image

from .keys import Keyboard
from .probe import sharpen_clock
from .programs import TINTYPE, Mode, Program
from .running import SETTLING, Run
from .stage import Stage
from .timeline import median

_MODE = Mode("MJPG", 1920, 1080, 30)
_ROUNDS = 5
_LEVELS = (200, 60, 120, 230, 90)
_MANY = 10_000
#: Of the pattern's contrast at rest: from here on it is seen.
_SHARP = 0.8
_TIMEOUT = 5.0
#: Seconds for which a key is down: what it does is looked at from then on.
_TOUCH = 0.02


def _picture(level, size):
    width, height = size
    pixels = numpy.full((height, width, 3), level, numpy.uint8)
    rows, columns = numpy.indices((height, width - width // 2))
    # Cells that are four device pixels wide in the window, and one in a thumbnail.
    cell = max(2, width // 240)
    pixels[:, width // 2:] = (((rows // cell + columns // cell) % 2) * 255)[..., None]
    return Image.fromarray(pixels)


def _write(folder, kind, size):
    """Photos of one kind, the newest first in _LEVELS."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for index, level in enumerate(_LEVELS):
        name = folder / f"IMG_20260101_{20 - index:02}0000_000"
        _picture(level, size).save(f"{name}.png" if kind == "heic" else f"{name}.jpg", quality=92)
        if kind == "heic":
            subprocess.run(["heif-enc", "-q", "80", "-o", f"{name}.heic", f"{name}.png"], check=True, capture_output=True)
            os.unlink(f"{name}.png")


class Eye:
    """Looks at the middle of the left and of the right half of the photo."""

    def __init__(self, probe):
        self._probe = probe
        green = probe._green(None)
        is_flat = abs(green.astype(int) - _LEVELS[0]) <= 3
        # Words and the pattern's edges have some such pixels too.
        rows = numpy.nonzero(is_flat.sum(1) > 300)[0]
        columns = numpy.nonzero(is_flat[rows].mean(0) > 0.9)[0]
        assert len(rows) > 100 and len(columns) > 100, "the roll shows no photo"
        left, right, top, bottom = columns.min(), columns.max(), rows.min(), rows.max()
        width, middle = right - left, (top + bottom) // 2
        self._flat = (int(left + width // 2), int(middle), 8, 8)
        self._fine = (int(right + width // 4), int(middle), 64, 16)
        self._contrast = probe._green(self._fine).std()

    def level(self):
        return int(numpy.median(self._probe._green(self._flat)))

    def is_sharp(self):
        return self._probe._green(self._fine).std() > _SHARP * self._contrast

    def wait(self, condition, since):
        """Milliseconds since a moment until a condition holds; None if it never does."""
        deadline = time.monotonic() + _TIMEOUT
        while time.monotonic() < deadline:
            if condition():
                return (time.monotonic_ns() - since) / 1e6
            time.sleep(0.0005)
        return None

    def filled(self, since):
        """Milliseconds until as much around the middle is not black as three seconds later, but for a twentieth."""
        area = (self._flat[0] - 200, self._flat[1] - 150, 900, 300)
        seen = []
        while time.monotonic_ns() < since + 3e9:
            seen.append((time.monotonic_ns(), (self._probe._green(area) > 40).mean()))
            time.sleep(0.005)
        return next(at - since for at, share in seen if abs(share - seen[-1][1]) < 0.05 * seen[-1][1]) / 1e6

    def rate(self, seconds):
        """Different pictures a second, from the first change that is seen until the last; None without two."""
        changed, previous, until = [], None, time.monotonic() + seconds
        while (now := time.monotonic()) < until:
            row = self._probe._green((self._flat[0] - 200, self._flat[1], 900, 2)).tobytes()
            if previous is not None and row != previous:
                changed.append(now)
            previous = row
            time.sleep(0.0005)
        return (len(changed) - 1) / (changed[-1] - changed[0]) if len(changed) > 1 else None


def _press(keyboard, *keys):
    when = keyboard.down(*keys)
    time.sleep(_TOUCH)
    keyboard.up(*keys)
    return when


def _memory(pid):
    with open(f"/proc/{pid}/smaps_rollup") as rollup:
        return next(int(line.split()[1]) / 1024 for line in rollup if line.startswith("Pss:"))


def _measure(stage, keyboard, what):
    """Opens the roll and steps, again and again; a row of medians."""
    opened, sharp, stepped, frames, returned = [], [], [], [], []
    for _ in range(_ROUNDS):
        with Run(stage, TINTYPE, _MODE) as run:
            assert run.locate(), "no picture"
            time.sleep(SETTLING)
            # A first look finds the places; the program has decoded nothing that it keeps when it is left.
            _press(keyboard, "Control_L", "p")
            time.sleep(1.5)
            eye = Eye(run.probe)
            before = run.probe.number(run.probe.pixels(run.spot), run.spot) or 0
            when = _press(keyboard, "Escape")
            seen = run.probe.first_frame(run.spot, max(before, stage.camera.newest_frame - 1), timeout=5)
            returned.append((seen - when) / 1e6 if seen else None)
            time.sleep(1)
            when = _press(keyboard, "Control_L", "p")
            first = eye.wait(lambda: abs(eye.level() - _LEVELS[0]) <= 3, when)
            opened.append(first)
            sharp.append(eye.wait(eye.is_sharp, when))
            time.sleep(1)
            when = keyboard.down("Right")
            stepped.append(eye.wait(lambda: abs(eye.level() - _LEVELS[0]) > 3, when))
            keyboard.up("Right")
            time.sleep(0.5)
            _press(keyboard, "Left")
            time.sleep(0.5)
            keyboard.down("Right")
            frames.append(eye.rate(0.2))
            keyboard.up("Right")
    row = [median([each for each in values if each is not None]) if any(values) else None
           for values in (opened, sharp, stepped, frames, returned)]
    print(f"{what:24}" + "".join(f"{value:12.0f}" if value is not None else f"{'–':>12}" for value in row), flush=True)


#: The key for the photo before, by name.
_PREVIOUS = {"gthumb": "Prior"}


def _peer(stage, keyboard, executable):
    """Another viewer, which runs already, from one photo to the next: the only way that all have in common."""
    newest = max(stage.home.camera_roll.iterdir())
    viewer = Program(executable, "peer", executable, lambda mode: [executable, str(newest)], shows_camera=False)
    stepped, sharp = [], []
    for _ in range(_ROUNDS):
        with Run(stage, viewer, _MODE) as run:
            time.sleep(SETTLING + 3)
            eye = Eye(run.probe)
            # They sort by name: the older one is on the left.
            key = _PREVIOUS.get(executable, "Left")
            when = keyboard.down(key)
            stepped.append(eye.wait(lambda: abs(eye.level() - _LEVELS[0]) > 3, when))
            sharp.append(eye.wait(eye.is_sharp, when))
            keyboard.up(key)
    row = [median([each for each in values if each is not None]) for values in (sharp, stepped)]
    words = "".join(f"{value:12.0f}" if value is not None else f"{'–':>12}" for value in row)
    print(f"{executable + ', next photo':24}{'':12}{words}", flush=True)


def _many(stage, keyboard):
    folder = stage.home.camera_roll
    _write(folder, "jpeg", (1920, 1080))
    first = next(iter(folder.glob("*.jpg")))
    for index in range(_MANY - len(_LEVELS)):
        os.link(first, folder / f"IMG_20250{1 + index // 3000}{1 + index // 150 % 20:02}_{index // 60 % 24:02}"
                                f"{index % 60:02}{index // 1440 % 60:02}_{index % 1000:03}.jpg")
    with Run(stage, TINTYPE, _MODE) as run:
        # Where the photo is shown, to know it the first time that another run opens the roll.
        assert run.locate(), "no picture"
        _press(keyboard, "Control_L", "p")
        time.sleep(1.5)
        eye = Eye(run.probe)
    with Run(stage, TINTYPE, _MODE) as run:
        assert run.locate(), "no picture"
        time.sleep(SETTLING + 1)
        before = _memory(run.pid)
        opened = eye.wait(lambda: abs(eye.level() - _LEVELS[0]) <= 3, _press(keyboard, "Control_L", "p"))
        time.sleep(2)
        photo = _memory(run.pid) - before
        shown = eye.filled(_press(keyboard, "g"))
        print(f"{_MANY} photos: opened after {opened:.0f} ms, all thumbnails in sight after {shown:.0f}; "
              f"above the viewfinder {photo:.1f} MiB, with the grid {_memory(run.pid) - before:.1f} MiB", flush=True)


def main():
    sharpen_clock()
    with Stage() as stage:
        stage.plug_in(str(_MODE))
        keyboard = Keyboard(stage.desktop.env["DISPLAY"])
        print(f"{'':24}{'first ms':>12}{'sharp ms':>12}{'next ms':>12}{'slide fps':>12}{'back ms':>12}", flush=True)
        for kind, size in (("jpeg", (1920, 1080)), ("heic", (1920, 1080)), ("heic", (4000, 3000))):
            _write(stage.home.camera_roll, kind, size)
            _measure(stage, keyboard, f"{kind} {size[0]}x{size[1]}")
            if kind == "jpeg":
                for executable in filter(shutil.which, ("eog", "gthumb", "loupe")):
                    _peer(stage, keyboard, executable)
        _many(stage, keyboard)
        keyboard.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
