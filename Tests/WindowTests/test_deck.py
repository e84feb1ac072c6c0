# SPDX-License-Identifier: GPL-3.0-or-later
"""The window's composition: one picture in every mode, a deck symmetric around the shutter, chips and their ruler."""

import re
import time

import pytest
from PIL import Image

from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for

#: The first is the smallest window; GTK's own edge may come on top.
SIZES = [(360, 480), (380, 640), (480, 500), (640, 500), (838, 610), (960, 708), (1024, 768), (1280, 720), (1400, 900),
         (600, 1000)]


def _steady(measure):
    """A measure once it no longer changes."""
    values = []

    def rests():
        values.append(measure())
        return len(values) > 3 and len(set(values[-3:])) == 1 and values[-1]
    return wait_for(rests, lambda: f"it rests: {values[-5:]}", interval=0.1)


@pytest.fixture
def pro(launch, cameras, home):
    home.store(camera_access="yes", last_shooting_mode="pro")
    app = launch()
    app.camera = cameras.make()
    Viewfinder(app).wait_until_live()
    app.find("White Balance", "slider")
    app.person.wait_for_focus()
    return app


def test_the_picture_has_the_same_place_in_auto_and_in_pro(launch, cameras, home):
    home.store(camera_access="yes", window_width=SIZES[0][0], window_height=SIZES[0][1])
    cameras.make(modes=["MJPG:1280x720@30"])
    app = launch()
    viewfinder = Viewfinder(app)
    viewfinder.wait_until_live()
    app.person.wait_for_focus()
    for size in SIZES:
        if size != SIZES[0]:
            app.person.resize(*size)
        area = _steady(viewfinder.area)
        app.press("Pro")
        app.find("White Balance", "slider")
        assert _steady(viewfinder.area) == area, size
        app.press("Auto")
        app.wait_until_gone("White Balance", "slider")


def test_the_deck_is_symmetric_around_the_shutter(launch, cameras, home):
    home.store(camera_access="yes")
    cameras.make("/dev/video0", name="Left", port="2")
    cameras.make("/dev/video1", name="Right", port="3")
    app = launch()
    Viewfinder(app).wait_until_live()
    width = app.find("Tintype", "window").extents[2]
    shutter, timer, switch = (app.find(name, "button").extents for name in ("Take Photo", "Self-Timer", "Choose Camera"))
    assert abs(shutter[0] + shutter[2] / 2 - width / 2) <= 1
    rows = {round(y + height / 2) for _, y, _, height in (shutter, timer, switch)}
    assert max(rows) - min(rows) <= 1
    assert shutter[0] + shutter[2] < timer[0] and timer[0] + timer[2] < switch[0]
    photo, video = (app.find(name, "button").extents for name in ("Photo", "Video"))
    left = shutter[0] + shutter[2] / 2 - (photo[0] + video[0] + video[2]) / 2
    right = timer[0] + timer[2] / 2 - (shutter[0] + shutter[2] / 2)
    assert left > shutter[2] / 2 and abs(left - right) <= 1


def test_a_chip_unfolds_its_ruler_and_folds_it(pro):
    def ruler():
        return pro.shows("Back to Automatic", "button")
    assert not ruler()
    pro.person.click(pro.find("Gain", "slider"))
    wait_for(ruler, "the ruler unfolds")
    # Another chip takes it over.
    pro.person.click(pro.find("White Balance", "slider"))
    stays(ruler, "there is one ruler", 0.3)
    pro.person.key("Escape")
    wait_for(lambda: not ruler(), "Escape folds it")
    pro.person.click(pro.find("Gain", "slider"))
    wait_for(ruler, "the ruler unfolds again")
    pro.person.click(pro.find("Gain", "slider"))
    wait_for(lambda: not ruler(), "the chip folds it")


def test_the_ruler_is_turned_and_leads_back_to_automatic(pro):
    camera = pro.camera
    chip = pro.find("White Balance", "slider")
    pro.person.click(chip)
    automatic = pro.find("Back to Automatic", "button")
    left, _, width, _ = Viewfinder(pro).area()
    _, top, _, height = pro.person.area_on_screen(automatic)
    step = ["mousemove_relative", "--", -9, 0, "sleep", 0.01]
    pro.person.do("mousemove", left + width // 2, top + height // 2, "mousedown", 1, *step * 8, "mouseup", 1)
    camera.wait_for_control("white_balance_automatic", 0)
    assert "automatic" not in chip.value_in_words
    pro.person.click(automatic)
    camera.wait_for_control("white_balance_automatic", 1)
    wait_for(lambda: chip.value_in_words.endswith("automatic"), "the chip says so")


@pytest.fixture
def narrow(home):
    home.store(window_width=360, window_height=640)


def test_chips_without_room_are_scrolled_across_and_not_turned(narrow, pro):
    window = pro.find("Tintype", "window")

    def is_seen(name):
        left, _, width, _ = pro.find(name).extents
        return left >= 0 and left + width <= window.extents[2]
    assert not is_seen("More"), "there are more chips than room"
    deciders = ("auto_exposure", "white_balance_automatic", "focus_automatic_continuous")
    before = [pro.camera.controls[name] for name in deciders]
    pro.person.point_at(pro.find("Gain", "slider"))
    # A wheel that is tilted.
    pro.person.do("click", "--repeat", 12, "--delay", 15, 7)
    wait_for(lambda: is_seen("More"), "the last button")
    assert [pro.camera.controls[name] for name in deciders] == before, "no dial was turned"


def test_dials_say_what_they_show(pro):
    wait_for(lambda: re.fullmatch(r"1/\d+ second, automatic", pro.find("Shutter", "slider").value_in_words),
             "the shutter in words")
    pro.person.take_up("White Balance")
    pro.person.key("End")
    wait_for(lambda: pro.find("White Balance", "slider").value_in_words == "6500 K", "a value set by hand")


def test_a_click_beside_the_chips_is_the_pictures(pro):
    pro.person.tab_to("Take Photo")
    left, top, width, height = pro.person.area_on_screen(pro.find("Shutter", "slider"))
    pro.person.click_at(left - 36, top + height // 2)
    wait_for(lambda: pro.has_keyboard("Viewfinder"), "the picture was clicked")


def test_zoom_is_there_at_once_and_goes_there_and_back(launch, cameras, home):
    home.store(camera_access="yes")
    cameras.make()
    app = launch()
    Viewfinder(app).wait_until_live()
    app.press("Zoom 1×, come nearer")
    app.press("Zoom 2×, back to all")
    app.button("Zoom 1×, come nearer")


@pytest.mark.parametrize("options, farthest", [
    ({"without": "zoom_absolute", "modes": ["MJPG:1280x720@30"]}, None),
    # By its lens, and by its pixels.
    ({"modes": ["MJPG:1280x720@30"]}, "5×"),
    ({"without": "zoom_absolute", "modes": ["MJPG:3840x2160@30"]}, "4×"),
])
def test_zoom_offers_what_the_camera_has(launch, cameras, home, options, farthest):
    home.store(camera_access="yes")
    cameras.make(**options)
    app = launch()
    Viewfinder(app).wait_until_live()
    app.press("Zoom to 2×")
    app.button("Zoom 2×, back to all")
    if farthest:
        app.press(f"Zoom to {farthest}")
        app.press(f"Zoom {farthest}, back to all")
    else:
        assert len(app.seen(role="button", prefix="Zoom ")) == 2
        app.press("Zoom to 1×")
    app.button("Zoom 1×, come nearer")


def test_shape_and_mirror_are_beside_the_zoom(launch, cameras, home, roll):
    home.store(camera_access="yes", photo_format="jpeg")
    cameras.make(modes=["MJPG:1280x720@30"])
    app = launch()
    viewfinder, person = Viewfinder(app), app.person
    viewfinder.wait_until_live()
    person.wait_for_focus()

    def shape():
        _, _, width, height = Viewfinder.box_in(viewfinder.pixels()) or (0, 0, 0, 1)
        return width / height
    # They are round; clicks 21 pixels from the middle are clicks on them: 44 pixels at least.
    window = app.find("Tintype", "window")
    for each in app.matching("Shape and Mirror", "button") + app.matching(role="button", prefix="Zoom "):
        left, top, width, height = each.extents
        assert all(window.hits(each, left + width // 2 + x, top + height // 2 + y)
                   for x, y in ((-21, 0), (21, 0), (0, -21), (0, 21))), each
    # The mouse.
    person.click(app.find("Shape and Mirror"))
    person.click_in_menu(app.find("1:1", "menu item"))
    app.wait_until_gone("1:1", "menu item")
    wait_for(lambda: abs(shape() - 1) < 0.01, lambda: f"the picture is square, not {shape()}")
    # The keyboard.
    person.tab_to("Shape and Mirror")
    person.key("Return")
    app.find("Mirror", "menu item")
    wait_for(lambda: app.has_keyboard("Mirror", "menu item") or person.key("Down"), "the last item", interval=0.2)
    person.key("Return")
    wait_for(lambda: home.settings().get("mirror-preview") == "'on'", "it is a mirror")
    app.wait_until_gone("Mirror", "menu item")
    person.key("space")
    photo, = roll.wait_for(1)
    assert Image.open(photo).size == (720, 720)


def test_the_test_scene_says_that_it_is_one_and_a_new_camera_is_offered(launch, cameras, home):
    home.store(camera_access="yes")
    app = launch("--camera=test")
    app.find("Test Scene", "label")
    # A button that was there from the start is not announced.
    end = time.monotonic() + 2.5
    wait_for(lambda: time.monotonic() > end, "the scene is no longer new")
    assert not app.shows(prefix="Acme")
    camera = cameras.make(name="Acme HD Webcam")
    app.find("Acme HD Webcam is here", "label")
    app.press("Use")
    wait_for(lambda: camera.handles > 0, "the camera is used")
    app.wait_until_gone("Test Scene", "label")


@pytest.mark.parametrize("size", [(1200, 560), (960, 708)])
def test_what_lies_in_the_corner_lies_over_the_picture(launch, home, size):
    home.store(window_width=size[0], window_height=size[1])
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    badge = _steady(lambda: app.person.area_on_screen(app.find("Test Scene", "label")))
    left, _, width, height = Viewfinder(app).area()
    right = left + width / 2 + min(width, height * 16 / 9) / 2
    # The words have 14 px of black around them, and that has 12 px of the picture.
    assert right - 28 < badge[0] + badge[2] <= right


def test_scanning_says_what_to_do(launch, cameras, home):
    home.store(camera_access="yes")
    cameras.make()
    app = launch()
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    app.person.key("ctrl+b")
    app.find("Point at a code", "label")
    app.person.key("ctrl+b")
    app.wait_until_gone("Point at a code", "label")


def test_the_shutter_stops_the_self_timer(launch, cameras, allowed, home, roll):
    cameras.make()
    home.store(self_timer=10)
    app = launch()
    Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    app.press("Stop")
    app.button("Take Photo")
    assert not roll.photos()


def test_a_slow_press_stops_the_self_timer_too(launch, cameras, allowed, home, roll):
    cameras.make()
    home.store(self_timer=10)
    app = launch()
    Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    app.person.point_at(app.button("Stop"))
    app.person.button_down()
    try:
        # Long before the time is over.
        app.button("Take Photo", timeout=5)
    finally:
        app.person.button_up()
    assert not roll.files()


def test_f11_fills_the_screen_and_gives_it_back(launch, cameras, home):
    home.store(camera_access="yes")
    cameras.make()
    app = launch()
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    before = app.find("Tintype", "window").extents[2]
    app.person.key("F11")
    wait_for(lambda: app.find("Tintype", "window").extents[2] > before, "the window fills the screen")
    app.person.key("F11")
    wait_for(lambda: app.find("Tintype", "window").extents[2] == before, "it has its size again")
