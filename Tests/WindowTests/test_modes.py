# SPDX-License-Identifier: GPL-3.0-or-later
"""The mode of the last session comes back, before anything is seen."""

import re

import pytest

from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

#: The names of the dials of the virtual camera and of the test scene.
DIALS = ("Shutter", "Gain", "White Balance", "Focus")


def _mode(app):
    """The mode whose button is down; waits for the window."""
    def down():
        return [each.name for each in app.matching(role="button")
                if each.name in ("Auto", "Pro") and "pressed" in each.states]
    return wait_for(down, "a mode is chosen")[0]


def _dials(app):
    """The sliders that have a place on the screen, by name."""
    return {each.name: each for each in app.matching(role="slider") if each.extents[3] > 0 and "visible" in each.states}


def _dials_are_shown(app):
    """Whether each dial is there, and values with their units."""
    values = [each.name for each in app.seen(role="label") if re.fullmatch(r"1/\d+ s|\d+ K|\d+ %", each.name)]
    return set(DIALS) <= set(_dials(app)) and len(values) >= 3


def _choose_pro_and_quit(app):
    app.find("Pro", "button").press()
    wait_for(lambda: _mode(app) == "Pro", "Pro is chosen")
    app.person.wait_for_focus()
    app.person.key("ctrl+q")
    assert app.wait_for_end() == 0


@pytest.mark.main
@pytest.mark.parametrize("backend", ["keyfile", "dconf"])
def test_pro_comes_back(launch, backend):
    app = launch("--camera=test")
    assert _mode(app) == "Auto"
    Viewfinder(app).wait_until_moving()
    _choose_pro_and_quit(app)
    again = launch("--camera=test")
    # The first look already, without waiting for it.
    assert _mode(again) == "Pro"
    wait_for(lambda: _dials_are_shown(again), lambda: "the dials\n" + again.outline())


@pytest.mark.parametrize("backend", ["memory"])
def test_modes_work_where_nothing_can_be_kept(launch, backend):
    app = launch("--camera=test")
    assert _mode(app) == "Auto"
    _choose_pro_and_quit(app)
    assert _mode(launch("--camera=test")) == "Auto"


def test_a_mode_that_can_not_be_read_means_auto(launch, home):
    home.store_text("last-shooting-mode", "not a value")
    app = launch("--camera=test")
    assert _mode(app) == "Auto"
    Viewfinder(app).wait_until_moving()


@pytest.mark.main
def test_dials_show_the_cameras_own_values(launch, cameras, home):
    home.store(camera_access="yes", last_shooting_mode="pro")
    camera = cameras.make()
    app = launch()
    Viewfinder(app).wait_until_live()
    wait_for(lambda: _dials_are_shown(app), lambda: "the dials\n" + app.outline())
    # Another program turns a control: the dial follows.
    camera.command("set", "white_balance_automatic", 0)
    camera.command("set", "white_balance_temperature", 3200)
    app.find("3200 K", "label")


@pytest.mark.main
def test_auto_has_no_dials(launch):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    assert not _dials_are_shown(app)
