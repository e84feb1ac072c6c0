# SPDX-License-Identifier: GPL-3.0-or-later
"""The window's controls for a screen reader, a keyboard and a finger."""

import pytest

from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

#: Logical pixels, the least that a finger needs.
FINGER = 44


@pytest.fixture
def app(launch, cameras, allowed, roll):
    """With two cameras and a photo, so that every control is there."""
    cameras.make("/dev/video0", name="Left Camera")
    cameras.make("/dev/video1", name="Right Camera")
    app = launch()
    Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    roll.wait_for(1)
    app.button("Last Photo")
    return app


@pytest.mark.main
def test_controls_have_names_and_roles(app):
    for name in ("Auto", "Pro", "Take Photo", "Last Photo", "Main Menu", "Choose Camera", "Close"):
        assert "focusable" in app.find(name, "button").states, name
    app.find("Viewfinder", "image")
    app.find("Tintype", "window")
    assert "pressed" in app.find("Auto", "button").states
    assert "pressed" not in app.find("Pro", "button").states


def test_every_control_is_reached_by_tab(app):
    app.person.wait_for_focus()
    wanted = {each.name for each in app.matching(role="button") if "focusable" in each.states}
    assert {"Auto", "Pro", "Take Photo", "Last Photo", "Main Menu", "Choose Camera"} <= wanted
    # GTK leaves the window's own buttons to the keys of the window manager.
    wanted -= {"Minimize", "Maximize", "Close"}
    seen = set()

    for _ in range(3 * len(wanted)):
        before = app.focused()
        app.person.key("Tab")
        wait_for(lambda: app.focused() != before, f"Tab leaves {before}", timeout=5)
        seen |= {each.name for each in app.focused()}
        if wanted <= seen:
            break
    assert wanted <= seen, f"not reached: {wanted - seen}"


def test_a_finger_can_hit_every_button(app):
    small = []
    for control in app.matching(role="button"):
        if "focusable" in control.states:
            width, height = _hit_size(app, control)
            if min(width, height) < FINGER:
                small.append(f"{control.name} is {width}x{height}")
    assert not small


def _hit_size(app, control):
    """How far to each side of its middle a control still gets the clicks, in logical pixels."""
    window = app.find("Tintype", "window")
    left, top, width, height = control.extents
    x, y = left + width // 2, top + height // 2
    assert window.hits(control, x, y), f"the middle of {control} belongs to something else"

    def reach(step_x, step_y):
        distance = 0
        while window.hits(control, x + step_x * (distance + 1), y + step_y * (distance + 1)):
            distance += 1
        return distance

    return reach(-1, 0) + 1 + reach(1, 0), reach(0, -1) + 1 + reach(0, 1)


def test_choices_that_a_button_does_not_show_are_in_its_description(launch, cameras, allowed, home):
    home.store(self_timer=10)
    cameras.make("/dev/video0", name="Left Camera")
    cameras.make("/dev/video1", name="Right Camera")
    app = launch()
    Viewfinder(app).wait_until_live()

    def described(name):
        return {each.control.description for each in app.seen(name) if "focusable" in each.states}
    assert described("Self-Timer") == {"10 Seconds"}
    wait_for(lambda: described("Choose Camera") == {"Left Camera"}, "the camera in use")
    app.press("Video")
    wait_for(lambda: described("Speed") == {""}, "the usual speed, which needs no words")
    app.press("Speed")
    app.find("5 Seconds", "menu item").press()
    app.find("5 s", "label")
    wait_for(lambda: described("Speed") == {"5 Seconds"}, "the speed")
