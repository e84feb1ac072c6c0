# SPDX-License-Identifier: GPL-3.0-or-later
"""A window that is closed leaves nothing behind: opened and closed a hundred times in one process."""

import os
import re
import subprocess

import pytest

from harness.app import Tintype
from harness.footprint import Footprint
from harness.waiting import wait_for

CYCLES = int(os.environ.get("WINDOW_CYCLES", "100"))
#: Windows of the first cycles may make what is made once: icons, styles, the sound player.
WARM_UP = 5


def activate(desktop):
    """Opens the window as the desktop does for an application that is D-Bus activatable; False before it is there."""
    call = subprocess.run(
        ["gdbus", "call", "--session", "--dest", "io.github.tintype.Tintype",
         "--object-path", "/io/github/tintype/Tintype", "--method", "org.freedesktop.Application.Activate", "{}"],
        env=desktop.env, capture_output=True)
    return call.returncode == 0


def live_objects(app):
    """The count after each closing, as the program itself logs it."""
    return [int(count) for count in re.findall(r"live objects without a window: (\d+)", app.log_text())]


@pytest.mark.long
def test_a_hundred_windows_leave_nothing_behind(desktop):
    app = Tintype(desktop, ["--gapplication-service", "--camera=test"], env={"G_MESSAGES_DEBUG": "tintype-ui"})
    wait_for(lambda: app.pid is not None, "the service runs")
    for cycle in range(CYCLES):
        wait_for(lambda: activate(desktop), "the service answers")
        app.find("Take Photo")
        app.press("Close")
        wait_for(lambda: len(live_objects(app)) > cycle, f"the window of cycle {cycle} is closed")
        if cycle == 2 * WARM_UP:
            early = Footprint(app.pid)
    # The camera is closed a moment after its window.
    wait_for(lambda: not Footprint(app.pid).leaks_since(early), lambda: Footprint(app.pid).leaks_since(early))
    print(f"{CYCLES} windows: {early.facts()} early, {Footprint(app.pid).facts()} at the end")
    counts = live_objects(app)[WARM_UP:]
    # What GTK releases late is counted in some cycles; what leaks is counted in all that follow.
    assert min(counts[-10:]) <= min(counts[:10]), counts
    assert app.complaints(known=()) == []
