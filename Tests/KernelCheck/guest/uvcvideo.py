# SPDX-License-Identifier: GPL-3.0-or-later
"""uvcvideo: the driver of nearly all webcams, with one on the USB that has a lens to move."""

import subprocess

from ..webcam.descriptors import NAME
from ..webcam.lens import LEFT, RIGHT
from ..webcam.modes import FORMATS
from . import OUTPUT, drivers, usb
from .person import make_home
from .terminal import Commands
from .window import Window

DRIVER = "uvcvideo"
SIZES = sorted({"{}x{}".format(*size) for each in FORMATS for size, _ in each.frames})


def check(sheet, folder, with_window):
    home = make_home(folder)
    commands = Commands(home, NAME, SIZES)

    def run(name, body):
        return sheet.run(DRIVER, name, body)

    run("the webcam is plugged in", _plug)
    run("what the virtual camera plays is so", _has_semantics)
    run("list", commands.list)
    run("photo", commands.shoot)
    run("doctor", commands.doctor)
    run("photos focused on either half", commands.shoot_focused)
    run("its automatics are back afterwards", _is_automatic)
    run("unplugged during a photo", lambda: commands.interrupted(_node(), usb.unplug))
    run("plugged in again", _plug)
    run("photo after that", commands.shoot)
    if with_window:
        _check_window(run, home)
    # The next driver's camera is the only one.
    usb.unplug()
    drivers.settle()


def _check_window(run, home):
    with Window(home, DRIVER) as window:
        run("window: opens", window.opens)
        run("window: focus on the left", lambda: window.focus(0.25, _lens, LEFT))
        run("window: focus on the right", lambda: window.focus(0.75, _lens, RIGHT))
        for _ in range(2):
            run("window: unplugged while streaming", lambda: window.loses(usb.unplug))
            run("window: plugged in again", lambda: window.is_back(usb.plug))
        run("window: closes", window.close)


def _node():
    return drivers.picture_node(DRIVER)


def _lens():
    return drivers.control(_node(), "focus_absolute")


def _plug():
    usb.prepare()
    usb.plug()
    return f"{_node()}, {len(drivers.nodes(DRIVER))} nodes"


def _has_semantics():
    """Poll bits, errors, ownership and events are those that the virtual camera has in all other tests."""
    done = subprocess.run([OUTPUT / "semantics", "real"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def _is_automatic():
    """The next program finds a camera that decides for itself."""
    expected = {"focus_automatic_continuous": 1, "auto_exposure": 3, "white_balance_automatic": 1}
    found = {name: drivers.control(_node(), name) for name in expected}
    assert found == expected, found
