# SPDX-License-Identifier: GPL-3.0-or-later
"""A photo is taken in every way that there is to press the shutter, and is the frame that was seen."""

import time

import pytest

from harness.photos import Photo
from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for

#: Seconds that a press may take on its way through X server and bus before the program hears of it.
DELIVERY = 0.1
#: By how much of 255 the flash brightens the picture at least, even when much of it is missed.
FLASH = 15


@pytest.fixture
def camera(cameras):
    return cameras.make(modes=["MJPG:1920x1080@30"])


@pytest.fixture
def app(launch, camera, allowed):
    app = launch()
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    # A press waits while the exposure still settles.
    camera.wait_for_frames(45)
    return app


def by_key(key, focus=None):
    def way(app):
        if focus:
            app.person.tab_to(focus)
        return lambda: app.person.key(key)
    return way


def by_click(app):
    app.person.point_at(app.button("Take Photo"))
    return app.person.click


def by_accessibility(app):
    return app.button("Take Photo").press


@pytest.mark.alone
@pytest.mark.parametrize("way", [
    pytest.param(by_accessibility, id="accessibility"),
    pytest.param(by_click, id="click"),
    pytest.param(by_key("space"), id="space"),
    pytest.param(by_key("Return"), id="return"),
    pytest.param(by_key("space", "Viewfinder"), id="space-in-viewfinder"),
    pytest.param(by_key("Return", "Viewfinder"), id="return-in-viewfinder"),
    pytest.param(by_key("space", "Take Photo"), id="space-on-shutter"),
    pytest.param(by_key("Return", "Take Photo"), id="return-on-shutter"),
])
def test_a_press_saves_the_frame_on_the_screen(app, camera, roll, scratch, way):
    press = way(app)
    earliest = Viewfinder(app).frame()
    press()
    pressed = time.monotonic()
    photo = Photo(roll.wait_for(1)[0])
    pixels = photo.pixels(scratch)
    assert pixels.shape == (1080, 1920, 3), "not the camera's full resolution"
    code = photo.code(scratch)
    assert not code.mirrored
    assert code.number >= earliest, "older than what was seen"
    late = camera.ready_at(code.number) - pressed
    assert late <= DELIVERY, f"the frame is {late * 1000:.0f} ms younger than the press"
    assert roll.files() == [photo.path]


@pytest.mark.main
@pytest.mark.gnome()
@pytest.mark.wayland(scales=(1, 1.5, 2), lean=True)
@pytest.mark.parametrize("way", [
    pytest.param(by_accessibility, id="accessibility"),
    pytest.param(by_click, id="click"),
    pytest.param(by_key("space", "Take Photo"), id="space"),
    pytest.param(by_key("Return", "Take Photo"), id="return"),
])
def test_every_press_of_the_shutter_saves_a_photo(app, roll, way):
    way(app)()
    roll.wait_for(1)


@pytest.mark.main
@pytest.mark.wayland()
def test_a_small_window_makes_no_small_photo(app, roll, scratch):
    app.person.resize(400, 460)
    Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    photo = Photo(roll.wait_for(1)[0])
    assert photo.pixels(scratch).shape == (1080, 1920, 3)


@pytest.mark.main
@pytest.mark.wayland()
def test_a_key_that_is_held_takes_one_photo(app, roll):
    app.person.tab_to("Viewfinder")
    app.person.hold("space", 1)
    roll.wait_for(1)
    app.person.key("space")
    assert len(roll.wait_for(2)) == 2


@pytest.mark.wayland()
@pytest.mark.alone
def test_a_flash_says_that_it_was_taken(app):
    area = Viewfinder(app).area()

    def brightness():
        return app.desktop.screen.shot(area).mean()

    before = brightness()
    app.press("Take Photo")
    wait_for(lambda: brightness() > before + FLASH, "a white flash", interval=0.005)
    wait_for(lambda: brightness() < before + FLASH / 2, "the picture after the flash", interval=0.005)


def test_a_press_before_the_first_picture_gets_it(launch, cameras, allowed, roll):
    camera = cameras.make()
    camera.fault("stall")
    app = launch()
    app.press("Take Photo")
    assert camera.status()["dequeued"] == 0, "the press is before it"
    camera.fault("off")
    roll.wait_for(1)


@pytest.mark.parametrize("pressed", ["before", "after"])
def test_a_press_after_the_roll_gets_a_picture_from_after_it(pressed, app, camera, roll, scratch):
    """Before or after the camera streams again; its last picture from before the roll is on the screen until then."""
    app.person.key("space")
    roll.wait_for(1)
    app.person.key("ctrl+p")
    app.button("Back to Camera")
    wait_for(lambda: camera.handles == 0, "the camera is closed")
    shown = camera.status()["dequeued"]
    camera.fault(*(("stall",) if pressed == "after" else ("slow-streamon", 1500)))
    app.person.key("Escape")
    if pressed == "after":
        app.button("Take Photo")
    else:
        wait_for(lambda: not app.shows("Back to Camera"), "the roll is closed")
    app.person.key("space")
    stays(lambda: len(roll.photos()) == 1, "no photo of a picture from before", 0.8)
    camera.fault("off")
    photo = Photo(max(roll.wait_for(2), key=lambda path: path.stat().st_mtime_ns))
    assert photo.code(scratch).number >= shown
