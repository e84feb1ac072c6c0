# SPDX-License-Identifier: GPL-3.0-or-later
"""Without a camera the test scene shows what Tintype can do, and it needs no permission."""

import pytest

from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for

QUESTION = "Allow Tintype to use the camera?"


@pytest.mark.main
def test_no_camera_offers_the_test_scene(launch, allowed):
    app = launch()
    app.find("No camera found")
    app.press("Use Test Scene")
    Viewfinder(app).wait_until_moving()
    app.wait_until_gone("No camera found")


def test_a_camera_that_is_plugged_in_later_is_used(launch, cameras, allowed):
    camera = cameras.make(unplugged=True)
    app = launch()
    app.find("No camera found")
    camera.replug()
    Viewfinder(app).wait_until_live()
    app.wait_until_gone("No camera found")


def test_the_test_scene_needs_no_permission_and_no_device(launch, cameras, home):
    camera = cameras.make()
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    stays(lambda: not app.shows(QUESTION), "no question", 0.5)
    app.close()
    assert camera.opens == 0
    assert "camera-access" not in home.settings()


def test_the_test_scene_can_be_used_instead_of_a_camera_that_is_not_allowed(launch, cameras, home):
    camera = cameras.make()
    app = launch()
    app.press("Don't Allow")
    app.press("Use Test Scene")
    Viewfinder(app).wait_until_moving()
    assert camera.opens == 0


@pytest.mark.main
def test_a_photo_of_the_test_scene_is_taken(launch, roll):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.press("Take Photo")
    photo, = roll.wait_for(1)
    wait_for(lambda: photo.stat().st_size > 10000, "a picture's worth of bytes")
