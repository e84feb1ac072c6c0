# SPDX-License-Identifier: GPL-3.0-or-later
"""Shapes that carry meaning have three to one with what is behind them, over white and over black: from pixels."""

import numpy
import pytest

from harness import legibility
from harness.legibility import contrast
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

#: Values of grey: the darkest and the brightest that a camera gives.
SCENES = {"black": 16, "white": 235}
LEAST = 3


@pytest.fixture
def start(launch, cameras, allowed):
    def start(grey=16, mode="auto", **camera):
        allowed.store(last_shooting_mode=mode, photo_format="jpeg")
        cameras.show(numpy.full((720, 1280), grey, numpy.uint8))
        cameras.make(modes=["MJPG:1280x720@30"], **camera)
        app = launch()
        Viewfinder(app).wait_until_moving()
        app.person.wait_for_focus()
        return app
    return start


def _on_screen(app, control, dialog):
    if not dialog:
        return app.person.area_on_screen(control)
    (x, y, *_), (left, top, right, bottom) = dialog._geometry(), dialog._area(control)
    return x + left, y + top, right - left, bottom - top


def _expect(app, control, columns=(0, 1), rows=(0, 1), beside=0, dialog=None):
    """The part of a control, in fractions of its width and height, and these pixels beside it, has contrast enough."""
    def ratio():
        left, top, width, height = _on_screen(app, control, dialog)
        across = [round(left + width * part) for part in columns]
        down = [round(top + height * part) for part in rows]
        return contrast(app.desktop.screen.shot((across[0] - beside, down[0], max(1, across[1] - across[0]) + 2 * beside,
                                                 max(1, down[1] - down[0]))))
    wait_for(lambda: ratio() >= LEAST, lambda: f"{control} has {ratio():.1f}:1", 10)


def test_a_switch_and_the_edge_of_a_card(start):
    app = start()
    app.person.key("ctrl+comma")
    app.person.wait_for_dialog()
    dialog = legibility.front(app)
    switch = app.find("Best Moment", "switch")
    # From its middle, in pixels: newer GTK counts the border that is not seen, too.
    _, _, width, height = switch.extents
    # Beside the knob, from the card above it to the card below it.
    _expect(app, switch, columns=(0.5 + 8 / width, 0.5 + 8.8 / width), rows=(0.5 - 18 / height, 0.5 + 18 / height),
            dialog=dialog)
    # From the card through its edge to what is outside.
    _expect(app, switch, columns=(0.5 + 20 / width, 0.5 + 44 / width), dialog=dialog)


@pytest.mark.parametrize("grey", SCENES.values(), ids=SCENES)
def test_the_focus_mark_and_the_track_of_the_sun(start, grey):
    # There is nothing to focus on; the exposure follows the click.
    app = start(grey, without="focus_absolute,focus_automatic_continuous")
    viewfinder = app.find("Viewfinder")
    app.person.click(viewfinder)
    sun = app.find("Exposure at the Point", "slider")
    # The mark without its words and the slider.
    _expect(app, viewfinder, columns=(0.4, 0.5), rows=(0.35, 0.5))
    _expect(app, sun, columns=(0.1, 0.9), rows=(0.16, 0.2))


@pytest.mark.parametrize("grey", SCENES.values(), ids=SCENES)
def test_the_ticks_of_the_ruler(start, grey):
    app = start(grey, "pro")
    app.person.click(app.find("White Balance", "slider"))
    end = app.find("Back to Automatic", "button")
    # To the left of the button, beside the needle and below the words.
    _expect(app, end, columns=(-5, -1.5), rows=(0.62, 0.8))


def test_the_zoom_over_white(start):
    app = start(235)
    zoom = app.button("Zoom 1×, come nearer")
    # The picture, and what the buttons lie on.
    _expect(app, zoom, columns=(0, 0.1), rows=(-0.3, 0.5))


def test_the_edge_of_the_last_photo(start, roll):
    app = start()
    app.press("Take Photo")
    roll.wait_for(1)
    _expect(app, app.button("Last Photo"), columns=(0, 0.06), rows=(0.4, 0.6), beside=6)


def test_the_ring_of_what_has_the_keyboard(start):
    app = start()
    for name in ("Self-Timer", "Main Menu"):
        app.person.tab_to(name)
        _expect(app, app.button(name), columns=(0, 0.1), rows=(0.4, 0.6), beside=4)
