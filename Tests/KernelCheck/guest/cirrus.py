# SPDX-License-Identifier: GPL-3.0-or-later
"""cirrus: the machine's graphics card, whose screen X.Org's own server and sway switch off as they do people's.

Of the cards that qemu emulates by itself, wlroots takes only this one's driver.
"""

import shutil
import time

from harness import processes
from harness.app import Tintype
from harness.desktop import Desktop
from harness.sway import Sway
from harness.waiting import wait_for
from harness.x11 import X11

from . import OUTPUT, drivers
from .person import make_home

DRIVER = "cirrus"
CAMERA = "vivid"
_NODE = "/dev/dri/card0"
_SIZE = (1024, 768)
_XORG_CONFIG = f"""
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoAddGPU" "false"
EndSection
Section "Device"
  Identifier "card"
  Driver "modesetting"
  Option "kmsdev" "{_NODE}"
  Option "AccelMethod" "none"
EndSection
"""
#: Seconds, see window.py.
_PATIENCE = 120


def check(sheet, folder, with_window):
    if not with_window:
        return
    drivers.load(CAMERA)
    for kind in (Xorg, ScreenSway):
        home = make_home(folder / kind.__name__)
        sheet.run(DRIVER, f"{kind.server_name}: screen off, camera off", lambda: _check_screen(home, kind))
    drivers.unload(CAMERA)


class Xorg(X11):
    """X.Org's server, whose screens have DPMS."""

    server_name = "X.Org"
    screen = None

    def __init__(self, desktop, size, scale):
        self.scale = scale
        self._desktop = desktop
        config = desktop.folder / "xorg.conf"
        config.write_text(_XORG_CONFIG)
        command = ["/usr/lib/xorg/Xorg", "-config", config, "-logfile", desktop.folder / "xorg.full.log", "-noreset",
                   "-nolisten", "tcp", "-novtswitch", "-sharevts", "-keeptty", "vt7", "-displayfd"]
        self.server, number = desktop.start_telling(command, "xorg")
        desktop.env |= {"DISPLAY": ":" + number, "GDK_BACKEND": "x11"}

    def set_power(self, is_on):
        processes.output(["xset", "dpms", "force", "on" if is_on else "off"], self._desktop.env)


class ScreenSway(Sway):
    """Sway on a screen of the kernel's. It needs no keyboard and no eyes."""

    server_name = "sway"
    screen = None
    backend = {"WLR_BACKENDS": "drm", "WLR_DRM_DEVICES": _NODE, "LIBSEAT_BACKEND": "builtin", "SEATD_VTBOUND": "0"}

    def settle(self):
        wait_for(self._has_mode, "the output has its mode", _PATIENCE)


def _check_screen(home, kind):
    """The camera's node is open while the screen is on, and closed while it is off; twice."""
    desktop = Desktop(home.root / "desktop", home.environment(), size=_SIZE)
    desktop.kind = kind
    try:
        with desktop:
            app = Tintype(desktop)
            try:
                return _switch(app, desktop.display)
            finally:
                app.kill()
    finally:
        for log in desktop.folder.glob("*.log"):
            shutil.copy(log, OUTPUT / f"{kind.server_name}-{log.name}")


def _switch(app, display):
    node = drivers.picture_node(CAMERA)
    wait_for(lambda: drivers.is_open(node), "the camera is on", _PATIENCE, interval=0.5)
    wait_for(lambda: app.shows("Viewfinder"), "the window opens", _PATIENCE, interval=0.5)
    times = []
    for _ in range(2):
        for is_on in (False, True):
            display.set_power(is_on)
            begin = time.monotonic()
            wait_for(lambda: drivers.is_open(node) == is_on, f"the camera is {'on' if is_on else 'off'}", _PATIENCE,
                     interval=0.1)
            times.append(f"{time.monotonic() - begin:.1f} s")
    return "off and on after " + ", ".join(times)
