# SPDX-License-Identifier: GPL-3.0-or-later
"""A desktop of its own for each test: a display with its window manager, session bus, accessibility.

    with Desktop(folder, env) as desktop:
        Popen(…, env=desktop.env)

No portal and no other service of the machine can be reached: the bus knows only those that are named here.
"""

import contextlib
import signal
from pathlib import Path

from . import processes
from .accessible import AccessibilityBus
from .x11 import X11

#: Multiples of 3 and of 2, so that they are whole at a scale of 1.5 and of 2.
WIDTH, HEIGHT = 2004, 1500
_SERVICES = Path("/usr/share/dbus-1/services")
_BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir={folder}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>{services}</servicedir>
  <policy context="default">
    <allow send_destination="*"/> <allow receive_sender="*"/> <allow own="*"/>
  </policy>
</busconfig>
"""


class Desktop:
    """env: the environment that programs get, extended by this desktop's addresses.

    services: files of session services that may be activated besides accessibility.
    size: of the screen in pixels.
    """

    #: The kind of display that all desktops get, and its scale; the tests' options and marks choose.
    kind, scale = X11, 1

    def __init__(self, folder, env, services=(), size=(WIDTH, HEIGHT)):
        self.folder = Path(folder)
        self.env = dict(env)
        self._size = size
        self.display = None
        self._services = ["org.a11y.Bus.service", *services]
        self._processes = []

    def __enter__(self):
        try:
            self._start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_):
        self.close()

    def _start(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        self.display = self.kind(self, self._size, self.scale)
        self.env["DBUS_SESSION_BUS_ADDRESS"] = self.start_bus("bus", self._services)
        self.accessibility = AccessibilityBus(self.env["DBUS_SESSION_BUS_ADDRESS"])
        self.display.settle()

    def offer(self, service):
        """Lets a session service be activated; before the bus has started."""
        self._services.append(service)

    @property
    def screen(self):
        """Pictures of the screen: shot(area) and save(path)."""
        return self.display.screen

    def start(self, command, name):
        """Starts a program that ends with the desktop; its output goes to NAME.log."""
        process = processes.start(command, self.folder / f"{name}.log", self.env)
        self._processes.append(process)
        return process

    @contextlib.contextmanager
    def frozen_display(self):
        """The X server, or compositor, takes everything and answers nothing."""
        self.display.server.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.display.server.send_signal(signal.SIGCONT)

    def close(self):
        """Ends all that was started here and by what was started here."""
        accessibility = self.__dict__.pop("accessibility", None)
        if accessibility:
            accessibility.close()
        if self.display:
            self.display.close()
        below = [each for process in self._processes for each in processes.descendants(process.pid)]
        for process in reversed(self._processes):
            processes.stop(process)
        processes.end_all(below)

    def start_bus(self, name, services=()):
        """A session bus of this name, which starts these services; returns its address."""
        folder = self.folder / f"services-{name}"
        folder.mkdir()
        for service in services:
            (folder / Path(service).name).symlink_to(_SERVICES / service)
        config = self.folder / f"{name}.conf"
        config.write_text(_BUS.format(folder=self.env["XDG_RUNTIME_DIR"], services=folder))
        command = ["dbus-daemon", "--nofork", "--nopidfile", f"--config-file={config}", "--print-address="]
        return self.start_telling(command, name)[1]

    def start_telling(self, command, name):
        """Starts a program that tells its address through the descriptor given by its last option."""
        last = command[-1]
        joined, option = (command[:-1], last) if last.endswith("=") else (command, "")
        process, line = processes.start_and_read(joined, self.folder / f"{name}.log", self.env, option)
        self._processes.append(process)
        return process, line
