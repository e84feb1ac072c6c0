# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests that need the real GNOME Shell: its lock screen, and that it knows whose windows these are."""

import pytest

from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

pytestmark = pytest.mark.gnome(only=True)

_SAVER = "org.gnome.ScreenSaver"
#: The shell locks only where a display manager lets people in again; without one its own lock is made by hand.
_MAKE_LOCK = """
const make = module => global.shield = new module.ScreenShield();
try {
    Main.screenShield = make(imports.ui.screenShield);
} catch {
    // Modules since 45.
    import('resource:///org/gnome/shell/ui/screenShield.js').then(make);
}
"""


def test_the_locked_screen_turns_the_camera_off(app, camera, desktop):
    shell = desktop.display
    shell.evaluate(_MAKE_LOCK)
    wait_for(lambda: shell.evaluate("return global.shield !== undefined"), "there is a lock")
    for _ in range(2):
        shell.call(_SAVER, "Lock", None, path="/org/gnome/ScreenSaver", name=_SAVER)
        wait_for(lambda: camera.handles == 0, "the camera is closed")
        newest = camera.newest_frame
        shell.evaluate("global.shield.deactivate(false)")
        viewfinder = Viewfinder(app)
        viewfinder.wait_for_frame_in(viewfinder.area(), newest)


def test_the_window_is_the_applications(app, desktop):
    """Its icon and name in the overview come from the desktop file that the shell finds for it."""
    shell = desktop.display
    window = app.person.main_window
    found = f"global.get_window_actors().map(actor => actor.meta_window).find(w => String(w.get_id()) === '{window}')"
    assert shell.evaluate(f"return {found}.get_wm_class()") == "io.github.tintype.Tintype"
    tracker = "imports.gi.Shell.WindowTracker.get_default()"
    assert shell.evaluate(f"return {tracker}.get_window_app({found}).get_id()") == "io.github.tintype.Tintype.desktop"


def test_a_monitor_that_is_switched_off_turns_the_camera_off(app, camera, desktop):
    for _ in range(2):
        desktop.display.set_power(False)
        wait_for(lambda: camera.handles == 0, "the camera is closed", timeout=10)
        newest = camera.newest_frame
        desktop.display.set_power(True)
        viewfinder = Viewfinder(app)
        viewfinder.wait_for_frame_in(viewfinder.area(), newest)
