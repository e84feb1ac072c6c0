# SPDX-License-Identifier: GPL-3.0-or-later
"""“More”: the controls that have no dial."""

import os
import signal

import pytest

from harness.viewfinder import Viewfinder
from harness.waiting import wait_for


@pytest.fixture
def app(launch, camera, home):
    home.store(camera_access="yes", last_shooting_mode="pro", anti_flicker="off")
    app = launch()
    Viewfinder(app).wait_until_live()
    app.press("More")
    app.find("Brightness", "slider")
    return app


def _value(app, name):
    slider = app.find(name, "slider")
    return slider._property("Value", "CurrentValue")


def test_everything_without_a_dial_is_there(app):
    for name in ("Brightness", "Contrast", "Saturation", "Sharpness", "Backlight Compensation"):
        app.find(name, "slider")
    for group in ("Picture", "Exposure", "Camera"):
        app.find(group, "label")
    assert not app.matching("Focus, Automatic Continuous"), "the dial has it"
    # The privacy shutter only reports.
    assert "sensitive" not in app.find("Privacy Shutter").states


def test_keys_set_and_reset_takes_back(app, camera):
    app.person.tab_to("Brightness")
    app.person.key("Right", "Right")
    camera.wait_for_control("brightness", 130)
    app.find("130", "label")
    app.press("Reset Brightness")
    camera.wait_for_control("brightness", 128)


def test_another_program_moves_them(app, camera):
    camera.set_by_another_program("contrast", 33)
    wait_for(lambda: _value(app, "Contrast") == 33, "the slider follows")


def test_a_switch_is_pressed(app, camera):
    app.find("Brighter in Low Light").press()
    camera.wait_for_control("exposure_dynamic_framerate", 1)


def test_a_refused_value_snaps_back(app, camera):
    camera.fault("control", "brightness", "EIO")
    app.person.tab_to("Brightness")
    app.person.key("End")
    wait_for(lambda: _value(app, "Brightness") == 128, "the slider is where it was")


def test_auto_takes_them_back_and_pro_brings_them_again(app, camera):
    app.person.tab_to("Saturation")
    app.person.key("Home")
    camera.wait_for_control("saturation", 0)
    app.person.key("Escape")
    app.press("Auto")
    camera.wait_for_control("saturation", 128)
    app.press("Pro")
    camera.wait_for_control("saturation", 0)


@pytest.mark.parametrize("key", ["space", "Return"])
def test_a_switch_is_turned_with_the_keyboard(app, camera, key):
    app.person.tab_to("Brighter in Low Light")
    was = "checked" in app.find("Brighter in Low Light", "switch").states
    app.person.key(key)
    wait_for(lambda: ("checked" in app.find("Brighter in Low Light", "switch").states) != was, f"{key} turns it")


def test_every_target_is_large_enough(app):
    """A click 21 pixels above or below the middle of a slider or switch is a click on it."""
    popover = app.popover("More")
    # More than fits is scrolled to by the keyboard.
    for name, role in [("Brightness", "slider"), ("Contrast", "slider"), ("Brighter in Low Light", "switch")]:
        app.person.tab_to(name)
        control = app.find(name, role)

        def hit():
            left, top, width, height = control.extents
            x, y = left + width // 2, top + height // 2
            return all(popover.hits(control, x, y + dy) for dy in (-21, 21))

        wait_for(hit, f"{name} has scrolled to where it can be clicked")


@pytest.fixture
def turning(launch, cameras, home):
    """A camera that turns for ever at the speed it was given last, and whose default is full speed."""
    home.store(camera_access="yes", last_shooting_mode="pro", anti_flicker="off")
    camera = cameras.make(turns=True)
    app = launch()
    Viewfinder(app).wait_until_live()
    app.press("More")
    return app, camera, app.find("Tilt, Speed", "slider")


@pytest.mark.parametrize("end", ["let go", "Auto", "close", "terminate", "kill"])
def test_a_turning_camera_is_stopped_whatever_ends_it(turning, home, end):
    app, camera, _ = turning
    assert not app.matching("Reset Tilt, Speed")
    app.person.tab_to("Tilt, Speed")
    app.person.down("End")
    try:
        camera.wait_for_control("tilt_speed", 8)
        if end == "let go":
            app.person.up("End")
        elif end == "Auto":
            app.press("Auto")
        elif end == "close":
            app.find("Close", "button").press()
        else:
            os.kill(app.pid, signal.SIGTERM if end == "terminate" else signal.SIGKILL)
        camera.wait_for_control("tilt_speed", 0)
    finally:
        app.person.up("End")
    assert camera.controls["pan_speed"] == 0
    if end not in ("let go", "Auto"):
        app.wait_for_end()
        assert home.settings().get("pro-values", "[]") in ("[]", "@as []")


@pytest.mark.parametrize("hand", ["pointer", "wheel"])
def test_a_turning_camera_stops_when_the_hand_lets_go(turning, hand):
    app, camera, slider = turning
    # Scrolls it to where it can be seen.
    app.person.tab_to("Tilt, Speed")
    before = camera.control_writes
    app.person.point_in_popover(app.popover("More"), slider, across=60)
    if hand == "pointer":
        app.person.button_down()
        wait_for(lambda: camera.controls["tilt_speed"] > 0, "it turns")
        app.person.button_up()
    else:
        app.person.wheel(1)
        wait_for(lambda: camera.control_writes > before, "it turns")
    camera.wait_for_control("tilt_speed", 0)
    wait_for(lambda: _value(app, "Tilt, Speed") == 0, "the slider rests, too")
