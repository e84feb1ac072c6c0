# SPDX-License-Identifier: GPL-3.0-or-later
"""The real GNOME Settings: lists Tintype among those that use the camera, and has a switch for it."""

import os
import shutil

import pytest

from harness import processes
from harness.accessible import Gone
from harness.desktop import Desktop
from harness.permission_store import CAMERA, store  # noqa: F401
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

PROGRAM = "gnome-control-center"
pytestmark = pytest.mark.skipif(not shutil.which(PROGRAM), reason=f"{PROGRAM} is not installed; it needs 300 MB")


@pytest.fixture
def desktop(folder, home, backend):
    """One that is GNOME's, as far as settings are concerned."""
    environment = home.environment(backend) | {"XDG_CURRENT_DESKTOP": "GNOME"}
    services = ["org.freedesktop.impl.portal.PermissionStore.service", "org.gnome.Settings.service"]
    with Desktop(folder / "desktop", environment, services) as desktop:
        _be_a_system_bus_too(desktop)
        yield desktop


def _be_a_system_bus_too(desktop):
    """The settings end without one; an empty one will do."""
    address = desktop.env["DBUS_SESSION_BUS_ADDRESS"]
    processes.output(["gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path",
                      "/org/freedesktop/DBus", "--method", "org.freedesktop.DBus.UpdateActivationEnvironment",
                      f"{{'DBUS_SYSTEM_BUS_ADDRESS': '{address}'}}"], desktop.env)


class Settings:
    """The settings' window, once it is open."""

    def __init__(self, desktop):
        self._desktop = desktop

    def _root(self):
        for pid in processes.descendants(os.getpid()):
            # The kernel keeps fifteen letters.
            if processes.name(pid) == PROGRAM[:15]:
                return self._desktop.accessibility.application(pid)
        return None

    def _all(self):
        try:
            root = self._root()
            return root.survey() if root else []
        except Gone:
            return []

    def switch_of(self, name):
        """The switch in the row that has this name; waits for it."""
        def found():
            rows = [each for each in self._all() if each.name == name and each.control.has_role("list item")]
            return [each.control for row in rows for each in row.parts if each.control.role in ("switch", "toggle button")]
        return wait_for(found, lambda: f"a switch of “{name}” in {[each.name for each in self._all()]}")[0]


def test_its_switch_turns_the_running_viewfinder_off_and_on(launch, desktop, camera, store):  # noqa: F811
    store.set(CAMERA, "yes")
    app = launch()
    Viewfinder(app).wait_until_live()
    store.set(CAMERA, "no")
    app.press("Open Settings")
    switch = Settings(desktop).switch_of("Tintype")
    switch.press()
    wait_for(lambda: store.get(CAMERA) == ["yes"], "the settings record a yes")
    wait_for(lambda: camera.is_streaming, "the camera is open")
    app.wait_until_gone("Camera access is off")
    switch.press()
    wait_for(lambda: store.get(CAMERA) == ["no"], "the settings record a no")
    wait_for(lambda: camera.handles == 0, "the camera is closed")
    app.find("Camera access is off")
