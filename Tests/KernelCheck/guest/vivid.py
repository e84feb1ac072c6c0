# SPDX-License-Identifier: GPL-3.0-or-later
"""vivid: the driver that the kernel brings for tests, with all the kinds of nodes that it can make."""

import os

from . import drivers
from .person import make_home
from .terminal import Commands
from .window import Window

DRIVER = "vivid"
NAME = "vivid-000-vid-cap"
SIZES = ["640x360", "640x480", "1280x720", "1920x1080"]


def check(sheet, folder, with_window):
    home = make_home(folder)
    commands = Commands(home, NAME, SIZES)

    def run(name, body):
        return sheet.run(DRIVER, name, body)

    run("the driver is there", lambda: drivers.load(DRIVER))
    run("list", commands.list)
    run("photo", commands.shoot)
    run("photo, asked to focus", commands.shoot_without_lens)
    run("doctor", commands.doctor)
    if with_window:
        _check_window(run, home)
    drivers.unload(DRIVER)


def _check_window(run, home):
    camera = _Camera()
    with Window(home, DRIVER) as window:
        run("window: opens", window.opens)
        run("window: unplugged while streaming", lambda: window.loses(camera.disconnect))
        run("window: plugged in again", lambda: window.is_back(camera.connect))
        run("window: closes", window.close)


class _Camera:
    """The driver's control "disconnect" makes all its nodes answer ENODEV, until none is open any more."""

    def __init__(self):
        self._node = drivers.picture_node(DRIVER)
        self._handle = None

    def disconnect(self):
        # Holds the node open, or it would be back as soon as Tintype closes it.
        self._handle = os.open(self._node, os.O_RDWR)
        drivers.set_control(self._node, "disconnect", 1)

    def connect(self):
        os.close(self._handle)
