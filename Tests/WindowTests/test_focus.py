# SPDX-License-Identifier: GPL-3.0-or-later
"""A click into the picture focuses there: the lens of the virtual camera tells, and the mark says so."""

import time

import numpy
import pytest

from harness.focus import Focus, Scene
from harness.photos import Photo
from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for

#: The sharpest positions, of 250 steps, of the halves of the virtual camera's scene; 2 % of the range is near enough.
LEFT, RIGHT, TOLERANCE = 60, 160, 5
#: Signal Orange.
ORANGE = (255, 149, 0)


@pytest.fixture
def scene(launch, cameras, allowed):
    return Scene(launch, cameras)


@pytest.mark.main
@pytest.mark.gnome(scales=(2,))
@pytest.mark.wayland(scales=(1, 1.5, 2), lean=True)
def test_each_half_has_its_own_optimum(scene):
    for x, optimum in ((0.25, LEFT), (0.75, RIGHT), (0.25, LEFT)):
        scene.focus.click(x, 0.5)
        scene.focus.wait_for_words("Focusing")
        assert scene.focus.outcome() == "Focused"
        assert abs(scene.lens - optimum) <= TOLERANCE
        assert scene.control("focus_automatic_continuous") == 0


def test_a_mirrored_picture_is_clicked_where_it_is_seen(launch, cameras, allowed):
    scene = Scene(launch, cameras, fixed=True)
    assert scene.viewfinder.code().mirrored
    scene.focus.click(0.25, 0.5)
    assert scene.focus.outcome() == "Focused"
    assert abs(scene.lens - RIGHT) <= TOLERANCE


@pytest.mark.parametrize("mode", ["MJPG:640x480@30", "NV12:640x480@30"])
def test_every_format_is_focused(launch, cameras, allowed, mode):
    scene = Scene(launch, cameras, modes=[mode])
    scene.focus.click(0.75, 0.5)
    assert scene.focus.outcome() == "Focused"
    assert abs(scene.lens - RIGHT) <= TOLERANCE


@pytest.mark.alone
def test_the_mark_is_there_at_once(scene):
    """Measured on a picture that stands still, so that only the mark changes it."""
    scene.camera.fault("stall")
    area = scene.viewfinder.area()
    screen = scene.app.desktop.screen
    wait_for(lambda: _is_still(screen, area), "the picture stands still")
    before = screen.shot(area)
    person = scene.app.person
    left, top, width, height = area
    person.do("mousemove", str(left + width // 2), str(top + height // 2))
    person.click()
    clicked = time.monotonic()
    wait_for(lambda: (screen.shot(area) != before).any(), "the mark appears", interval=0.001)
    # A frame of the camera takes 33 ms.
    assert time.monotonic() - clicked < 0.033
    scene.camera.fault("stall", "off")


def _is_still(screen, area):
    before = screen.shot(area)
    time.sleep(0.15)
    return (screen.shot(area) == before).all()


@pytest.mark.parametrize("is_moving", [True, False], ids=["animations", "reduced motion"])
def test_the_mark_moves_where_motion_is_wanted(launch, cameras, allowed, is_moving):
    allowed.set_animations(is_moving)
    scene = Scene(launch, cameras)
    # Without frames the lens is hunted for, for long, and only the mark can change the picture.
    scene.camera.fault("stall")
    area, screen = scene.viewfinder.area(), scene.app.desktop.screen
    wait_for(lambda: _is_still(screen, area), "the picture stands still")
    before = screen.shot(area)
    scene.focus.click(0.5, 0.5)
    wait_for(lambda: (screen.shot(area) != before).any(), "the mark appears")
    assert _is_still(screen, area) != is_moving


@pytest.mark.wayland(scales=(1, 1.5, 2))
@pytest.mark.alone
def test_a_lock_is_an_orange_square_around_the_point_and_goes(scene):
    scene.focus.click(0.25, 0.5)
    left, top, width, height = scene.viewfinder.area()
    scale = scene.app.scale
    side = round(40 * scale)

    def orange():
        pixels = scene.app.desktop.screen.shot(
            (left + width // 4 - side, top + height // 2 - side, 2 * side, 2 * side)).astype(int)
        close = (abs(pixels - ORANGE).sum(axis=2) < 40)
        rows, columns = numpy.flatnonzero(close.any(axis=1)), numpy.flatnonzero(close.any(axis=0))
        return (rows[0], rows[-1], columns[0], columns[-1]) if close.sum() > 100 else None

    top_edge, bottom_edge, left_edge, right_edge = wait_for(orange, "an orange mark", interval=0.005)
    locked = time.monotonic()
    middle = (top_edge + bottom_edge) / 2, (left_edge + right_edge) / 2
    assert all(abs(each - side) <= 2 * scale for each in middle), middle
    wait_for(lambda: orange() is None, "the mark goes", interval=0.005)
    assert time.monotonic() - locked < 1.5


@pytest.mark.wayland(scales=(1, 1.5, 2))
def test_a_click_on_the_letterbox_does_nothing(scene):
    # As wide as the screen allows, and not lower than the program does: sway gives any height for a moment.
    scene.app.person.resize(round(min(1200 * scene.app.scale, 1980)), round(500 * scene.app.scale))
    wait_for(lambda: scene.viewfinder.area()[2] > 1100, "the window is wide")
    scene.focus.click(0.02, 0.5)
    stays(lambda: scene.focus.mark is None, "no mark", 0.5)
    assert scene.control("focus_automatic_continuous") == 1


@pytest.mark.main
def test_a_blank_scene_fails_and_says_so(scene):
    # Farther than the lens can go.
    for half in ("left_focus", "right_focus"):
        scene.camera.command("set", half, "5000")
    scene.camera.wait_for_frames(30)
    scene.focus.click(0.25, 0.5)
    assert scene.focus.outcome() == "Couldn’t focus"
    scene.wait_for_control("focus_automatic_continuous", 1)


def test_dim_light_is_focused(scene):
    # Of a hundred, and too little for the camera's own exposure.
    scene.camera.command("set", "light", "5")
    scene.camera.wait_for_frames(30)
    scene.focus.click(0.25, 0.5)
    assert scene.focus.outcome() == "Focused"
    assert abs(scene.lens - LEFT) <= TOLERANCE


def test_what_a_point_in_dim_light_changed_is_given_back(scene):
    """The camera's own exposure leaves the gain alone: a raised one would burn out every later picture."""
    person = scene.app.person
    scene.camera.command("set", "light", "0.1")
    person.wait_for_focus()
    for way in ("Escape", "Pro", "Auto"):
        scene.camera.wait_for_frames(10)
        scene.focus.click(0.25, 0.5)
        wait_for(lambda: scene.control("gain") > 0, "the point needs gain")
        if way == "Escape":
            person.key("Escape")
        else:
            scene.app.press(way)
        scene.wait_for_control("gain", 0)
        scene.wait_for_control("auto_exposure", 3)


def test_fixed_focus_claims_no_lock(launch, cameras, allowed):
    scene = Scene(launch, cameras, without="focus_absolute,focus_automatic_continuous")
    scene.focus.click(0.75, 0.5)
    assert scene.focus.outcome() == "Fixed focus"


def test_a_new_click_cancels_the_old_one(scene):
    scene.camera.command("set", "motor_speed", "100")
    scene.focus.click(0.25, 0.5)
    scene.wait_for_control("focus_automatic_continuous", 0)
    scene.focus.click(0.75, 0.5)
    assert scene.focus.outcome(40) == "Focused"
    assert abs(scene.lens - RIGHT) <= TOLERANCE


@pytest.mark.main
@pytest.mark.wayland()
def test_press_and_hold_locks_until_the_next_click(scene):
    scene.focus.hold(0.25, 0.5)
    scene.app.find("Locked ×", "label")
    scene.focus.wait_for_words("Focused")
    scene.wait_for_control("auto_exposure", 1)
    stays(lambda: scene.app.shows("Locked ×", "label"), "the pill", 2)
    scene.focus.click(0.75, 0.5)
    scene.app.wait_until_gone("Locked ×", "label")


@pytest.mark.wayland()
def test_shift_and_a_click_locks(scene):
    scene.focus.click(0.25, 0.5, modifier="shift")
    scene.app.find("Locked ×", "label")


@pytest.mark.main
@pytest.mark.wayland()
def test_the_keys(scene):
    person = scene.app.person
    person.wait_for_focus()
    person.key("f")
    assert scene.focus.outcome() in ("Focused", "Couldn’t focus")
    # Five hundredths of the picture each: into the right half, and the left.
    person.key(*["Right"] * 4)
    scene.focus.wait_for_words("Focusing")
    assert scene.focus.outcome() == "Focused"
    assert abs(scene.lens - RIGHT) <= TOLERANCE
    person.key(*["Left"] * 8)
    scene.focus.wait_for_words("Focusing")
    assert scene.focus.outcome() == "Focused"
    assert abs(scene.lens - LEFT) <= TOLERANCE
    person.key("l")
    scene.app.find("Locked ×", "label")
    scene.focus.wait_for_words("Focused")
    person.key("Escape")
    scene.app.wait_until_gone("Locked ×", "label")
    scene.wait_for_control("focus_automatic_continuous", 1)
    scene.wait_for_control("auto_exposure", 3)


@pytest.mark.wayland()
@pytest.mark.parametrize("way", ["pill", "ring", "escape", "double click"])
def test_what_is_held_is_said_and_given_back(scene, way):
    scene.focus.click(0.25, 0.5)
    scene.app.find("Focus held ×", "label")
    pill = scene.app.find("Focus held", "button")
    assert pill.extents[3] >= 44
    # The mark is gone after 1.4 s, what it is about is not.
    stays(lambda: scene.app.shows("Focus held ×", "label"), "the pill", 2)
    if way == "pill":
        scene.app.person.click(pill)
    elif way == "ring":
        scene.focus.click(0.25, 0.5)
    elif way == "escape":
        scene.app.person.key("Escape")
    else:
        scene.focus.click(0.75, 0.5)
        scene.focus.click(0.75, 0.5)
    scene.app.wait_until_gone("Focus held ×", "label")
    scene.wait_for_control("focus_automatic_continuous", 1)
    scene.wait_for_control("auto_exposure", 3)


@pytest.mark.alone
def test_auto_undoes_a_click_at_once_on_a_slow_camera(scene):
    # 50 ms for each question and each setting.
    scene.camera.fault("slow-ioctl", 50)
    scene.focus.click(0.25, 0.5)
    assert scene.focus.outcome() == "Focused"
    scene.app.person.point_at(scene.app.button("Auto"))
    begin = time.monotonic()
    scene.app.person.click()
    scene.wait_for_control("focus_automatic_continuous", 1)
    scene.wait_for_control("auto_exposure", 3)
    assert time.monotonic() - begin < 0.5


@pytest.mark.wayland()
def test_the_sun_slider(scene):
    scene.focus.click(0.25, 0.5)
    assert scene.focus.outcome() == "Focused"
    before = scene.camera.status()["exposure"]
    scene.app.person.wait_for_focus()
    scene.app.person.key("minus", "minus", "minus")
    slider = scene.app.find("Exposure at the Point", "slider")
    assert slider.extents[2] >= 44
    darker = wait_for(lambda: _below(scene, before * 0.7), "the picture gets darker")
    scene.focus.drag(0.25, 0.5, -60)
    wait_for(lambda: scene.camera.status()["exposure"] > darker * 1.3, "dragging up makes it lighter")


@pytest.mark.wayland(lean=True, only=True)
def test_two_fingers_beside_the_mark_change_the_exposure_like_the_wheel(scene):
    scene.focus.click(0.25, 0.5)
    assert scene.focus.outcome() == "Focused"
    before = scene.camera.status()["exposure"]
    # Three notches are one stop.
    scene.app.person.two_fingers(None, 0, -45, steps=45)
    darker = wait_for(lambda: _below(scene, before * 0.6), "the picture gets darker")
    stays(lambda: scene.camera.status()["exposure"] > before * 0.4, lambda: f"from {before} to {darker}, by one stop", 0.5)


def _below(scene, limit):
    exposure = scene.camera.status()["exposure"]
    return exposure if exposure < limit else None


@pytest.mark.wayland(scales=(1, 1.5, 2))
def test_the_photo_knows_the_point(scene, roll):
    scene.focus.click(0.25, 0.5)
    assert scene.focus.outcome() == "Focused"
    scene.app.press("Take Photo")
    path = roll.wait_for(1)[0]
    x, y = (int(each) for each in Photo(path).metadata()["SubjectArea"].split()[:2])
    _, _, width, height = scene.viewfinder.area()
    scale = min(width / 640, height / 480)
    assert abs(x - (0.25 * width - (width - 640 * scale) / 2) / scale) <= 2
    assert abs(y - 240) <= 2


def test_no_picture_no_focus(launch, cameras, allowed):
    app = launch()
    app.find("Viewfinder")
    app.person.wait_for_focus()
    app.person.key("f", "l", "Left")
    stays(lambda: Focus(app, Viewfinder(app)).mark is None, "no mark", 0.5)
