# SPDX-License-Identifier: GPL-3.0-or-later
"""High contrast: widgets that differ from their background by a shade have an edge, and dim words are as strong as others.
Large letters: nothing is cut."""

import pytest

from harness import legibility, processes
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

HIGH_CONTRAST = {"ADW_DEBUG_HIGH_CONTRAST": "1"}


@pytest.mark.parametrize("mode", ["auto", "pro"])
def test_the_window(launch, cameras, allowed, roll, mode):
    cameras.make()
    allowed.store(last_shooting_mode=mode)
    app = launch(env=HIGH_CONTRAST)
    Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    roll.wait_for(1)
    button = app.button("Last Photo")
    shown = legibility.main(app)

    def edge():
        left, top, right, bottom = shown._area(button)
        return shown.pixels()[(top + bottom) // 2, left - 3:left + 1].min(axis=1).max()
    wait_for(lambda: edge() == 255, lambda: f"the last photo has a white edge, not one of {edge()}", 10)
    wait_for(lambda: min(shown.contrasts().values()) >= 7, lambda: f"contrast: {shown.contrasts()}", 10)


def test_the_preferences(launch, cameras, allowed):
    cameras.make()
    app = launch(env=HIGH_CONTRAST)
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    app.person.key("ctrl+comma")
    app.person.wait_for_dialog()
    shown = legibility.front(app)
    wait_for(lambda: shown.contrasts().get("Photos", 0) >= 7, lambda: f"contrast: {shown.contrasts()}", 10)


@pytest.mark.parametrize("mode", ["auto", "pro"])
@pytest.mark.parametrize("size", [(360, 480), (640, 480)], ids=["360x480", "640x480"])
def test_letters_half_as_large_again_are_not_cut(launch, cameras, allowed, desktop, mode, size):
    processes.output(["xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", "Xft.dpi:\t144\n"],
                     desktop.env)
    cameras.make()
    allowed.store(last_shooting_mode=mode, window_width=size[0], window_height=size[1])
    app = launch()
    Viewfinder(app).wait_until_live()
    _, _, width, height = app.find("Tintype", "window").extents
    for name in ("Auto", "Pro", "Main Menu", "Close", "Take Photo", "Self-Timer"):
        left, top, wide, high = app.button(name).extents
        assert 0 <= left and left + wide <= width and 0 <= top and top + high <= height, name
    # Chips go on behind the edge, where they scroll to; none is narrower than its words.
    for chip in [each for each in app.seen(role="slider") if each.name in ("Shutter", "Gain", "White Balance")]:
        words = [part.control.extents for part in chip.parts if part.control.role == "label"]
        left, _, wide, _ = chip.control.extents
        assert all(left <= x and x + w <= left + wide for x, _, w, _ in words), chip.name
