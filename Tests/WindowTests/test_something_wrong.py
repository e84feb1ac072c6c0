# SPDX-License-Identifier: GPL-3.0-or-later
"""The quiet button on every panel that says that something does not work, and what it finds."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from gi.repository import GLib

from harness import legibility
from harness.disks import BlockedFolder
from harness.library import choose
from harness.photos import CameraRoll
from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for

SERVICES = Path(__file__).resolve().parents[1] / "Services"
BUTTON = "Something wrong?"


def clipboard(app):
    return subprocess.run([sys.executable, SERVICES / "clipboard.py"], env=app.desktop.env, capture_output=True,
                          text=True, timeout=30, check=True).stdout


@pytest.fixture
def camera(cameras):
    return cameras.make(serial="SN4711XYZ")


def find_out(app):
    """Presses the button and waits for what was found."""
    app.press(BUTTON)
    app.button("Copy Report")


def copied(app):
    """The report as it is in the clipboard."""
    app.press("Copy Report")
    app.find("Copied")
    return wait_for(lambda: clipboard(app), "the report is in the clipboard")


def expect_target(app, window, button):
    """A click 21 pixels from the middle, on all sides, is a click on it: 44 by 44 at least."""
    button, window = app.button(button), app.find(window)
    left, top, width, height = button.extents
    x, y = left + width // 2, top + height // 2

    # A page that fades in takes no clicks before it is there.
    wait_for(lambda: all(window.hits(button, x + dx, y + dy) for dx in (-21, 21) for dy in (-21, 21)),
             f"{button} is large enough")


@pytest.mark.parametrize("fault, panel, words", [
    (["stall"], "The camera stopped sending pictures", "It streams, but sends no picture."),
    (["eio-streamon"], "The camera has a problem", "It reported an error"),
    (["enospc-streamon"], "The USB connection is full", "The USB connection has no room for its pictures."),
    (["busy"], "Camera is in use", "Another program is using it."),
    (["open-eacces"], "This account may not use the camera", "This account may not open /dev/video0."),
], ids=lambda each: each[0] if isinstance(each, list) else "")
def test_every_camera_panel_has_it_and_it_finds_the_cause(launch, camera, allowed, fault, panel, words):
    camera.fault(*fault)
    app = launch()
    app.find(panel)
    find_out(app)
    row = app.find(prefix=f"Problem: {words}")
    assert row.description, "no fix"
    report = copied(app)
    assert words in report and "→" in report
    assert report.splitlines()[0].startswith("Tintype ") and "problem found" in report.splitlines()[-1]


def test_without_a_camera(launch, allowed):
    app = launch()
    app.find("No camera found")
    find_out(app)
    app.find("Problem: There is no video device.")


def test_while_the_camera_is_denied_none_is_touched(launch, camera, home):
    home.store(camera_access="no")
    app = launch()
    app.find("Camera access is off")
    find_out(app)
    app.find(prefix="Problem: Tintype may not use the camera")
    assert camera.opens == 0


def test_a_disconnected_camera(launch, camera, allowed):
    app = launch()
    Viewfinder(app).wait_until_live()
    camera.unplug()
    app.find("Camera disconnected")
    find_out(app)
    app.find("Problem: There is no video device.")
    app.person.wait_for_dialog()
    app.person.key("Escape")
    app.wait_until_gone("Copy Report")
    camera.replug()
    Viewfinder(app).wait_until_live()


@pytest.fixture
def blocked(home):
    return BlockedFolder(home.pictures)


def test_the_panel_of_the_library_has_it_and_the_stream_goes_on(launch, camera, allowed, blocked, home):
    """The camera streams here: it is not opened a second time, and its own figures are given."""
    app = launch()
    Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    app.find(prefix="The photo couldn’t be saved")
    opens, taken = camera.opens, camera.status()["dequeued"]
    app.press(BUTTON)
    app.button("Copy Report")
    app.press("Details")
    app.find(prefix="OK: It runs in this window. (MJPG 640x480:")
    app.find(prefix="Problem: The folder for photos (~/Bilder/Camera) is not a folder.")
    assert camera.opens == opens and camera.handles == 1
    assert camera.status()["dequeued"] > taken
    report = copied(app)
    assert str(home.folder) not in report and ".heic" not in report


def test_a_camera_that_recovers_meanwhile_comes_back(launch, camera, allowed):
    camera.fault("stall")
    app = launch()
    app.find("The camera stopped sending pictures")
    camera.fault("off")
    find_out(app)
    app.person.wait_for_dialog()
    app.person.key("Escape")
    Viewfinder(app).wait_until_live()
    assert camera.handles == 1


def test_leaving_while_it_looks_closes_the_camera(launch, camera, allowed):
    camera.fault("eio-streamon")
    app = launch()
    app.button("Try Again")
    camera.fault("off")
    camera.fault("slow", 5)
    app.press(BUTTON)
    app.person.wait_for_dialog()
    app.person.key("Escape")
    app.wait_until_gone("Check Again")
    Viewfinder(app).wait_until_live()
    assert app.close() == 0
    wait_for(lambda: camera.handles == 0, "the camera is closed")


def test_checking_again_finds_what_changed(launch, cameras, allowed):
    camera = cameras.make(unplugged=True)
    app = launch()
    app.find("No camera found")
    find_out(app)
    app.find("Problem: There is no video device.")
    camera.replug()
    wait_for(lambda: camera.is_streaming, "the camera streams")
    app.press("Check Again")
    app.wait_until_gone("Problem: There is no video device.")
    app.press("Details")
    app.find(prefix="OK: It runs in this window.")
    assert not app.shows("Problem: There is no video device.")


def test_what_is_fine_is_folded_and_still_copied(launch, camera, allowed):
    camera.fault("stall")
    app = launch()
    app.find("The camera stopped sending pictures")
    find_out(app)
    app.find(prefix="Problem: It streams, but sends no picture.")
    assert not app.shows(prefix="OK: ")
    assert "JPEG photos can be made." in copied(app)
    assert app.button("Details").extents[3] >= 44
    app.press("Details")
    app.find("OK: JPEG photos can be made.")


def fix(app, button, of):
    """Presses the button of a finding."""
    found = [each for each in app.matching(button, "button") if of in each.description]
    assert found, app.outline()
    found[0].press()
    app.wait_until_gone("Copy Report")


def test_a_camera_that_stopped_is_tried_again_from_there(launch, camera, allowed):
    camera.fault("eio-streamon")
    app = launch()
    app.find("The camera has a problem")
    find_out(app)
    app.find(prefix="Problem: It reported an error")
    camera.fault("off")
    fix(app, "Try Again", of="It reported an error")
    Viewfinder(app).wait_until_live()


def test_a_camera_that_is_not_allowed_can_be_allowed_from_there(launch, camera):
    app = launch()
    app.person.answer("Allow Tintype to use the camera?", "Escape")
    app.find("Camera access needed")
    app.press("Main Menu")
    app.find(BUTTON, "menu item").press()
    app.button("Copy Report")
    fix(app, "Allow Camera…", of="It is not decided yet")
    app.find("Allow Tintype to use the camera?", "label")
    app.press("Allow")
    Viewfinder(app).wait_until_live()


def test_a_denied_camera_leads_to_the_preferences(launch, camera, home):
    home.store(camera_access="no")
    app = launch()
    app.find("Camera access is off")
    find_out(app)
    fix(app, "Open Settings", of="Tintype may not use the camera")
    switch = app.find("Camera Access", "switch")
    wait_for(lambda: switch.extents[2] > 0, "the page is turned to")
    switch.press()
    wait_for(lambda: camera.is_streaming, "the camera streams")


def test_a_folder_that_can_not_be_used_can_be_changed_from_there(launch, camera, allowed, blocked, home):
    chosen = home.folder / "Mine"
    chosen.mkdir()
    app = launch()
    Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    app.find(prefix="The photo couldn’t be saved")
    find_out(app)
    fix(app, "Choose Another Folder…", of="is not a folder.")
    choose(app, chosen)
    CameraRoll(chosen).wait_for(1)


def test_it_is_large_enough_and_reached_by_keyboard(launch, camera, allowed):
    camera.fault("busy")
    app = launch()
    app.find("Camera is in use")
    expect_target(app, "Tintype", BUTTON)
    app.person.wait_for_focus()

    def reached():
        app.person.key("Tab")
        return app.has_keyboard(BUTTON)

    wait_for(reached, "Tab leads to it", interval=0.2)
    app.person.key("Return")
    app.button("Copy Report")
    wait_for(lambda: app.has_keyboard("Copy Report"), "Copy Report has the focus")
    expect_target(app, "What Is Wrong?", "Copy Report")


def test_nothing_private_is_copied(launch, cameras, allowed, home):
    cameras.make(name=f"Cam of {socket.gethostname()}", serial="SN4711XYZ").fault("busy")
    app = launch()
    app.find("Camera is in use")
    find_out(app)
    report = copied(app)
    assert "Cam of …" in report and "~/Bilder/Camera" in report
    for secret in ("SN4711XYZ", socket.gethostname(), str(home.folder), os.environ.get("USER")):
        assert not secret or secret == "root" or secret not in report


def test_a_picture_needs_no_such_button(launch, camera, allowed):
    app = launch()
    Viewfinder(app).wait_until_live()
    stays(lambda: not app.matching(BUTTON, "button") or not any(
        "showing" in each.states for each in app.matching(BUTTON, "button")), "no button", 0.3)


@pytest.mark.parametrize("width", range(360, 480, 24))
def test_no_line_ends_inside_a_command(launch, camera, home, width):
    home.store(camera_access="no")
    app = launch()
    find_out(app)
    legibility.front(app).resize(width, 500)
    fix = app.find(prefix="Allow it in Tintype’s preferences under Privacy, or type: ", role="label")
    start = fix.name.index("--")
    line = fix.call("Text", "GetStringAtOffset", GLib.Variant("(iu)", (start, 3)))[0]
    assert "tintype --allow-camera" in line, line
