# SPDX-License-Identifier: GPL-3.0-or-later
"""A camera that is unplugged is missed within a second, and used again within a second when it is back."""

import time

import pytest

from harness import processes
from harness.photos import Photo
from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for

pytestmark = pytest.mark.alone

#: Seconds, as promised.
LIMIT = 1.0
#: Part of a processor that a program which waits may use at most.
IDLE = 0.3


def _unplug(app, camera):
    """Returns how long it took until the person was told."""
    start = time.monotonic()
    camera.unplug()
    app.find("Camera disconnected")
    return time.monotonic() - start


@pytest.mark.main
def test_unplugging_is_reported_within_a_second(app, camera):
    assert _unplug(app, camera) <= LIMIT
    assert Viewfinder(app).code() is None, "a picture of a camera that is gone"
    app.find("Plug Acme HD Webcam in again and the picture comes back.", "label")
    wait_for(lambda: app.has_keyboard("Camera disconnected"), "the keyboard is where the reason is")
    assert "sensitive" not in app.find("Take Photo", "button").states


@pytest.mark.main
def test_the_picture_is_back_within_a_second_of_replugging(app, camera):
    viewfinder = Viewfinder(app)
    area = viewfinder.area()
    _unplug(app, camera)
    for _ in range(2):
        start = time.monotonic()
        camera.replug()
        viewfinder.wait_for_frame_in(area, after=0)
        assert time.monotonic() - start <= LIMIT
        app.wait_until_gone("Camera disconnected")
        app.button("Take Photo")
        _unplug(app, camera)


def test_waiting_for_a_camera_uses_little_processor(app, camera):
    _unplug(app, camera)
    start, ticks = time.monotonic(), processes.cpu_ticks(app.pid)
    stays(lambda: app.is_running, "the program runs", 3, interval=0.5)
    used = (processes.cpu_ticks(app.pid) - ticks) / processes.TICKS_PER_SECOND
    assert used / (time.monotonic() - start) < IDLE


@pytest.mark.main
def test_a_photo_is_not_lost_when_the_camera_is_pulled_meanwhile(app, camera, roll, scratch):
    shown = Viewfinder(app).frame()
    app.person.click(app.button("Take Photo"))
    camera.unplug()
    photo = Photo(roll.wait_for(1)[0])
    assert photo.code(scratch).number >= shown
    app.find("Camera disconnected")


def test_photos_can_be_taken_again_after_replugging(app, camera, roll, scratch):
    _unplug(app, camera)
    camera.replug()
    newest = Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    assert Photo(roll.wait_for(1)[0]).code(scratch).number >= newest


def test_a_camera_returns_at_another_node(app, camera):
    viewfinder = Viewfinder(app)
    shown = viewfinder.frame()
    _unplug(app, camera)
    camera.replug(node="/dev/video3")
    viewfinder.wait_for_frame_in(viewfinder.area(), after=shown)


def test_ten_unplugs_leave_nothing_open(app, camera):
    for _ in range(10):
        _unplug(app, camera)
        camera.replug()
        app.wait_until_gone("Camera disconnected")
        wait_for(lambda: camera.is_streaming, "the camera streams")
    assert camera.handles == 1
    Viewfinder(app).wait_until_live()
