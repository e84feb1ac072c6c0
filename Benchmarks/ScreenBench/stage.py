# SPDX-License-Identifier: GPL-3.0-or-later
"""The stage for measuring programs: a desktop with its services, a home, and a camera that offers one mode."""

import os
import subprocess
import tempfile
from pathlib import Path

from harness import cameras as virtual_cameras
from harness import processes
from harness.desktop import Desktop
from harness.home import Home
from harness.x11 import X11

from . import priority

#: Services of a real desktop that programs talk to while they start.
_SERVICES = ["org.freedesktop.impl.portal.PermissionStore.service", "org.freedesktop.portal.Desktop.service",
             "org.freedesktop.impl.portal.desktop.gtk.service"]
_STORE = "org.freedesktop.impl.portal.PermissionStore"
APP_ID = "io.github.tintype.Tintype"
CAMERA_NAME = "Acme HD Webcam"


class Stage:
    """with Stage(size) as stage: everything in it ends with it.

    size: of the screen in pixels.
    display: of the harness.
    """

    def __init__(self, size=(2000, 1500), display=X11):
        self._size, self._display = size, display

    def __enter__(self):
        processes.adopt_orphans()
        virtual_cameras.build()
        self._folder = tempfile.TemporaryDirectory(prefix="tintype-", ignore_cleanup_errors=True)
        root = Path(self._folder.name)
        self.home = Home(root)
        self.home.store(library_access="yes", camera_access="yes")
        services = [name for name in _SERVICES if Path("/usr/share/dbus-1/services", name).exists()]
        Desktop.kind = self._display
        self.desktop = Desktop(root / "desktop", self.home.environment(), services, self._size)
        try:
            self.desktop.__enter__()
            #: The process that draws for programs: X server or compositor.
            self.server = self.desktop.display.server.pid
            self._warm_up()
            for pid in processes.descendants(os.getpid()):
                priority.lift(pid)
        except BaseException:
            self.__exit__()
            raise
        self._bags = 0
        self.cameras = self.camera = None
        return self

    def __exit__(self, *_):
        self.desktop.close()
        self._folder.cleanup()

    def _warm_up(self):
        """Wakes the services, so that the first program does not pay for them, and answers Tintype's questions."""
        self._call("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.DBus.Peer.Ping")
        for table, key in (("devices", "camera"), (f"{APP_ID}.photos", "library")):
            self._call(_STORE, "/" + _STORE.replace(".", "/"), f"{_STORE}.SetPermission", table, "true", key, APP_ID,
                       "['yes']")

    def _call(self, name, path, method, *arguments):
        command = ["gdbus", "call", "--session", "--dest", name, "--object-path", path, "--method", method, *arguments]
        subprocess.run(command, env=self.desktop.env, capture_output=True, timeout=30, check=False)

    def plug_in(self, mode):
        """In place of the camera that was there, one with a single mode, such as "MJPG:1920x1080@30"."""
        self._bags += 1
        self.cameras = virtual_cameras.CameraBag(Path(self._folder.name) / f"cameras-{self._bags}")
        self.camera = self.cameras.make(modes=[mode], name=CAMERA_NAME)
        #: When the camera had a frame ready, in nanoseconds of the monotonic clock.
        self.done_ns = virtual_cameras.framecode.Ring(str(self.cameras.folder / "video0/state")).done_ns
