# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything in the menus has a key, and the keys do what the list of shortcuts says."""

import pytest

from harness import legibility, preferences
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for


@pytest.fixture
def app(launch):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.person.wait_for_focus()
    return app


@pytest.mark.wayland(scales=(1, 1.5, 2), lean=True)
def test_f10_opens_the_main_menu(app):
    app.person.key("F10")
    for item in ("Preferences", "Keyboard Shortcuts", "About Tintype"):
        app.find(item, "menu item")


@pytest.mark.wayland()
def test_about_is_in_the_menu(app):
    app.person.key("F10")
    app.find("About Tintype", "menu item").press()
    app.person.wait_for_dialog()
    app.find("Tintype", "label")
    app.person.key("Escape")
    app.person.wait_for_focus()


@pytest.mark.wayland(lean=True)
def test_control_comma_opens_the_preferences(app):
    app.person.key("ctrl+comma")
    app.find("Preferences", preferences.ROLES)
    app.find("Format")
    app.person.wait_for_dialog()
    app.person.key("Escape")
    app.wait_until_gone("Preferences", preferences.ROLES)


@pytest.mark.wayland()
def test_control_question_mark_lists_the_keys(app):
    app.person.key("ctrl+question")
    for line in ("Take photo", "Switch between Auto and Pro", "Main menu", "Quit"):
        app.find(line)


def test_the_keys_are_on_one_page_that_begins_with_the_camera(app):
    app.person.key("ctrl+question")
    app.person.wait_for_dialog()
    wait_for(lambda: app.has_keyboard("Take photo"), "the first line has the keyboard")
    assert app.find("Take photo", "list item").description == "Space, Return"
    groups = ["Camera", "Photos", "Focus and Exposure", "Zoom", "Dials in Pro", "Viewing Aids", "While Looking at Photos",
              "General"]
    lists = [each for each in app.matching(role="list") if each.name in groups]
    tops = {each.name: each.extents[1] for each in lists}
    assert sorted(tops, key=tops.get) == groups
    # One column, also in a small window; the page is scrolled to what has the keyboard.
    page = legibility.front(app)
    page.resize(360, 480)
    assert len({each.extents[0] for each in lists}) == 1
    app.person.key("End")
    wait_for(lambda: app.has_keyboard("Scan latest screenshot"), "the last line of the first list")


@pytest.mark.wayland()
def test_control_m_switches_the_mode(app):
    def pressed(name):
        return "pressed" in app.find(name, "button").states
    assert pressed("Auto")
    app.person.key("ctrl+m")
    wait_for(lambda: pressed("Pro") and not pressed("Auto"), "Pro is chosen")
    app.person.key("ctrl+m")
    wait_for(lambda: pressed("Auto") and not pressed("Pro"), "Auto is chosen")


@pytest.mark.wayland()
def test_control_q_quits(app):
    app.person.key("ctrl+q")
    assert app.wait_for_end() == 0


@pytest.mark.wayland()
@pytest.mark.parametrize("over", ["Preferences", "Keyboard Shortcuts", "Help", "About Tintype"])
def test_control_q_quits_whatever_lies_over_the_picture(app, over):
    app.person.key("F10")
    app.find(over, "menu item").press()
    app.person.wait_for_dialog()
    app.person.key("ctrl+q")
    assert app.wait_for_end() == 0


@pytest.mark.parametrize("button, last", [("More", "Reset All"), ("Viewing Aids", "Golden Section")])
def test_tab_goes_round_in_a_menu(launch, home, button, last):
    """Nothing in a menu that scrolls keeps the keyboard."""
    home.store(last_shooting_mode="pro")
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.find("Shutter", "slider")
    app.person.wait_for_focus()
    app.press(button)
    app.find(last)

    def reached(name):
        def step():
            app.person.key("Tab")
            return any(each.name == name for each in app.focused())
        wait_for(step, f"Tab leads to {name}", interval=0.1)
    first = wait_for(app.focused, "something has the keyboard")[-1].name
    reached(last if button == "More" else first)
    reached(first)
