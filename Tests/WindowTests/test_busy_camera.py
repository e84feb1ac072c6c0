# SPDX-License-Identifier: GPL-3.0-or-later
"""A camera that another program uses: who has it, and what to do about it."""

import pytest

from harness.cameras import BUSY_PROGRAM
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for


@pytest.mark.main
def test_the_program_that_has_it_is_named(launch, camera, allowed):
    owner = camera.use()
    app = launch()
    app.find("Camera is in use")
    app.find(prefix=f"{BUSY_PROGRAM} is using Acme HD Webcam", role="label")
    app.button("Try Again")
    owner.stop()
    # By itself, without a click.
    Viewfinder(app).wait_until_live()
    app.wait_until_gone("Camera is in use")


def test_try_again_asks_at_once(launch, camera, allowed):
    camera.fault("busy")
    app = launch()
    app.find("Camera is in use")
    app.press("Try Again")
    app.find("Camera is in use")
    camera.fault("off")
    app.press("Try Again")
    Viewfinder(app).wait_until_live()


def test_a_busy_camera_that_is_freed_is_used_without_a_click(launch, camera, allowed):
    camera.fault("busy")
    app = launch()
    app.find("Camera is in use")
    camera.fault("off")
    Viewfinder(app).wait_until_live()


def test_a_second_start_shows_the_first_window(launch, camera, allowed):
    app = launch()
    Viewfinder(app).wait_until_live()
    opens = camera.opens
    assert launch().wait_for_end() == 0
    Viewfinder(app).wait_until_live()
    assert camera.opens == opens


def test_a_camera_in_use_is_left_alone(launch, camera, allowed):
    owner = camera.use()
    app = launch()
    app.find("Camera is in use")
    before = camera.newest_frame
    wait_for(lambda: camera.newest_frame > before + 30, "the other program still gets frames")
    owner.stop()
    assert app.is_running
