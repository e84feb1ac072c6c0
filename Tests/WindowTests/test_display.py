# SPDX-License-Identifier: GPL-3.0-or-later
"""What a display and a program have to agree about, and no other test asks: where things are, and what is handed over."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from harness import places
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

SERVICES = Path(__file__).resolve().parents[1] / "Services"
SCALES = (1, 1.5, 2)


def click_item(app, button, name):
    """Clicks an item of the menu that hangs below a button."""
    item = app.find(name, "menu item")
    app.person.area_once_still(item)
    left, top, width, height = item.extents
    button_left, _, button_width, button_height = button.extents
    middle = button_left + button_width / 2
    # A wide menu is moved aside to stay in the window.
    is_beside = abs(left + width / 2 - middle) > button_width / 2
    if is_beside and not places.IS_NEEDED:
        # GTK 4.8 counts from the button's corner as if the menu's own were there, instead of below it.
        top += 2 * button_height / 3
    window_left, window_top, *_ = app.person.area_on_screen(app.find("Tintype", "window"))
    app.person.click_at(window_left + middle * app.scale, window_top + (top + height / 2) * app.scale)


@pytest.mark.gnome(scales=(1, 2))
@pytest.mark.wayland(scales=SCALES)
def test_menus_and_their_items_are_clicked_where_they_are_seen(app):
    button = app.find("Main Menu")
    app.person.click(button)
    click_item(app, button, "Keyboard Shortcuts")
    app.person.wait_for_dialog()
    app.find("Switch between Auto and Pro")
    app.person.key("Escape")
    app.person.wait_for_focus()


@pytest.mark.wayland(scales=SCALES)
def test_a_click_beside_a_menu_closes_it_and_does_nothing_else(app, camera):
    before = camera.control_writes
    app.person.click(app.find("Self-Timer"))
    app.find("No Timer", "menu item")
    app.person.click(app.find("Viewfinder"))
    app.wait_until_gone("No Timer", "menu item")
    assert camera.control_writes == before, "the click focused"


@pytest.mark.wayland()
@pytest.mark.parametrize("name, item", [("Main Menu", "Preferences"), ("Self-Timer", "No Timer")])
def test_escape_closes_a_menu_that_was_clicked(app, name, item):
    app.person.click(app.find(name))
    app.find(item, "menu item")
    app.person.key("Escape")
    app.wait_until_gone(item, "menu item")
    assert app.is_running


@pytest.fixture
def shot(app, roll):
    """The program with one photo taken: (program, photo)."""
    app.press("Take Photo")
    photo, = roll.wait_for(1)
    app.button("Last Photo")
    return app, photo


@pytest.mark.gnome()
@pytest.mark.wayland(scales=SCALES, lean=True)
def test_the_last_photo_can_be_dragged_to_another_program(shot, desktop, scratch):
    app, photo = shot
    record = scratch / "dropped"
    target = SimpleNamespace(pid=desktop.start([sys.executable, SERVICES / "drop.py", record], "drop").pid,
                             is_sandboxed=False)
    window = wait_for(lambda: desktop.display.windows(target, "Drop Here"), "the other program has a window")[0]
    wait_for(lambda: desktop.display.focus() == window, "the other program's window is there")
    # Beside each other, at every scale.
    app.person.resize(round(480 * app.scale), round(560 * app.scale))
    app.person.move_window(0, 0)
    desktop.display.move(window, round(500 * app.scale), 0)
    wait_for(lambda: desktop.display.geometry(window)[0] >= 500 * app.scale - 1, "the windows lie side by side")
    left, top, width, height = desktop.display.geometry(window)
    app.person.carry(app.find("Last Photo"), left + width // 2, top + height // 2)
    wait_for(lambda: record.exists() and record.read_text() == f"{photo}\n", "the photo's file is dropped, once")


@pytest.mark.wayland(scales=SCALES)
def test_the_window_has_the_size_that_it_was_given(app):
    for width, height in ((980, 560), (520, 740)):
        app.person.resize(round(width * app.scale), round(height * app.scale))
        _, _, inner_width, inner_height = wait_for(
            lambda: (lambda box: box[2] <= width and box[3] <= height and box)(app.find("Tintype", "window").extents),
            "the program takes the size")
        # On X11 the window's border is part of it.
        assert width - inner_width <= 12 and height - inner_height <= 12


@pytest.mark.wayland(only=True)
def test_another_scale_while_it_runs(app, desktop, camera):
    """As when the window goes to another monitor."""
    app.person.resize(600, 500)
    app.person.move_window(0, 0)
    area = Viewfinder(app).area()
    desktop.display.set_scale(2)
    app.scale = 2
    wait_for(lambda: Viewfinder(app).area()[2:] != area[2:], "the window is larger")
    Viewfinder(app).wait_until_live()
    before = camera.control_writes
    app.person.click(app.find("Viewfinder"))
    wait_for(lambda: camera.control_writes > before, "a click focuses")
