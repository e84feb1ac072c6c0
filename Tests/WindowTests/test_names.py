# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that takes the keyboard says what it is, once: a screen reader reads name, role and description."""

import re
import subprocess

import pytest
from PIL import Image

from harness.accessible import Gone
from harness.preferences import open_privacy
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

#: GTK's names of controls without a name of their own: their types.
TYPE = re.compile(r"(Gtk|Adw|Gdk)[A-Z]\w+")


@pytest.fixture
def open_in(launch, cameras, allowed, home):
    def open_in(mode):
        cameras.make()
        home.store(last_shooting_mode=mode)
        app = launch()
        Viewfinder(app).wait_until_live()
        if mode == "pro":
            app.find("Shutter", "slider")
        app.person.wait_for_focus()
        return app
    return open_in


def faults(app):
    """Focusable widgets with a bad name."""
    found = set()
    for each in app.everything():
        if "focusable" not in each.states:
            continue
        try:
            name, description = each.control.name, each.control.description
            if not name or TYPE.fullmatch(name):
                found.add(f"{each.control.role} “{name}” has no name; in it: "
                          + ", ".join(sorted({part.name for part in each.parts[1:] if part.name})))
            elif name == description:
                found.add(f"{each.control.role} “{name}” says it twice")
        except Gone:
            continue
    return sorted(found)


def expect_names(app):
    assert not faults(app), "\n" + "\n".join(faults(app)) + "\n"


@pytest.mark.parametrize("mode", ["auto", "pro"])
def test_the_window(open_in, mode):
    expect_names(open_in(mode))


@pytest.mark.parametrize("button, item", [
    ("More", "Reset All"), ("Viewing Aids", "Zebra"), ("Presets", "Save"), ("Self-Timer", None), ("Main Menu", "Help")])
def test_the_menus(open_in, button, item):
    app = open_in("pro")
    app.press(button)
    wait_for(lambda: not item or app.shows(item), f"{item} is shown")
    expect_names(app)


@pytest.mark.parametrize("button, item", [(None, "Record Video"), ("Sound", "Mute"), ("Speed", "Normal Speed")])
def test_video_mode(open_in, button, item):
    app = open_in("auto")
    app.press("Video")
    if button:
        app.press(button)
    app.find(item)
    expect_names(app)


def test_the_preferences(open_in):
    app = open_in("auto")
    app.person.key("ctrl+comma")
    app.person.wait_for_dialog()
    app.find("Format")
    expect_names(app)


def test_the_page_on_privacy(open_in):
    app = open_in("auto")
    open_privacy(app)
    expect_names(app)


def test_the_diagnosis(open_in):
    app = open_in("auto")
    app.press("Main Menu")
    app.find("Something wrong?", "menu item").press()
    app.press("Details")
    expect_names(app)


def test_the_help(open_in):
    app = open_in("auto")
    app.person.key("F1")
    app.find("Focusing")
    expect_names(app)


@pytest.mark.parametrize("key, seen", [(None, "Film Strip"), ("g", "All Photos"), ("i", "Details"), ("space", "Pause")])
def test_the_roll(open_in, home, key, seen):
    home.camera_roll.mkdir(parents=True)
    if key == "space":
        subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25", "-c:v", "mjpeg",
                        "-pix_fmt", "yuvj422p", "-t", "60", home.camera_roll / "VID_20261122_140203_004.mkv"], check=True)
    else:
        for second in range(3):
            Image.new("RGB", (640, 480), "red").save(home.camera_roll / f"IMG_20261122_14020{second}_004.jpg")
    app = open_in("auto")
    app.person.key("ctrl+p")
    app.find(prefix="Video 1 of 1" if key == "space" else "Photo 1 of 3")
    if key:
        app.person.key(key)
    app.find(seen)
    expect_names(app)


@pytest.mark.parametrize("button, last", [("More", "Reset All"), ("Viewing Aids", "Golden Section")])
def test_tab_goes_round(open_in, button, last):
    """Nothing in a menu that scrolls keeps the keyboard."""
    app = open_in("pro")
    app.press(button)
    app.find(last)

    def reached(name):
        def step():
            app.person.key("Tab")
            return any(each.name == name for each in app.focused())
        wait_for(step, f"Tab leads to {name}", interval=0.1)
    first = wait_for(app.focused, "something has the keyboard")[-1].name
    reached(last if button == "More" else first)
    reached(first)


def test_choices_that_a_button_does_not_show_are_in_its_description(launch, cameras, allowed, home):
    home.store(self_timer=10)
    cameras.make("/dev/video0", name="Left Camera")
    cameras.make("/dev/video1", name="Right Camera")
    app = launch()
    Viewfinder(app).wait_until_live()

    def described(name):
        return {each.control.description for each in app.seen(name) if "focusable" in each.states}
    assert described("Self-Timer") == {"10 Seconds"}
    wait_for(lambda: described("Choose Camera") == {"Left Camera"}, "the camera in use")
    app.press("Video")
    wait_for(lambda: described("Speed") == {""}, "the usual speed, which needs no words")
    app.press("Speed")
    app.find("5 Seconds", "menu item").press()
    app.find("5 s", "label")
    wait_for(lambda: described("Speed") == {"5 Seconds"}, "the speed")
