# SPDX-License-Identifier: GPL-3.0-or-later
"""The help works offline, by the keyboard, and is in the main menu; photos come first there."""

import pytest

from harness import legibility
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

SECTIONS = ["Taking Photos", "Focusing", "Videos", "Pro", "Your Photos", "Codes", "Privacy", "When Something Is Wrong"]


@pytest.fixture
def app(launch):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.person.wait_for_focus()
    return app


def test_f1_opens_it_the_arrows_read_it_and_escape_closes_it(app):
    app.person.key("F1")
    app.person.wait_for_dialog()
    for section in SECTIONS:
        wait_for(lambda section=section: app.has_keyboard(section, "list item"), f"“{section}” has the keyboard")
        assert len(app.find(section, "list item").description) > 40
        app.person.key("Down")
    assert "Pictures/Camera" in app.find("Your Photos", "list item").description
    app.person.key("Escape")
    app.wait_until_gone("Taking Photos")
    app.person.wait_for_focus()


def test_the_menu_has_photos_first_and_help(app):
    app.press("Main Menu")
    app.find("Photos", "menu item")
    items = [each.name for each in app.seen(role="menu item")]
    assert items[0] == "Photos" and "Help" in items
    app.find("Help", "menu item").press()
    app.person.wait_for_dialog()
    app.find("Taking Photos", "list item")


def test_photos_in_the_menu_opens_them(launch, home, roll):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.press("Take Photo")
    roll.wait_for(1)
    app.button("Last Photo")
    app.press("Main Menu")
    app.find("Photos", "menu item").press()
    app.button("Back to Camera")


def test_it_can_be_read_in_a_small_window(app):
    app.person.key("F1")
    app.person.wait_for_dialog()
    window = legibility.front(app)
    window.resize(360, 480)
    # What scrolling cuts may show nothing but its background.
    assert window.contrasts()["Taking Photos"] >= 4.5
    assert not window.outside() and not window.nameless()
