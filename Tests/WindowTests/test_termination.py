# SPDX-License-Identifier: GPL-3.0-or-later
"""The system ends the program: in bounded time, without a question, and no shot is lost."""

import os
import signal
import sys
import time

import pytest

from harness.disks import BlockedFolder
from harness.photos import CameraRoll
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

pytestmark = pytest.mark.alone

SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
#: Seconds from the signal to the end, once every shot is on disk.
LIMIT = 3
#: Starts a program as a parent would that blocks these signals, which its children inherit.
_BLOCKING = [sys.executable, "-c", "import os, signal, sys;"
             "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]);"
             "os.execvp(sys.argv[1], sys.argv[1:])"]

each_signal = pytest.mark.parametrize("sign", SIGNALS, ids=[each.name for each in SIGNALS])


def _end(app, sign):
    """Sends the signal; returns the seconds until the program has ended."""
    began = time.monotonic()
    os.kill(app.pid, sign)
    app.wait_for_end()
    return time.monotonic() - began


def _entries(home):
    return list((home.folder / ".local/state/tintype/shots").glob("*.shot"))


@each_signal
def test_it_ends_also_where_the_parent_blocked_the_signals(launch, camera, allowed, sign):
    app = launch(under=_BLOCKING)
    Viewfinder(app).wait_until_live()
    assert _end(app, sign) < LIMIT
    assert camera.handles == 0


def test_a_command_ends_also_where_the_parent_blocked_the_signals(launch, cameras, allowed):
    camera = cameras.make()
    camera.fault("stall")
    app = launch("--shoot", under=_BLOCKING)
    wait_for(lambda: camera.is_streaming, "the camera streams")
    assert _end(app, signal.SIGTERM) < LIMIT


@each_signal
def test_no_question_is_asked_about_an_unsaved_photo(launch, camera, allowed, home, sign):
    disk = BlockedFolder(home.pictures)
    app = launch()
    Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    app.find(prefix="The photo couldn’t be saved")
    assert _end(app, sign) < LIMIT
    assert camera.handles == 0
    # It was not given up: the next launch makes it.
    disk.mend(app)
    again = launch()
    CameraRoll(home.camera_roll).wait_for(1)
    assert again.close() == 0


def test_the_question_does_not_keep_it_from_ending(launch, camera, allowed, home):
    BlockedFolder(home.pictures)
    app = launch()
    Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    app.find(prefix="The photo couldn’t be saved")
    app.person.wait_for_focus()
    app.person.key("ctrl+q")
    app.find("Leave without saving?", "label")
    assert _end(app, signal.SIGTERM) < LIMIT
    assert len(_entries(home)) == 1, "the photo was given up without a person"


def test_photos_on_their_way_are_kept(launch, cameras, allowed, roll, home):
    """Large ones, so that encoding takes too long."""
    cameras.make(modes=["MJPG:3840x2160@30"])
    app = launch()
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    app.person.point_at(app.button("Take Photo"))
    app.person.click_often(6, 0.1)
    wait_for(lambda: len(_entries(home)) + len(roll.photos()) >= 6, "the shots are safe")
    assert _end(app, signal.SIGTERM) < LIMIT
    again = launch()
    roll.wait_for(6)
    assert again.close() == 0
    assert len(roll.photos()) == 6 and roll.files() == roll.photos()


@pytest.mark.wayland()
@each_signal
def test_a_display_that_hangs_does_not_keep_it_from_ending(launch, camera, allowed, desktop, sign):
    app = launch()
    Viewfinder(app).wait_until_live()
    pid = app.pid
    with desktop.frozen_display():
        began = time.monotonic()
        os.kill(pid, sign)
        app.wait_for_end()
        assert time.monotonic() - began < LIMIT
        assert camera.handles == 0


def test_leaving_without_the_photo_gives_it_up(launch, camera, allowed, home):
    disk = BlockedFolder(home.pictures)
    app = launch()
    Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    app.find(prefix="The photo couldn’t be saved")
    app.person.wait_for_focus()
    app.person.key("ctrl+q")
    app.press("Leave")
    assert app.wait_for_end() == 0
    assert not _entries(home)
    disk.mend(app)
    again = launch()
    Viewfinder(again).wait_until_live()
    assert again.close() == 0
    assert not CameraRoll(home.camera_roll).files(), "what was given up came back"
