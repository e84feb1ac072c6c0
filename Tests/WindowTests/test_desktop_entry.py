# SPDX-License-Identifier: GPL-3.0-or-later
"""Tintype as the desktop starts it, and in another language."""

import shutil
import subprocess
from pathlib import Path

import pytest

from harness.desktop import Desktop
from harness.home import APP_ID
from harness.processes import output
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for


def _installed():
    """The folder share of the prefix that the program runs from."""
    return Path(shutil.which("tintype")).parent.parent / "share"


def test_it_speaks_german(launch, cameras, german):
    cameras.make()
    app = launch(env=german)
    app.find("Tintype nutzt die Kamera, um Fotos und Videos aufzunehmen und Codes zu lesen. "
             "Du entscheidest, wann sie an ist.", "label")
    app.find("Foto aufnehmen", "button")


@pytest.mark.parametrize("word", ["Right Camera", "/dev/video1", "test"])
def test_a_second_launch_changes_the_camera(launch, cameras, allowed, word):
    left = cameras.make("/dev/video0", name="Left Camera")
    right = cameras.make("/dev/video1", name="Right Camera")
    app = launch()
    Viewfinder(app).wait_until_live()
    wait_for(lambda: left.handles > 0, "the first camera is open")
    done = subprocess.run(["env", "-i", *(f"{k}={v}" for k, v in app.desktop.env.items()), "tintype", "--camera", word],
                          capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    wait_for(lambda: left.handles == 0, "it is closed")
    if word != "test":
        wait_for(lambda: right.handles > 0, "the other one is open")
    assert app.desktop.accessibility.outline().count("window “Tintype”") == 1


def test_the_icons_menu_takes_a_photo(folder, home, roll):
    """As the action in the desktop entry promises: the bus starts it, and it presses the shutter when it can."""
    service = folder / f"{APP_ID}.service"
    service.write_text((_installed() / f"dbus-1/services/{APP_ID}.service").read_text()
                       .replace("--gapplication-service", "--camera=test --gapplication-service"))
    entry = (_installed() / f"applications/{APP_ID}.desktop").read_text()
    assert "Actions=take-photo;" in entry and "[Desktop Action take-photo]" in entry
    with Desktop(folder / "desktop", home.environment(), [service]) as desktop:
        output(["gapplication", "action", APP_ID, "take-photo"], desktop.env, check=True)
        roll.wait_for(1)


def test_desktops_that_run_the_line_of_the_icons_menu_get_the_same(launch, roll):
    entry = (_installed() / f"applications/{APP_ID}.desktop").read_text()
    line = entry.partition("[Desktop Action take-photo]")[2].partition("\nExec=")[2].splitlines()[0]
    assert line.split()[1:] == ["--press-shutter"]
    app = launch("--camera=test", "--press-shutter")
    roll.wait_for(1)
    output(["tintype", "--press-shutter"], app.desktop.env, check=True)
    roll.wait_for(2)
    assert app.desktop.accessibility.outline().count("window “Tintype”") == 1


def test_the_bus_starts_it(folder, home):
    """As DBusActivatable in the desktop entry promises."""
    service = _installed() / f"dbus-1/services/{APP_ID}.service"
    with Desktop(folder / "desktop", home.environment(), [service]) as desktop:
        output(["gapplication", "launch", APP_ID], desktop.env, check=True)
        window = wait_for(lambda: "window “Tintype”" in desktop.accessibility.outline(), "its window")
        assert window
        output(["gapplication", "launch", APP_ID], desktop.env, check=True)
        assert desktop.accessibility.outline().count("window “Tintype”") == 1
