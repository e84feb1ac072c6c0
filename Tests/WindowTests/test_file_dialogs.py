# SPDX-License-Identifier: GPL-3.0-or-later
"""Folders and files are chosen in the desktop's dialog, and in GTK's own where the desktop's fails."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from harness.library import app, choose  # noqa: F401
from harness.permission_store import desktop, store  # noqa: F401
from harness.photos import CameraRoll
from harness.waiting import wait_for

SERVICES = Path(__file__).parent.parent / "Services"

#: Whether GTK asks the desktop for dialogs outside a sandbox.
ASKS = subprocess.run(["pkg-config", "--atleast-version=4.18", "gtk4"], check=False).returncode == 0
pytestmark = pytest.mark.skipif(not ASKS, reason="GTK leaves dialogs to the desktop since 4.18")


@pytest.fixture
def chosen(home):
    folder = home.folder / "Mine"
    folder.mkdir()
    return folder


@pytest.fixture
def portal(desktop, chosen):  # noqa: F811
    """Starts a portal of this kind; gives its process and a function that tells whether it was asked."""
    def start(kind):
        process = desktop.start([sys.executable, SERVICES / "file_portal.py", kind, chosen], "files")
        log = desktop.folder / "files.log"
        wait_for(lambda: "ready" in log.read_text(), "the portal is there")
        return process, lambda: "asked" in log.read_text()
    return start


def test_the_desktop_s_dialog_chooses(app, portal, chosen):  # noqa: F811
    _, was_asked = portal("choose")
    running = app()
    running.press("Take Photo")
    running.press("Choose Folder…")
    CameraRoll(chosen).wait_for(1)
    assert was_asked()


@pytest.mark.wayland()
@pytest.mark.parametrize("kind", ["refuse", "vanish"])
def test_where_the_desktop_s_dialog_fails_there_is_gtk_s(app, portal, chosen, kind):  # noqa: F811
    _, was_asked = portal(kind)
    running = app()
    running.press("Take Photo")
    running.press("Choose Folder…")
    choose(running, chosen)
    CameraRoll(chosen).wait_for(1)
    assert was_asked()
    # Nothing keeps the keyboard from the window.
    running.person.wait_for_focus()
    running.person.key("space")
    CameraRoll(chosen).wait_for(2)


@pytest.mark.wayland()
def test_a_desktop_that_answers_nothing_does_not_hold_up_the_window(app, portal, chosen):  # noqa: F811
    process, was_asked = portal("choose")
    running = app()
    running.press("Take Photo")
    running.button("Choose Folder…")
    process.send_signal(signal.SIGSTOP)
    try:
        running.press("Choose Folder…")
        choose(running, chosen)
        CameraRoll(chosen).wait_for(1)
        assert not was_asked()
    finally:
        process.send_signal(signal.SIGCONT)
