# SPDX-License-Identifier: GPL-3.0-or-later
"""Format, size and rate of a camera: chosen by Tintype, unless the person does."""

from harness import preferences
from harness.photos import Photo
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

CHOICES = [
    "Automatic", "1280 × 720, 30 fps, compressed (MJPG)", "640 × 480, 30 fps, uncompressed: 18 MB/s (YUYV)",
    "640 × 480, 15 fps, uncompressed: 9.2 MB/s (YUYV)"]


def _open_preferences(app):
    app.person.wait_for_focus()
    app.person.key("ctrl+comma")
    app.find("Preferences", preferences.ROLES)
    app.person.wait_for_dialog()


def _items(app):
    """The choices in the list that is open."""
    items = [[part.name for part in each.parts if part.name in CHOICES] for each in app.seen(role="list item")]
    return [names[0] for names in items if names]


def _choose(app, words):
    app.find("Pictures", "combo box")
    app.person.tab_to("Pictures")
    app.person.key("space")
    wait_for(lambda: len(_items(app)) >= len(CHOICES), lambda: f"the choices in {app.outline()}")
    assert _items(app)[-len(CHOICES):] == CHOICES
    app.person.key("Home", *["Down"] * CHOICES.index(words), "Return")
    wait_for(lambda: app.has_keyboard("Pictures"), "the list is closed")


def test_a_mode_is_chosen_and_remembered_for_that_camera(launch, cameras, allowed, roll, scratch):
    camera = cameras.make(modes=["MJPG:1280x720@30", "YUYV:640x480@30,15"])
    app = launch()
    Viewfinder(app).wait_until_live()
    _open_preferences(app)
    _choose(app, CHOICES[2])
    wait_for(lambda: "YUYV 640x480 30/1" in allowed.settings().get("camera-modes", ""), "it is remembered")
    app.person.key("Escape")
    app.wait_until_gone("Preferences", preferences.ROLES)
    Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    assert Photo(roll.wait_for(1)[0]).pixels(scratch).shape[:2] == (480, 640)
    assert app.close() == 0
    again = launch()
    Viewfinder(again).wait_until_live()
    assert camera.status()["format"] == "YUYV"


def test_without_a_camera_there_is_nothing_to_choose(launch, allowed):
    app = launch()
    app.find("No camera found")
    _open_preferences(app)
    assert not app.shows("Pictures", "combo box")
