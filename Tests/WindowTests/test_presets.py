# SPDX-License-Identifier: GPL-3.0-or-later
"""Presets: saved, named, applied, deleted."""

from harness.viewfinder import Viewfinder
from harness.waiting import wait_for


def _start(launch, home):
    home.store_text("last-shooting-mode", "'pro'")
    app = launch()
    Viewfinder(app).wait_until_live()
    app.find("White Balance", "slider")
    app.person.wait_for_focus()
    return app


def _turn(app, dial, key):
    app.person.take_up(dial)
    app.person.key(key)


def test_a_preset_is_saved_applied_and_deleted(launch, cameras, allowed):
    camera = cameras.make()
    app = _start(launch, allowed)
    _turn(app, "White Balance", "End")
    camera.wait_for_control("white_balance_temperature", 6500)
    app.press("Presets")
    wait_for(lambda: app.has_keyboard(role="text box"), "the name can be typed")
    # Letters that are keys elsewhere are letters here.
    app.person.type("Zoo, high gap")
    app.person.key("Return")
    app.button("Zoo, high gap")
    app.person.key("Escape")
    _turn(app, "White Balance", "Delete")
    camera.wait_for_control("white_balance_automatic", 1)
    _turn(app, "Gain", "End")
    camera.wait_for_control("gain", 255)
    assert app.close() == 0

    again = _start(launch, allowed)
    camera.wait_for_control("gain", 255)
    again.press("Presets")
    again.press("Zoo, high gap")
    camera.wait_for_control("white_balance_temperature", 6500)
    camera.wait_for_control("white_balance_automatic", 0)
    # Controls that the preset leaves out are the camera's again.
    camera.wait_for_control("gain", 0)
    again.press("Presets")
    again.press("Delete Zoo, high gap")
    wait_for(lambda: "high gap" not in allowed.settings()["pro-presets"], "the preset is forgotten")


def test_many_presets_scroll_and_the_name_of_a_new_one_stays(launch, cameras, allowed):
    cameras.make()
    app = _start(launch, allowed)
    app.press("Presets")
    wait_for(lambda: app.has_keyboard(role="text box"), "the name can be typed")
    for number in range(9):
        app.person.type(f"Preset {number}")
        app.person.key("Return")
        app.button(f"Preset {number}")
    popover = app.popover("Presets")
    left, top, width, height = popover.extents
    assert height <= 400, height
    for name in ("Save", "Preset 0"):
        x, y, _, h = app.find(name, "button").extents
        assert top <= y and y + h <= top + height, name
