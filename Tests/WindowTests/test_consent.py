# SPDX-License-Identifier: GPL-3.0-or-later
"""Before the camera is touched for the first time, the person is asked."""

import numpy
import pytest

from harness.preferences import open_privacy
from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for

HEADING = "Allow Tintype to use the camera?"
ORANGE = (0xFF, 0x95, 0x00)
USAGE = "Tintype uses the camera to take photos and videos and to scan codes. You decide when it is on."


@pytest.mark.main
def test_first_launch_asks_and_explains(launch, camera):
    app = launch()
    app.find(HEADING, "label")
    app.find(USAGE, "label")
    app.button("Don't Allow")
    app.button("Allow")


def test_the_buttons_are_called_by_their_words(launch, camera):
    app = launch()
    app.button("Allow")
    names = [each.name for each in app.matching(role="button")]
    assert "Allow" in names and "Don't Allow" in names


@pytest.mark.main
def test_the_camera_is_opened_only_after_allow(launch, camera):
    app = launch()
    app.button("Allow")
    stays(lambda: camera.opens == 0, "the camera is closed while the question is open", 0.5)
    app.press("Allow")
    Viewfinder(app).wait_until_live()
    assert camera.opens > 0
    app.wait_until_gone(HEADING)


@pytest.mark.main
def test_the_answer_allow_is_remembered(launch, camera, home):
    app = launch()
    app.press("Allow")
    Viewfinder(app).wait_until_live()
    assert app.close() == 0
    assert home.settings()["camera-access"] == "'yes'"
    again = launch()
    Viewfinder(again).wait_until_live()
    assert not again.shows(HEADING)


@pytest.mark.gnome()
@pytest.mark.wayland()
def test_escape_leaves_the_question_open(launch, camera, home):
    app = launch()
    app.person.answer(HEADING, "Escape")
    page = app.find("Camera access needed")
    assert page.description == USAGE
    app.button("Allow Camera…")
    assert not app.shows("Something wrong?") and not app.shows("Use Test Scene"), "one button"
    assert "camera-access" not in home.settings()
    assert camera.opens == 0
    app.press("Allow Camera…")
    app.press("Allow")
    Viewfinder(app).wait_until_live()
    app.wait_until_gone("Camera access needed")


@pytest.mark.main
@pytest.mark.gnome()
@pytest.mark.wayland(lean=True)
@pytest.mark.parametrize("key", ["space", "Return"])
def test_the_shutters_key_answers_no_question(launch, camera, home, key):
    app = launch()
    app.person.wait_for_dialog()
    # Before, at, and after the moment from which keys count.
    app.person.key_often(key, 6, 0.2)
    app.find(HEADING, "label")
    assert camera.opens == 0 and "camera-access" not in home.settings()
    # A dialog within the window has the heading as its own name, and the keyboard beside the words.
    inside = [part.control.role for each in app.seen(HEADING, "alert dialog") for part in each.parts
              if "focused" in part.states]
    assert app.has_keyboard(HEADING) or inside and "button" not in inside, "who hears the screen hears the question first"


@pytest.mark.gnome()
@pytest.mark.wayland(scales=(1, 1.5, 2))
def test_the_question_is_answered_by_the_keyboard(launch, camera, home):
    app = launch()
    app.find(HEADING, "label")
    app.person.wait_for_dialog()
    app.person.tab_to("Allow")
    app.person.answer(HEADING, "space")
    Viewfinder(app).wait_until_live()
    assert home.settings()["camera-access"] == "'yes'"


@pytest.mark.main
def test_dont_allow_is_remembered(launch, camera, home):
    app = launch()
    app.press("Don't Allow")
    app.wait_until_gone(HEADING)
    app.find("Camera access is off")
    app.close()
    assert home.settings()["camera-access"] == "'no'"
    again = launch()
    again.find("Camera access is off")
    again.button("Open Settings")
    assert not again.shows(HEADING)
    assert camera.opens == 0


@pytest.mark.main
def test_open_settings_leads_to_the_switch(launch, camera, home):
    home.store(camera_access="no")
    app = launch()
    app.press("Open Settings")
    app.find("Camera Access", "switch").press()
    wait_for(lambda: home.settings()["camera-access"] == "'yes'", "the switch is remembered")
    app.person.wait_for_dialog()
    app.person.key("Escape")
    Viewfinder(app).wait_until_live()


@pytest.mark.main
def test_access_withdrawn_in_the_settings_closes_the_camera(launch, camera, allowed):
    app = launch()
    Viewfinder(app).wait_until_live()
    open_privacy(app)
    app.find("Camera Access", "switch").press()
    app.find("Camera access is off")
    wait_for(lambda: camera.handles == 0, "the camera is closed")
    assert allowed.settings()["camera-access"] == "'no'"


def test_the_first_launch_is_one_page(launch, camera):
    """The icon, one promise, one button, and a quiet way to refuse; nothing is said twice and nothing lies over it."""
    app = launch()
    app.button("Allow")
    app.person.wait_for_dialog()
    assert app.desktop.display.focus() == app.person.main_window
    assert len(app.seen(HEADING, "label")) == len(app.seen(USAGE, "label")) == 1
    for words in ("Camera access needed", "Allow Camera…", "Something wrong?", "Use Test Scene"):
        assert not app.shows(words)
    assert app.button("Allow").extents[1] < app.button("Don't Allow").extents[1]
    # Newer GTK leaves borders and padding out of the places it reports, so the button is looked for on the screen.
    area = app.desktop.display.geometry(app.person.main_window)
    width, height = area[2:]
    rows = app.desktop.screen.shot(area)[height // 4:3 * height // 4].astype(int)
    orange = numpy.flatnonzero((abs(rows - ORANGE).max(axis=2) < 8).sum(axis=0) > 20)
    assert abs(orange[0] + orange[-1] - width) <= 4
