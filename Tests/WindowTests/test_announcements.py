# SPDX-License-Identifier: GPL-3.0-or-later
"""Events are announced to people who don't see them."""

import pytest

from harness import videos
from harness.heard import Heard
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for


@pytest.fixture
def start(launch, cameras, allowed):
    started = []

    def start(**settings):
        allowed.store(photo_format="jpeg", **settings)
        camera = cameras.make()
        app = launch()
        Viewfinder(app).wait_until_live()
        app.person.wait_for_focus()
        started.append(Heard(app))
        return app, camera, started[0]
    yield start
    for heard in started:
        heard.close()


def test_a_photo(start, roll):
    app, _, heard = start()
    for _ in range(2):
        app.person.key("space")
        heard.wait_for("Photo taken")


def test_the_countdown_and_a_message(start):
    app, _, heard = start(self_timer=10)
    app.person.key("space")
    heard.wait_for("9 seconds left")
    heard.wait_for("8 seconds left")
    app.person.key("Escape")
    heard.wait_for("Timer cancelled")


def test_the_mode(start):
    app, _, heard = start()
    for mode in ("Pro", "Auto"):
        app.person.key("ctrl+m")
        heard.wait_for(mode)


def test_a_recording(silent, start):
    app, _, heard = start()
    app.person.key("r")
    heard.wait_for("Recording")
    videos.record_for(app, 1)
    app.person.key("r")
    heard.wait_for("Video saved")


def test_a_camera_that_goes_and_comes_back(start):
    app, camera, heard = start()
    camera.unplug()
    app.find("Camera disconnected")
    # If GTK announces nothing, the focus goes there.
    if not app.has_keyboard("Camera disconnected"):
        heard.wait_for("Camera disconnected. ")
    camera.replug()
    heard.wait_for("The camera is on.")


def test_a_message_below_an_open_dialog_gets_the_keyboard_once_that_is_closed(start):
    app, camera, _ = start()
    app.person.key("ctrl+comma")
    app.person.wait_for_dialog()
    camera.unplug()
    app.find("Camera disconnected")
    app.person.key("Escape")
    wait_for(lambda: app.has_keyboard("Camera disconnected"), "the keyboard is at the message")


def test_a_turn_of_a_dial(start):
    app, _, heard = start(last_shooting_mode="pro")
    app.find("Shutter", "slider")
    app.person.tab_to("White Balance")
    app.person.key("End")
    heard.wait_for("6500 K")
    # Once, not as the value and as a description.
    app.person.key("Home")
    assert "6500 K" not in heard.wait_for("2000 K")


def test_keys_that_change_the_picture(start):
    app, _, heard = start(last_shooting_mode="pro")
    app.find("Shutter", "slider")
    app.person.wait_for_focus()
    for key, words in [("z", "Zoom "), ("g", "Grid: Thirds"), ("e", "Zebra on"), ("e", "Zebra off"),
                       ("p", "Focus Peaking on"), ("o", "Focus Loupe off"), ("h", "Histogram: Brightness")]:
        app.person.key(key)
        heard.wait_for(words)
