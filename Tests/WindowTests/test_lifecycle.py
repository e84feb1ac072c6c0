# SPDX-License-Identifier: GPL-3.0-or-later
"""Beginning and end: nothing stays open, nothing stays behind, nothing is complained about."""

import os
import re
import time

import pytest

from harness import processes
from harness.disks import BlockedFolder
from harness.photos import Photo
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for


def test_ten_launches_leave_the_camera_closed(launch, cameras, allowed):
    camera = cameras.make(modes=["MJPG:640x480@30"])
    before = set(processes.descendants(os.getpid()))
    for _ in range(10):
        app = launch()
        Viewfinder(app).wait_until_live()
        assert app.close() == 0
        assert camera.handles == 0 and not camera.is_streaming
    assert set(processes.descendants(os.getpid())) <= before, "processes are left behind"


def test_a_start_that_changes_nothing_writes_no_settings(launch, cameras, allowed):
    """Writing means waiting for the disk, before the first picture."""
    cameras.make()
    app = launch()
    Viewfinder(app).wait_until_live()
    assert app.close() == 0
    before = allowed.settings_file.stat()
    again = launch()
    Viewfinder(again).wait_until_live()
    after = allowed.settings_file.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_the_photos_on_their_way_are_finished_before_leaving(launch, cameras, allowed, roll, scratch):
    camera = cameras.make()
    app = launch()
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    app.person.point_at(app.button("Take Photo"))
    app.person.click_often(3, 0.2)
    app.person.key("ctrl+q")
    assert app.wait_for_end() == 0
    assert len(roll.photos()) == 3, app.log_text()
    assert all(Photo(path).code(scratch) for path in roll.photos())
    assert roll.files() == roll.photos() and camera.handles == 0


def test_leaving_tears_down_nothing_that_may_still_run(launch, camera, allowed, scratch):
    """An encoder whose library is taken down below it crashes, and the photo that it makes is blamed."""
    app = launch(env={"LD_DEBUG": "files", "LD_DEBUG_OUTPUT": str(scratch / "loader")})
    Viewfinder(app).wait_until_live()
    loader = scratch / f"loader.{app.pid}"
    assert app.close() == 0
    text = loader.read_text(errors="replace")
    assert re.search(r"calling init: \S*/libgtk-4", text)
    assert not re.search(r"calling fini: \S*/libgtk-4", text)


@pytest.mark.main
@pytest.mark.parametrize("delay", [0, 0.05, 0.2, 0.5])
def test_a_kill_while_saving_leaves_no_broken_photo(launch, cameras, allowed, roll, scratch, delay):
    cameras.make()
    app = launch()
    Viewfinder(app).wait_until_live()
    app.person.point_at(app.button("Take Photo"))
    app.person.click_often(3, 0.1)
    end = time.monotonic() + delay
    wait_for(lambda: time.monotonic() >= end, "the moment of the kill", interval=0.002)
    app.kill()
    for path in roll.photos():
        assert Photo(path).code(scratch), f"{path.name} is broken"
    # The next launch finishes what was promised and leaves nothing half-written.
    again = launch()
    Viewfinder(again).wait_until_live()
    again.press("Take Photo")
    again.button("Last Photo")
    assert again.close() == 0
    assert roll.photos() and roll.files() == roll.photos()
    assert all(Photo(path).code(scratch) for path in roll.photos())


@pytest.mark.main
@pytest.mark.parametrize("signal_name", ["TERM", "INT"])
def test_a_signal_ends_it_and_closes_the_camera(launch, cameras, allowed, signal_name):
    camera = cameras.make()
    app = launch()
    Viewfinder(app).wait_until_live()
    processes.output(["kill", f"-{signal_name}", app.pid], check=True)
    app.wait_for_end()
    assert camera.handles == 0


@pytest.mark.main
def test_closing_is_silent(launch, roll):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.press("Take Photo")
    roll.wait_for(1)
    app.close()
    assert not app.complaints(known=())


def test_giving_up_a_photo_is_silent(launch, home):
    BlockedFolder(home.pictures)
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.press("Take Photo")
    app.find(prefix="The photo couldn’t be saved")
    app.person.wait_for_focus()
    app.person.key("ctrl+q")
    app.press("Leave")
    app.wait_for_end()
    assert not app.complaints(known=())
