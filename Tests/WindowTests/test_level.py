# SPDX-License-Identifier: GPL-3.0-or-later
"""The level: there only where the computer feels how it is held, and then true."""

import math
import subprocess

import numpy
import pytest

from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for

_SENSORS = "net.hadess.SensorProxy"
_PATH = "/net/hadess/SensorProxy"
#: The kernel's count for gravity.
_GRAVITY = 1024


class Accelerometer:
    """One as the kernel shows it, and the service that knows of it."""

    def __init__(self, desktop, folder):
        self._device = folder / "devices/iio:device0"
        self._device.mkdir(parents=True)
        self.hold(0)
        desktop.start(["/usr/bin/python3", "-m", "dbusmock", "--session", _SENSORS, _PATH, _SENSORS], _SENSORS)
        command = ["gdbus", "call", "--session", "--dest", _SENSORS, "--object-path", _PATH, "--method",
                   "org.freedesktop.DBus.Mock.AddProperty", _SENSORS, "HasAccelerometer", "<true>"]
        wait_for(lambda: subprocess.run(command, env=desktop.env, capture_output=True, check=False).returncode == 0,
                 "the service")
        #: A /sys/bus with nothing in it but the sensor.
        self.under = ["bwrap", "--dev-bind", "/", "/", "--tmpfs", "/sys/bus", "--bind", str(folder), "/sys/bus/iio"]
        #: What the computer's bus has is on the private one here.
        self.env = {"DBUS_SYSTEM_BUS_ADDRESS": desktop.env["DBUS_SESSION_BUS_ADDRESS"]}

    def hold(self, degrees):
        """Holds the computer upright, turned clockwise by so much."""
        turn = math.radians(degrees)
        pull = {"x": math.sin(turn), "y": -math.cos(turn), "z": 0}
        for axis, part in pull.items():
            (self._device / f"in_accel_{axis}_raw").write_text(f"{round(_GRAVITY * part)}\n")


@pytest.fixture
def sensor(desktop, tmp_path):
    return Accelerometer(desktop, tmp_path / "iio")


@pytest.fixture
def app(launch, home, sensor):
    home.store(last_shooting_mode="pro")
    app = launch("--camera=test", under=sensor.under, env=sensor.env)
    Viewfinder(app).wait_until_moving()
    app.find("Focus", "slider")
    app.person.wait_for_focus()
    return app


def _line(app, degrees):
    """The colours along a line through the middle that is turned clockwise by so much on the screen, and on both sides
    of it: [place, side, colour]."""
    pixels = Viewfinder(app).pixels().astype(int)
    left, top, width, height = Viewfinder.box_in(Viewfinder(app).pixels())
    reach = 0.25 * min(width, height)
    along = numpy.linspace(-reach, reach, 60)
    turn = math.radians(degrees)
    x = numpy.rint(left + width / 2 + along * math.cos(turn)).astype(int)
    y = numpy.rint(top + height / 2 + along * math.sin(turn)).astype(int)
    return numpy.stack([pixels[y + side, x] for side in (-1, 0, 1)], axis=1)


def _is_orange(colours):
    return bool((numpy.abs(colours - (255, 149, 0)).max(axis=2) < 40).any(axis=1).mean() > 0.9)


def _is_white(colours):
    return bool((colours.min(axis=2) > 235).any(axis=1).mean() > 0.9)


def test_the_line_stays_with_the_horizon_and_is_orange_when_level(app, sensor, home):
    stays(lambda: not _is_orange(_line(app, 0)), "no level before it is asked for", 0.5)
    app.person.key("v")
    wait_for(lambda: _is_orange(_line(app, 0)), "level: an orange line")
    for degrees in (20, -35):
        sensor.hold(degrees)
        wait_for(lambda: _is_white(_line(app, -degrees)), f"a white line against a turn by {degrees}°")
        assert not _is_orange(_line(app, 0))
    sensor.hold(0.3)
    wait_for(lambda: _is_orange(_line(app, 0)), "almost level is level")
    wait_for(lambda: home.settings()["level"] == "true", "it is remembered")
    app.person.key("v")
    wait_for(lambda: not _is_orange(_line(app, 0)), "it is gone")


def test_the_menu_offers_it(app):
    app.press("Viewing Aids")
    app.find("Level")
