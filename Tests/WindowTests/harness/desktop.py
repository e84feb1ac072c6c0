"""A desktop of its own for each test: X server, session bus, accessibility, window manager.

    with Desktop(folder, env) as desktop:
        Popen(…, env=desktop.env)

No portal and no other service of the machine can be reached: the bus knows only those that are named here.
"""

import contextlib
import signal
from pathlib import Path

from . import processes
from .accessible import AccessibilityBus
from .screen import Screen
from .waiting import wait_for

WIDTH, HEIGHT = 2000, 1500
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

    def __init__(self, folder, env, services=(), size=(WIDTH, HEIGHT)):
        self.folder = Path(folder)
        self.env = dict(env)
        self._size = size
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
        self._start_display()
        self._start_bus()
        manager = self.start(["openbox", "--sm-disable", "--config-file", self._openbox_config()], "openbox")
        self.screen = Screen(self.folder / "Xvfb_screen0")
        self.accessibility = AccessibilityBus(self.env["DBUS_SESSION_BUS_ADDRESS"])
        wait_for(lambda: manager.poll() is None and "window id" in self._supporting(), "the window manager runs")

    def start(self, command, name):
        """Starts a program that ends with the desktop; its output goes to NAME.log."""
        process = processes.start(command, self.folder / f"{name}.log", self.env)
        self._processes.append(process)
        return process

    @contextlib.contextmanager
    def frozen_display(self):
        """The X server takes everything and answers nothing."""
        self._display.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._display.send_signal(signal.SIGCONT)

    def close(self):
        """Ends all that was started here and by what was started here."""
        accessibility = self.__dict__.pop("accessibility", None)
        if accessibility:
            accessibility.close()
        below = [each for process in self._processes for each in processes.descendants(process.pid)]
        for process in reversed(self._processes):
            processes.stop(process)
        processes.end_all(below)

    def _start_display(self):
        command = ["Xvfb", "-screen", "0", "{}x{}x24".format(*self._size), "-fbdir", self.folder, "-noreset", "-nocursor",
                   "-nolisten", "tcp", "-displayfd"]
        self._display, number = self._start_telling(command, "xvfb")
        self.env["DISPLAY"] = ":" + number

    def _start_bus(self):
        services = self.folder / "services"
        services.mkdir()
        for name in self._services:
            (services / Path(name).name).symlink_to(_SERVICES / name)
        config = self.folder / "bus.conf"
        config.write_text(_BUS.format(folder=self.env["XDG_RUNTIME_DIR"], services=services))
        command = ["dbus-daemon", "--nofork", "--nopidfile", f"--config-file={config}", "--print-address="]
        process, address = self._start_telling(command, "bus")
        self.env["DBUS_SESSION_BUS_ADDRESS"] = address

    def _start_telling(self, command, name):
        """Starts a program that tells its address through the descriptor given by its last option."""
        last = command[-1]
        joined, option = (command[:-1], last) if last.endswith("=") else (command, "")
        process, line = processes.start_and_read(joined, self.folder / f"{name}.log", self.env, option)
        self._processes.append(process)
        return process, line

    def _openbox_config(self):
        path = self.folder / "openbox.xml"
        path.write_text("""<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew></focus>
  <placement><policy>Smart</policy></placement>
  <keyboard/> <mouse/> <menu/>
</openbox_config>
""")
        return path

    def _supporting(self):
        return processes.output(["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"], self.env)
