# SPDX-License-Identifier: GPL-3.0-or-later
"""The benchmarks' own tests: does the eye see what is there?"""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Benchmarks"))

import ScreenBench  # noqa: E402, F401 — makes the window tests' harness known
from ScreenBench import priority, probe  # noqa: E402
from ScreenBench.programs import Mode  # noqa: E402
from ScreenBench.stage import Stage  # noqa: E402


@pytest.fixture(scope="module")
def stage():
    """A desktop with a camera of ten small frames a second: slow enough for any machine to show all of them."""
    probe.sharpen_clock()
    priority.want()
    with Stage((1000, 800)) as stage:
        stage.plug_in(str(MODE))
        yield stage


MODE = Mode("YUYV", 640, 480, 10)
