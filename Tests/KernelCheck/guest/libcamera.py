# SPDX-License-Identifier: GPL-3.0-or-later
"""libcamera: a bare sensor, whose raw pictures it develops, in a session's PipeWire beside a webcam.

The sensor is the kernel's own vimc, with a debayering and a scaling chip behind it, as in telephones. libcamera's way to a
USB webcam is not to be had here: it names one by the firmware's name of the USB controller (uvcvideo.cpp, `generateId`),
and the controller of USB/IP has none.
"""

import json
from pathlib import Path

from harness import processes
from harness.command import Terminal
from harness.desktop import Desktop
from harness.sandbox import MediaSession
from harness.waiting import wait_for

from ..host.modules import SENSOR
from ..webcam.descriptors import NAME as WEBCAM
from . import OUTPUT, drivers, usb
from .person import make_home
from .photos import Photo
from .terminal import RealCameras
from .window import Window

DRIVER = "libcamera"
#: The one of vimc's two sensors that libcamera's pipeline handler uses (vimc.cpp, `match`).
_NAME = "Sensor B"
#: logind's files for each login; without them WirePlumber ends at once.
_LOGINS = [Path("/run/systemd") / name for name in ("seats", "sessions", "users", "machines")]
#: Seconds, see window.py.
_TIMEOUT = 120


def check(sheet, folder, with_window):
    for each in _LOGINS:
        each.mkdir(parents=True, exist_ok=True)
    drivers.insert(OUTPUT / f"{SENSOR}.ko")
    usb.prepare()
    usb.plug()
    drivers.picture_node("uvcvideo")

    def run(what, body):
        return sheet.run(DRIVER, what, body)

    home = make_home(folder / "commands")
    with Desktop(home.root / "desktop", home.environment(), size=(320, 240)) as desktop:
        session = _Session(home, desktop)
        run("the session has both cameras", session.has_both)
        run("each camera is listed once", session.lists_each_once)
        run("photo of the webcam, which is the first", lambda: session.shoots("640x480"))
        run("photo of the sensor", lambda: session.shoots(None, f"--camera=pipewire:{_NAME}"))
        run("doctor", session.doctor)
        usb.unplug()
        drivers.settle()
        run("photo of the sensor, which is alone", lambda: session.shoots(None))
    if with_window:
        _check_window(run, make_home(folder / "window"))
    drivers.unload(SENSOR)


def _check_window(run, home):
    with Window(home, DRIVER, MediaSession) as window:
        run("window: shows the sensor by itself", window.opens)
        run("window: closes", window.close)


class _Session:
    """The session's PipeWire cameras, and Tintype's use of them."""

    def __init__(self, home, desktop):
        self._media = MediaSession(desktop)
        self._env = desktop.env
        self._terminal = Terminal(home, RealCameras, desktop.env)
        self._photos = 0

    def has_both(self):
        expected = {"libcamera": _NAME, "v4l2": WEBCAM}
        found = wait_for(lambda: expected.items() <= self._sources().items() and self._sources(), "both", _TIMEOUT, 1)
        return ", ".join(f"{name} by {interface}" for interface, name in found.items())

    def _sources(self):
        """The names of cameras by what drives them; the last of each."""
        objects = json.loads(processes.output(["pw-dump"], self._env))
        nodes = [each["info"]["props"] for each in objects if each["type"].endswith(":Node")]
        return {node["device.api"]: node["node.nick"] for node in nodes if node.get("media.role") == "Camera"
                and node["node.nick"] in (_NAME, WEBCAM)}

    def lists_each_once(self):
        """Not libcamera's raw nodes, which WirePlumber takes for three more cameras."""
        answer = self._terminal.tintype("--list-cameras")
        assert answer.status == 0, answer.errors
        names = [line for line in answer.output.splitlines() if not line.startswith(" ")]
        assert names == [WEBCAM, _NAME], names
        return ", ".join(names)

    def shoots(self, size, *words):
        self._photos += 1
        # Kept for inspection.
        path = OUTPUT / f"photo-{DRIVER}-{self._photos}.jpg"
        answer = self._terminal.tintype(f"--shoot={path}", *words)
        assert answer.status == 0, answer.errors
        photo = Photo(path)
        assert photo.shows_something() and size in (None, photo.size), photo.size
        return f"{photo.size}, {photo.kib} KiB"

    def doctor(self):
        answer = self._terminal.tintype("--doctor")
        (OUTPUT / "doctor-libcamera.txt").write_text(answer.output + answer.errors)
        assert _NAME in answer.output and "vimc (V4L2)" not in answer.output, answer.output
        return answer.output.splitlines()[-1]
