"""Tintype as the desktop starts it, and in another language."""

import shutil
import subprocess
from pathlib import Path

import pytest

from harness.desktop import Desktop
from harness.home import APP_ID
from harness.processes import output
from harness.waiting import wait_for


def _installed():
    """The folder share of the prefix that the program runs from."""
    return Path(shutil.which("tintype")).parent.parent / "share"


@pytest.fixture
def german(folder):
    """What makes a program speak German, on a machine that has no German locale."""
    made = folder / "locale" / "de_DE.UTF-8"
    made.parent.mkdir()
    done = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", made], capture_output=True, check=False)
    if done.returncode != 0:
        pytest.skip("a German locale can't be made here (package locales)")
    return {"LOCPATH": str(made.parent), "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de"}


def test_it_speaks_german(launch, cameras, german):
    cameras.make()
    app = launch(env=german)
    app.find("Tintype nutzt die Kamera zum Fotografieren. Du entscheidest, wann sie an ist.", "label")
    app.find("Foto aufnehmen", "button")


def test_the_bus_starts_it(folder, home):
    """As DBusActivatable in the desktop entry promises."""
    service = _installed() / f"dbus-1/services/{APP_ID}.service"
    with Desktop(folder / "desktop", home.environment(), [service]) as desktop:
        output(["gapplication", "launch", APP_ID], desktop.env, check=True)
        window = wait_for(lambda: "window “Tintype”" in desktop.accessibility.outline(), "its window")
        assert window
        output(["gapplication", "launch", APP_ID], desktop.env, check=True)
        assert desktop.accessibility.outline().count("window “Tintype”") == 1
