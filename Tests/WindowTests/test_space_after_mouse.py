# SPDX-License-Identifier: GPL-3.0-or-later
"""Hands use the mouse and then the keyboard: Space and Return take a photo after a click, a menu or another mode."""

import pytest

from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

pytestmark = pytest.mark.paced


@pytest.fixture
def camera(cameras):
    return cameras.make()


@pytest.fixture
def app(launch, camera, allowed):
    app = launch()
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    return app


def click_pro(app):
    app.person.click(app.find("Pro", "button"))
    app.find("Gain", "slider")


def click_auto_again(app):
    click_pro(app)
    app.person.click(app.find("Auto", "button"))
    app.wait_until_gone("Gain", "slider")


def look_for_codes(app):
    app.person.click(app.find("Scan Codes"))
    app.find("Point at a code")


def zoom(app):
    app.person.click(app.find("Zoom to 2×"))
    app.find("Zoom 2×, back to all")


def close_the_main_menu(app):
    app.person.key("F10")
    app.find("Preferences", "menu item")
    app.person.key("Escape")
    app.wait_until_gone("Preferences", "menu item")


def choose_no_timer(app):
    app.person.click(app.find("Self-Timer"))
    app.person.click(app.find("No Timer", "menu item"))
    app.wait_until_gone("No Timer", "menu item")


def click_away_from_a_menu(app):
    app.person.click(app.find("Main Menu"))
    app.find("Preferences", "menu item")
    app.person.click(app.find("Viewfinder"))
    app.wait_until_gone("Preferences", "menu item")


def click_the_picture(app):
    app.person.tab_to("Pro")
    app.person.click(app.find("Viewfinder"))


@pytest.mark.gnome()
@pytest.mark.wayland()
@pytest.mark.parametrize("key", ["space", "Return"])
@pytest.mark.parametrize("hands", [
    click_pro, click_auto_again, look_for_codes, zoom,
    close_the_main_menu, choose_no_timer, click_away_from_a_menu, click_the_picture,
])
def test_a_photo_is_taken_after(app, roll, hands, key):
    hands(app)
    for count in (1, 2):
        app.person.key(key)
        roll.wait_for(count)
    assert not app.shows("Preferences", "menu item")


@pytest.mark.wayland(scales=(1, 1.5, 2), lean=True)
def test_a_photo_is_taken_at_once_after_a_menu(app, roll):
    """Until the next picture is drawn the closed menu still has the focus."""
    for count in range(1, 7):
        app.person.click(app.find("Self-Timer"))
        app.person.click(app.find("No Timer", "menu item"))
        app.person.key("space")
        roll.wait_for(count, timeout=30)


@pytest.mark.wayland()
def test_a_button_that_the_keyboard_went_to_is_pressed(app, roll):
    app.person.tab_to("Pro")
    app.person.key("space")
    app.find("Gain", "slider")
    assert roll.files() == []


@pytest.mark.wayland()
def test_a_value_that_is_typed_takes_no_photo(app, roll):
    click_pro(app)
    app.person.double_click(app.find("White Balance", "slider"))
    app.person.key("5", "0", "0", "0", "Return")
    # While the field folds, keys are still its own.
    wait_for(lambda: app.has_keyboard("Viewfinder"), "the field has folded")
    app.person.key("space")
    assert len(roll.wait_for(1)) == 1
