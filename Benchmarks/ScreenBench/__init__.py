# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures camera programs from outside, as a person would feel them: what is on the screen, and when.

    make bench                        the quick set, under three minutes
    make bench BENCH_ARGS=--full      everything
    python3 -m ScreenBench --help     in Benchmarks, with build-aux/with-prefix around it

How it works: Xvfb keeps its frame buffer in a file. The virtual camera draws a number into each picture and notes when
that frame was ready. The number in the frame buffer tells how old the picture on the screen is, whichever
program draws it. Desktop, home and cameras are those of the window tests.
"""

import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
#: Where results and built helpers go.
OUTPUT = PROJECT / ".build/bench"

sys.path.insert(0, str(PROJECT / "Tests/WindowTests"))
