# SPDX-License-Identifier: GPL-3.0-or-later
"""Every pixel format that cameras send becomes a picture and a photo."""

import pytest

from harness.photos import Photo
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for


@pytest.mark.parametrize("pixels", ["MJPG", "YUYV", "UYVY", "NV12", "RGB3", "GREY"])
def test_the_format_is_shown_and_saved(launch, cameras, allowed, roll, scratch, pixels):
    camera = cameras.make(modes=[f"{pixels}:640x480@30"])
    app = launch(f"--camera={camera.node}")
    shown = Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    photo = Photo(roll.wait_for(1)[0])
    assert photo.pixels(scratch).shape == (480, 640, 3)
    assert photo.code(scratch).number >= shown


def test_the_largest_fluent_mode_is_used(launch, cameras, allowed):
    camera = cameras.make(modes=["YUYV:640x480@30", "MJPG:1280x720@30", "YUYV:1920x1080@5", "MJPG:1920x1080@15"])
    Viewfinder(launch()).wait_until_live()
    status = camera.status()
    assert (status["format"], status["width"], status["height"]) == ("MJPG", 1280, 720)


@pytest.mark.parametrize("choice, fixed, mirrored", [("on", False, True), ("off", True, False)])
def test_mirroring_is_a_choice(launch, cameras, allowed, home, choice, fixed, mirrored):
    home.store(mirror_preview=choice)
    cameras.make(**({"fixed": True} if fixed else {}))
    app = launch()
    Viewfinder(app).wait_until_live()
    assert wait_for(Viewfinder(app).code, "a frame with a number").mirrored == mirrored
