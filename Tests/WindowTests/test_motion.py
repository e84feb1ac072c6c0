# SPDX-License-Identifier: GPL-3.0-or-later
"""If the desktop wants no animations nothing moves: widgets appear in their place at once."""

import time

import numpy
import pytest

from harness.viewfinder import Viewfinder
from harness.waiting import wait_for


@pytest.fixture
def still(launch, cameras, allowed):
    """A window in which nothing moves by itself: the camera's picture rests."""
    def still(mode="auto"):
        allowed.set_animations(False)
        allowed.store(last_shooting_mode=mode, photo_format="jpeg")
        cameras.show(numpy.full((720, 1280), 60, numpy.uint8))
        camera = cameras.make(modes=["MJPG:1280x720@30"])
        app = launch()
        Viewfinder(app).wait_until_moving()

        def is_settled():
            before = camera.status()["exposure"]
            camera.wait_for_frames(3)
            return camera.status()["exposure"] == before
        wait_for(is_settled, "the camera's exposure has settled")
        app.person.wait_for_focus()
        return app
    return still


def _pictures(app, area, act):
    """What is seen in an area from an act on, each picture that differs from the one before: for a second, several times
    as long as anything takes where things may move."""
    seen = [app.desktop.screen.shot(area)]
    act()
    end = time.monotonic() + 1

    def is_over():
        now = app.desktop.screen.shot(area)
        if (now != seen[-1]).any():
            seen.append(now)
        return time.monotonic() > end
    wait_for(is_over, "a second is over", interval=0.002)
    return seen


def test_the_ruler(still):
    app = still("pro")
    app.person.point_at(app.find("White Balance", "slider"))
    left, top, width, height = Viewfinder(app).area()
    # The area where the ruler unfolds, without the chips below it.
    seen = _pictures(app, (left, top + height - 150, width, 80), lambda: app.person.do("click", 1))
    assert app.shows("Back to Automatic", "button")
    assert len(seen) == 2, f"it moves over {len(seen)} pictures"


def test_the_chips(still):
    app = still("pro")
    left, top, width, height = app.person.area_on_screen(app.find("Gain", "slider"))
    # The edge of a chip, without the words in it; it was there before, so its values are known.
    area = (left + 30, top - 8, width - 60, 16)
    chip = app.desktop.screen.shot(area)
    app.press("Auto")
    app.wait_until_gone("Gain", "slider")
    # The chips leave the accessible widgets before the next picture is drawn without them.
    wait_for(lambda: (app.desktop.screen.shot(area) != chip).any(), "the chip is off the screen")
    seen = _pictures(app, area, lambda: app.press("Pro"))
    assert app.shows("Gain", "slider")
    assert len(seen) == 2, f"they move over {len(seen)} pictures"


def test_the_last_photo(still, roll):
    app = still()
    app.press("Take Photo")
    roll.wait_for(1)
    left, top, width, height = app.person.area_on_screen(app.button("Last Photo"))
    # Around the button, where a photo that drops into its place is larger than it.
    seen = _pictures(app, (left + 4, top - 16, width - 8, 12), lambda: app.press("Take Photo"))
    assert len(seen) == 1, f"it moves over {len(seen)} pictures"


def test_a_message(still, roll):
    app = still()
    app.press("Take Photo")
    roll.wait_for(1)
    app.button("Last Photo")
    left, top, width, height = Viewfinder(app).area()
    seen = _pictures(app, (left + 40, top + height - 120, width - 80, 60), lambda: app.person.key("ctrl+z"))
    assert app.shows("Undo", "button")
    assert len(seen) == 2, f"it moves over {len(seen)} pictures"


def test_the_roll(still, roll):
    app = still()
    app.press("Take Photo")
    roll.wait_for(1)
    app.button("Last Photo")
    left, top, width, height = Viewfinder(app).area()
    seen = _pictures(app, (left + 100, top + 100, width - 200, height - 300), lambda: app.person.key("ctrl+p"))
    app.button("Back to Camera")
    # The page, and the photo as soon as it is read: its small picture first.
    assert len(seen) <= 4, f"it moves over {len(seen)} pictures"
