# SPDX-License-Identifier: GPL-3.0-or-later
"""Zoom, aspect ratio and mirror: what is seen is what is saved."""

import pytest

from harness.command import Terminal
from harness.photos import Photo
from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for


def _start(launch, cameras, home, **options):
    home.store(photo_format="jpeg")
    camera = cameras.make(modes=("YUYV:1280x720@30",), **options)
    app = launch()
    # The number in the picture may be cut.
    Viewfinder(app).wait_until_moving()
    app.person.wait_for_focus()
    return app, camera


def _shape(app):
    box = Viewfinder.box_in(Viewfinder(app).pixels())
    return box and box[2] / box[3]


def _photo(app, roll, count=1):
    app.press("Take Photo")
    return Photo(roll.wait_for(count)[-1])


def test_photos_follow_the_zoom(launch, cameras, allowed, roll, scratch):
    app, _ = _start(launch, cameras, allowed, without="zoom_absolute")
    # Caps Lock is no Shift.
    app.person.key("Caps_Lock", "z", "z", "Caps_Lock")
    button = app.button("Zoom 2×, back to all")
    photo = _photo(app, roll)
    assert photo.pixels(scratch).shape[:2] == (360, 640)
    assert photo.metadata()["DigitalZoomRatio"] == pytest.approx(2, abs=0.01)
    button.press()
    app.wait_until_gone("Zoom 2×, back to all", "button")
    # Seen again whole.
    Viewfinder(app).wait_until_live()
    assert _photo(app, roll, 2).pixels(scratch).shape[:2] == (720, 1280)


def test_a_camera_that_zooms_does_so_itself(launch, cameras, allowed, roll, scratch):
    app, camera = _start(launch, cameras, allowed)
    app.person.key("z", "z")
    camera.wait_for_control("zoom_absolute", 200)
    photo = _photo(app, roll)
    assert photo.pixels(scratch).shape[:2] == (720, 1280)
    assert "DigitalZoomRatio" not in photo.metadata()
    # Five times is all it can; the rest is ours.
    app.person.key("z", "z", "z")
    camera.wait_for_control("zoom_absolute", 500)
    assert app.close() == 0
    assert camera.controls["zoom_absolute"] == 100


def test_ctrl_and_the_wheel_zoom(launch, cameras, allowed):
    app, camera = _start(launch, cameras, allowed)
    app.person.wheel(4, app.find("Viewfinder", "image"), modifier="ctrl")
    wait_for(lambda: camera.controls["zoom_absolute"] > 120, "the wheel zooms in")
    app.person.key("ctrl+0")
    camera.wait_for_control("zoom_absolute", 100)


@pytest.mark.wayland(lean=True, only=True)
def test_ctrl_and_two_fingers_zoom_like_the_wheel(launch, cameras, allowed):
    app, camera = _start(launch, cameras, allowed)
    viewfinder = app.find("Viewfinder", "image")
    app.person.wheel(2, viewfinder, modifier="ctrl")
    wait_for(lambda: camera.controls["zoom_absolute"] > 110, "the wheel zooms in")
    wheel = camera.controls["zoom_absolute"]
    app.person.key("ctrl+0")
    camera.wait_for_control("zoom_absolute", 100)
    app.person.two_fingers(viewfinder, 0, 30, steps=30, modifier="ctrl")
    wait_for(lambda: abs(camera.controls["zoom_absolute"] - wheel) <= 1,
             lambda: f"two fingers zoom to {camera.controls['zoom_absolute']}, the wheel to {wheel}")
    stays(lambda: abs(camera.controls["zoom_absolute"] - wheel) <= 1, "no farther", 0.3)


@pytest.mark.parametrize("ratio, size", [("4:3", (720, 960)), ("1:1", (720, 720)), ("16:9", (720, 1280))])
def test_viewfinder_and_photos_have_the_shape(launch, cameras, allowed, roll, scratch, ratio, size):
    allowed.store(aspect_ratio=ratio)
    app, _ = _start(launch, cameras, allowed)
    wanted = size[1] / size[0]
    wait_for(lambda: abs((_shape(app) or 0) - wanted) < 0.02, lambda: f"{ratio}: {_shape(app)}")
    photo = _photo(app, roll)
    assert photo.pixels(scratch).shape[:2] == size
    assert "DigitalZoomRatio" not in photo.metadata()


@pytest.mark.parametrize("preview, photos", [("on", "off"), ("off", "on"), ("on", "on")])
def test_preview_and_photos_are_mirrored_apart(launch, cameras, allowed, roll, scratch, preview, photos):
    allowed.store(mirror_preview=preview, mirror_photos=photos)
    app, _ = _start(launch, cameras, allowed)
    assert Viewfinder(app).code().mirrored == (preview == "on")
    assert _photo(app, roll).code(scratch).mirrored == (photos == "on")


def test_the_menu_has_the_mirror(launch, cameras, allowed):
    allowed.store(mirror_preview="off")
    app, _ = _start(launch, cameras, allowed)
    viewfinder = Viewfinder(app)
    for is_mirrored in (True, False):
        app.press("Main Menu")
        app.find("Mirror", "menu item").press()
        wait_for(lambda: (code := viewfinder.code()) and code.mirrored == is_mirrored, "the viewfinder follows")
        assert ("on" if is_mirrored else "off") in allowed.settings()["mirror-preview"]


@pytest.mark.parametrize("zone, menu", [("Europe/Berlin", 1), ("America/New_York", 2), ("Asia/Tokyo", 2)])
def test_anti_flicker_follows_the_region(launch, cameras, allowed, zone, menu):
    camera = cameras.make()
    app = launch(env={"TZ": zone})
    Viewfinder(app).wait_until_live()
    camera.wait_for_control("power_line_frequency", menu)
    assert app.close() == 0
    assert camera.controls["power_line_frequency"] == 2, "as it was before"


def test_a_flicker_setting_that_was_made_stays(launch, cameras, allowed):
    camera = cameras.make()
    camera.set("power_line_frequency", 0)
    app = launch(env={"TZ": "Europe/Berlin"})
    Viewfinder(app).wait_until_live()
    assert camera.controls["power_line_frequency"] == 0
    assert app.close() == 0


def test_low_light_is_a_choice(launch, cameras, allowed):
    allowed.store(low_light="on")
    camera = cameras.make()
    launch()
    camera.wait_for_control("exposure_dynamic_framerate", 1)


def test_a_photo_without_a_window_has_the_shape_too(cameras, home, roll, scratch):
    home.store(photo_format="jpeg", aspect_ratio="1:1")
    assert Terminal(home, cameras).tintype("--camera=test", "--shoot").status == 0
    assert Photo(roll.wait_for(1)[0]).pixels(scratch).shape[:2] == (1080, 1080)
