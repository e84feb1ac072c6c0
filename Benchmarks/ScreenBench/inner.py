# SPDX-License-Identifier: GPL-3.0-or-later
"""The benchmarks that are programs of their own: photo-bench, focus-bench, pixel-bench, callgrind's counts."""

import re
import subprocess

from . import PROJECT, instructions
from .fit import described

_RELEASE = PROJECT / ".build/release"
_VIEW = "960x540"
_SIZES = [(640, 480), (1280, 720), (1920, 1080), (2560, 1440), (3840, 2160)]
#: Scenes of each kind; a hundred take five minutes.
_FOCUS_SCENES = 20
_PHOTO_COLUMNS = ("photo", "megapixels", "presses", "journalled_p50_ms", "journalled_p95_ms", "published_p50_ms",
                  "published_p95_ms", "megapixels_per_s", "kib", "psnr_db", "ssim")


def is_built(name):
    return (_RELEASE / name).exists()


def _output(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=1200, check=False)
    return done.stdout


def photo_table(is_quick):
    """photo-bench's table as a list of rows; [] where it is not built."""
    if not is_built("photo-bench"):
        return []
    lines = _output(_RELEASE / "photo-bench", "times", *["--quick"] * is_quick).splitlines()[1:]
    return [{name: _value(word) for name, word in zip(_PHOTO_COLUMNS, line.split())} for line in lines]


def _value(word):
    return float(word) if re.fullmatch(r"-?\d+(\.\d+)?", word) else word


def focus_table():
    """focus-bench's table as lines; [] where it is not built."""
    return _output(_RELEASE / "focus-bench", _FOCUS_SCENES).splitlines() if is_built("focus-bench") else []


def pixel_costs(count=20):
    """Processor time of a frame over its pixels, for each format, in a viewfinder of one size and of its own."""
    if not is_built("pixel-bench"):
        return []
    found = []
    for form in ("MJPG", "YUYV", "NV12"):
        for view, words in ((_VIEW, f"in {_VIEW}"), (None, "at its own size")):
            points = []
            for width, height in _SIZES:
                size = f"{width}x{height}"
                points.append((width * height, float(_output(_RELEASE / "pixel-bench", form, size, view or size, count))))
            found.append(described(f"{form} {words}", "ms of processor a frame over pixels", points))
    return found


def instruction_counts():
    """{case: instructions a frame}, and what was said about them."""
    if not is_built("pixel-bench"):
        return {}
    return instructions.measure(str(_RELEASE / "pixel-bench"))
