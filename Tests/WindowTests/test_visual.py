# SPDX-License-Identifier: GPL-3.0-or-later
"""On X11 without a GPU windows have an alpha channel only where a compositor can show it."""

import ctypes

import pytest

from harness import processes
from harness.viewfinder import Viewfinder

pytestmark = pytest.mark.usefixtures("camera", "allowed")


@pytest.fixture
def compositor(desktop):
    """Programs recognize a compositor by this: the owner of a selection."""
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x.XOpenDisplay(desktop.env["DISPLAY"].encode()))
    owner = x.XCreateSimpleWindow(display, ctypes.c_ulong(x.XDefaultRootWindow(display)), 0, 0, 1, 1, 0, 0, 0)
    x.XSetSelectionOwner(display, ctypes.c_ulong(x.XInternAtom(display, b"_NET_WM_CM_S0", 0)), ctypes.c_ulong(owner), 0)
    x.XSync(display, 0)
    yield
    x.XCloseDisplay(display)


def _depth(app):
    window, = app.desktop.display.windows(app, "Tintype")
    return processes.output(["xwininfo", "-id", window], app.desktop.env).split("Depth:")[1].split()[0]


def test_without_a_compositor_the_server_keeps_no_copy(launch):
    app = launch()
    Viewfinder(app).wait_until_live()
    assert _depth(app) == "24"


@pytest.mark.usefixtures("compositor")
def test_with_a_compositor_a_window_has_alpha(launch):
    app = launch()
    Viewfinder(app).wait_until_live()
    assert _depth(app) == "32"
