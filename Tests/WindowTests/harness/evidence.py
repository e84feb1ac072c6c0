# SPDX-License-Identifier: GPL-3.0-or-later
"""What people need to see after a failure: the screen, the logs, the controls, the processes and the display's windows,
in .build/window-tests/TEST."""

import os
import re
import shutil
from pathlib import Path

from . import processes

BUILD = Path(__file__).resolve().parents[3] / ".build"
_FOLDER = BUILD / "window-tests"


def keep(item):
    """Saves what the desktop of a test that has just failed looks like."""
    desktop = item.funcargs.get("desktop")
    if desktop is None:
        return
    folder = _FOLDER / re.sub(r"[^\w.-]+", "_", item.name)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        desktop.screen.save(folder / "screen.png")
        (folder / "processes.txt").write_text(_running())
        (folder / "windows.txt").write_text(desktop.display.outline())
        (folder / "controls.txt").write_text(desktop.accessibility.outline())
    except Exception as error:  # The desktop may be what failed.
        (folder / "incomplete.txt").write_text(f"{error!r}\n")
    for log in desktop.folder.glob("*.log"):
        shutil.copy(log, folder)
    item.add_report_section("call", "evidence", f"screen, logs and controls: {folder}")


def _running():
    """The processes of the test, each with its state and what it waits for in the kernel."""
    def line(pid):
        waiting = Path(f"/proc/{pid}/wchan")
        return f"{pid} {processes.name(pid)} {processes.state(pid)} {waiting.read_text() if waiting.exists() else ''}\n"
    return "".join(map(line, processes.descendants(os.getpid())))
