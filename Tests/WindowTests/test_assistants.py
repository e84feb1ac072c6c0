# SPDX-License-Identifier: GPL-3.0-or-later
"""Pro's assistants: what they draw over the viewfinder, their keys, and that they are remembered."""

import numpy
import pytest

from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for


@pytest.fixture
def app(launch, home):
    home.store(last_shooting_mode="pro")
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.find("Focus", "slider")
    app.person.wait_for_focus()
    return app


def _pink(app):
    """How many pixels have the colour that peaking alone has."""
    pixels = Viewfinder(app).pixels().astype(int)
    red, green, blue = pixels[..., 0], pixels[..., 1], pixels[..., 2]
    return int(((red > 240) & (green < 60) & (blue > 160)).sum())


def test_peaking_marks_what_is_sharp_and_is_remembered(app, home):
    stays(lambda: _pink(app) < 50, "nothing is marked", 0.5)
    app.person.key("p")
    wait_for(lambda: _pink(app) > 2000, lambda: f"edges are marked: {_pink(app)}")
    sharp = _pink(app)
    # Out of focus there is less to mark.
    app.person.take_up("Focus")
    app.person.key("Home")
    wait_for(lambda: _pink(app) < sharp / 2, lambda: f"the marks go with the focus: {sharp} → {_pink(app)}")
    wait_for(lambda: home.settings()["focus-peaking"] == "true", "it is remembered")
    app.press("Auto")
    wait_for(lambda: _pink(app) < 50, "Auto has no marks")


def test_zebra_marks_clipped_highlights(app):
    app.person.take_up("Exposure")
    app.person.key("End")

    def striped():
        pixels = Viewfinder(app).pixels().astype(int)
        white = (pixels > 245).all(axis=2)
        dark = (pixels < 45).all(axis=2)
        # Along a line that is clipped, dark stripes alternate with white.
        return int((white[:, 8:] & dark[:, :-8]).sum())

    plain = striped()
    app.person.key("e")
    wait_for(lambda: striped() > plain + 500, lambda: f"stripes are drawn: {plain} → {striped()}")


def test_the_grid_has_its_lines_in_their_places(app):
    def contrast(part):
        """How much brighter a column is than those beside it."""
        pixels = Viewfinder(app).pixels().astype(int).sum(axis=2)
        left, _, width, _ = Viewfinder.box_in(Viewfinder(app).pixels())
        x = left + int(width * part)
        near = numpy.abs(pixels[:, x - 2:x + 3] - pixels[:, x - 8:x - 7]).max(axis=1)
        return float((near > 60).mean())

    assert contrast(1 / 3) < 0.7
    app.person.key("g")
    wait_for(lambda: contrast(1 / 3) > 0.9 and contrast(2 / 3) > 0.9, lambda: f"thirds: {contrast(1 / 3)}")


def test_the_menu_says_what_is_on(app, home):
    app.press("Viewing Aids")
    app.find("Golden Section").press()
    wait_for(lambda: home.settings()["grid"] == "'golden'", "the grid is chosen")
    # No accelerometer, no level.
    assert not app.shows("Level")


def test_the_loupe_opens_while_focusing_by_hand(app):
    assert not app.shows("Loupe", "image")
    dial = app.find("Focus", "slider")

    def opened_by_the_wheel():
        # It goes a moment after the last movement, which may be sooner than a busy machine has asked for all controls.
        app.person.wheel(2, dial)
        return app.shows("Loupe", "image")
    wait_for(opened_by_the_wheel, "the loupe opens")
    app.wait_until_gone("Loupe", "image", timeout=10)
