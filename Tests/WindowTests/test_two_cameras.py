# SPDX-License-Identifier: GPL-3.0-or-later
"""With more than one camera there is a choice."""

import pytest

from harness.viewfinder import Viewfinder
from harness.waiting import wait_for


def _choices(app):
    """Opens the chooser and returns what is offered."""
    app.press("Choose Camera")
    wait_for(lambda: _items(app), "the chooser opens")
    return _items(app)


def _items(app):
    return [each for role in ("radio menu item", "menu item", "check menu item") for each in app.matching(role=role)]


def test_a_single_camera_offers_no_choice(launch, cameras, allowed):
    cameras.make()
    app = launch()
    Viewfinder(app).wait_until_live()
    assert not app.shows("Choose Camera")


@pytest.mark.main
def test_choosing_switches(launch, cameras, allowed):
    left = cameras.make("/dev/video0", name="Left Camera")
    right = cameras.make("/dev/video1", name="R&D_Webcam <2>", modes=["MJPG:640x480@30"])
    app = launch()
    Viewfinder(app).wait_until_live()
    assert left.is_streaming and right.handles == 0
    items = _choices(app)
    assert [item.name for item in items] == ["Left Camera", "R&D_Webcam <2>"]
    items[1].press()
    wait_for(lambda: right.is_streaming and left.handles == 0, "the other camera is used, this one closed")
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    app.person.key("ctrl+comma")
    app.find("R&D_Webcam <2>", "label")


def test_a_key_chooses(launch, cameras, allowed):
    left = cameras.make("/dev/video0", name="Left Camera")
    right = cameras.make("/dev/video1", name="Right Camera")
    app = launch()
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    app.person.key("ctrl+2")
    wait_for(lambda: right.is_streaming and left.handles == 0, "the second one is used")
    # There is no third one.
    app.person.key("ctrl+3", "ctrl+1")
    wait_for(lambda: left.is_streaming and right.handles == 0, "the first one is used again")
    Viewfinder(app).wait_until_live()


def test_the_choice_is_remembered(launch, cameras, allowed):
    cameras.make("/dev/video0", name="Left Camera")
    right = cameras.make("/dev/video1", name="Right Camera")
    app = launch()
    Viewfinder(app).wait_until_live()
    _choices(app)[1].press()
    wait_for(lambda: right.is_streaming, "the other camera is used")
    Viewfinder(app).wait_until_live()
    app.close()
    again = launch()
    Viewfinder(again).wait_until_live()
    assert right.is_streaming


def test_identical_cameras_are_both_listed(launch, cameras, allowed):
    first = cameras.make("/dev/video0", name="Twin", port="1-1")
    second = cameras.make("/dev/video1", name="Twin", port="1-2")
    app = launch()
    Viewfinder(app).wait_until_live()
    items = _choices(app)
    assert [item.name for item in items] == ["Twin", "Twin (2)"]
    items[1].press()
    wait_for(lambda: second.is_streaming and first.handles == 0, "the twin is used")


@pytest.mark.parametrize("node", ["/dev/video1"])
def test_another_camera_coming_and_going_does_not_disturb(launch, cameras, allowed, node):
    camera = cameras.make("/dev/video0", name="Left Camera")
    other = cameras.make(node, name="Right Camera")
    app = launch()
    Viewfinder(app).wait_until_live()
    opens = camera.opens
    for _ in range(3):
        other.unplug()
        Viewfinder(app).wait_until_live()
        other.replug()
        Viewfinder(app).wait_until_live()
    assert camera.opens == opens and camera.is_streaming


def test_a_second_camera_that_is_plugged_in_can_be_chosen(launch, cameras, allowed):
    first = cameras.make("/dev/video0", name="Left Camera")
    second = cameras.make("/dev/video1", name="Right Camera", unplugged=True)
    app = launch(cameras_by="udev")
    Viewfinder(app).wait_until_live()
    assert not app.shows("Choose Camera")
    opens = first.opens
    second.replug()
    assert [item.name for item in _choices(app)] == ["Left Camera", "Right Camera"]
    app.person.key("Escape")
    second.unplug()
    app.wait_until_gone("Choose Camera")
    assert first.opens == opens, "the camera in use was disturbed"
    Viewfinder(app).wait_until_live()


def test_a_camera_can_be_named_on_the_command_line(launch, cameras, allowed):
    left = cameras.make("/dev/video0", name="Left Camera")
    right = cameras.make("/dev/video1", name="Right Camera")
    app = launch("--camera=/dev/video1")
    Viewfinder(app).wait_until_live()
    assert right.is_streaming and left.opens == 0


def test_the_header_fits_a_telephones_screen(launch, cameras, home):
    home.store(camera_access="yes", window_width=360, window_height=640)
    cameras.make()
    app = launch()
    Viewfinder(app).wait_until_live()
    # Without it the bar needs 363 pixels; GTK's own border comes on top.
    wait_for(lambda: app.person.geometry()[2] <= 376, lambda: f"360 pixels, not {app.person.geometry()[2]}")
    places = [app.button(name).extents for name in ("Auto", "Pro", "Main Menu", "Close")]
    assert all(left >= 0 and left + width <= 376 for left, _, width, _ in places), "a button beside the window"
    # Auto and Pro have one border between them, which newer GTK counts with both.
    assert all(a[0] + a[2] <= b[0] + 1 for a, b in zip(places, places[1:])), f"a button over another: {places}"
    app.person.wait_for_focus()
    app.person.key("ctrl+b")
    app.person.resize(700, 640)
    assert "pressed" in app.button("Scan Codes").states


def test_a_camera_at_the_node_of_another_one_is_not_taken_for_it(launch, cameras, allowed):
    first = cameras.make("/dev/video0", name="First Camera", port="1-1")
    second = cameras.make("/dev/video1", name="Second Camera", port="1-2", unplugged=True)
    first.fault("busy")
    app = launch()
    app.find("Camera is in use")
    first.unplug()
    second.replug(node="/dev/video0")
    app.find("Camera disconnected")
    app.find("Plug First Camera in again and the picture comes back.", "label")
    assert second.opens == 0


def test_an_infrared_camera_is_not_the_first_choice(launch, cameras, allowed):
    infrared = cameras.make("/dev/video0", name="Infrared", port="1-1", modes=["GREY:640x360@15"])
    colour = cameras.make("/dev/video2", name="Colour", port="1-2")
    app = launch()
    Viewfinder(app).wait_until_live()
    assert colour.is_streaming and infrared.handles == 0
    _choices(app)[0].press()
    wait_for(lambda: infrared.is_streaming and colour.handles == 0, "it can be chosen")
