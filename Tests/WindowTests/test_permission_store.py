# SPDX-License-Identifier: GPL-3.0-or-later
"""The camera's permission lives in the desktop's store: what happens there holds here at once, and the other way round."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from harness.command import Terminal
from harness.permission_store import CAMERA, desktop, store  # noqa: F401
from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for

HEADING = "Allow Tintype to use the camera?"
SERVICES = Path(__file__).resolve().parents[1] / "Services"


def milliseconds_until(condition):
    start = time.monotonic()
    wait_for(condition, "it happens")
    return (time.monotonic() - start) * 1000


@pytest.mark.main
def test_the_answer_goes_to_the_store_and_is_remembered(launch, camera, store, home):
    app = launch()
    app.press("Allow")
    Viewfinder(app).wait_until_live()
    assert store.get(CAMERA) == ["yes"]
    assert "camera-access" not in home.settings()
    assert app.close() == 0
    again = launch()
    Viewfinder(again).wait_until_live()
    assert not again.shows(HEADING)


def test_dont_allow_goes_to_the_store(launch, camera, store):
    app = launch()
    app.press("Don't Allow")
    app.find("Camera access is off")
    wait_for(lambda: store.get(CAMERA) == ["no"], "the answer is stored")
    assert camera.opens == 0


@pytest.mark.main
def test_denied_earlier_shows_the_panel_and_touches_nothing(launch, camera, store):
    store.set(CAMERA, "no")
    app = launch()
    button = app.button("Open Settings")
    window = app.find("Tintype", "window")
    left, top, width, height = button.extents
    x, y = left + width // 2, top + height // 2
    # A click 21 pixels from the middle, on all sides, is a click on it: 44 by 44 at least.
    assert all(window.hits(button, x + dx, y + dy) for dx in (-21, 21) for dy in (-21, 21))
    stays(lambda: not app.shows(HEADING) and camera.opens == 0, "no dialog, and no camera", 0.5)


def test_our_settings_count_for_nothing_beside_a_store(launch, camera, store, home):
    home.store(camera_access="yes", camera_access_hint="yes")
    app = launch()
    app.button("Allow")
    assert camera.opens == 0


@pytest.mark.alone
def test_revoked_elsewhere_closes_and_allowed_again_opens(launch, camera, store):
    store.set(CAMERA, "yes")
    app = launch()
    Viewfinder(app).wait_until_live()
    store.set(CAMERA, "no")
    assert milliseconds_until(lambda: camera.handles == 0) < 200
    app.find("Camera access is off")
    store.set(CAMERA, "yes")
    assert milliseconds_until(lambda: camera.is_streaming) < 500
    app.wait_until_gone("Camera access is off")
    Viewfinder(app).wait_until_live()


@pytest.mark.alone
def test_the_panel_and_the_picture_follow_at_once(launch, cameras, store):
    """By the pixels on the screen, as a person sees it."""
    # Wider than the panel, so that a corner of it is seen beside that.
    cameras.make(modes=["MJPG:1280x720@30"])
    store.set(CAMERA, "yes")
    app = launch()
    viewfinder = Viewfinder(app)
    viewfinder.wait_until_live()
    (left, top, width, height), screen = viewfinder.area(), app.desktop.screen
    corner, middle = (left + 8, top + 40, 40, 40), (left + width // 2 - 150, top + height // 4, 300, height // 2)

    def picture():
        return screen.shot(corner).mean() > 40

    def panel():
        return not screen.shot(corner).any() and screen.shot(middle).max() > 200

    def once():
        store.set(CAMERA, "no")
        off = milliseconds_until(panel)
        app.find("Camera access is off")
        store.set(CAMERA, "yes")
        on = milliseconds_until(picture)
        viewfinder.wait_until_live()
        return off, on

    # The best of three: how much else the machine does is not what is measured.
    off, on = (min(times) for times in zip(*(once() for _ in range(3))))
    assert off < 200 and on < 500, (off, on)


def test_an_answer_elsewhere_takes_the_question_back(launch, camera, store):
    app = launch()
    app.button("Allow")
    store.set(CAMERA, "yes")
    app.wait_until_gone(HEADING)
    Viewfinder(app).wait_until_live()


def test_deleting_the_entry_leads_to_the_question_again(launch, camera, store):
    store.set(CAMERA, "yes")
    app = launch()
    Viewfinder(app).wait_until_live()
    store.set(CAMERA)
    wait_for(lambda: camera.handles == 0, "the camera is closed")
    app.button("Allow")
    app.kill()
    again = launch()
    again.button("Allow")
    assert camera.handles == 0


def test_the_focus_follows_what_can_be_done(launch, camera, store):
    """On GTK 4.8 a screen reader reads it only this way."""
    store.set(CAMERA, "yes")
    app = launch()
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    store.set(CAMERA, "no")
    wait_for(lambda: "focused" in app.button("Open Settings").states, "the button has the focus")
    store.set(CAMERA, "yes")
    wait_for(lambda: "focused" in app.find("Take Photo", "button").states, "the shutter has the focus")


def test_a_running_tintype_follows_the_terminal(launch, camera, cameras, store, home, desktop):  # noqa: F811
    app = launch()
    app.button("Allow")
    allowing = launch("--allow-camera")
    assert allowing.wait_for_end() == 0
    Viewfinder(app).wait_until_live()
    denying = launch("--deny-camera", "--permissions")
    assert denying.wait_for_end() == 0
    assert "camera: denied" in denying.log_text()
    app.find("Camera access is off")
    assert launch("--reset-permissions").wait_for_end() == 1, "a no was taken back without a person"
    assert Terminal(home, cameras, desktop.env).typed("--reset-permissions").status == 0
    app.find("Camera access needed")
    assert store.get(CAMERA) == []


def test_gnome_settings_open_at_the_camera(launch, camera, store, desktop):  # noqa: F811
    record = desktop.folder / "activated"
    record.touch()
    service = subprocess.Popen([sys.executable, SERVICES / "gnome_settings.py", record], env=desktop.env)
    try:
        store.set(CAMERA, "no")
        app = launch(env={"XDG_CURRENT_DESKTOP": "ubuntu:GNOME"})
        wait_for(lambda: "ready" in record.read_text(), "the settings are there")
        app.press("Open Settings")
        wait_for(lambda: record.read_text().count("launch-panel") == 2, lambda: record.read_text())
        first, second = record.read_text().splitlines()[1:]
        assert first == "launch-panel [('privacy', ['camera'])]"
        assert second == "launch-panel [('camera', [])]"
    finally:
        service.kill()
        service.wait()


@pytest.mark.parametrize("name", ["XFCE", ""])
def test_without_gnome_our_preferences_have_the_switch(launch, camera, store, name):
    store.set(CAMERA, "no")
    app = launch(env={"XDG_CURRENT_DESKTOP": name})
    app.press("Open Settings")
    app.find("Camera Access")


def test_a_store_that_never_answers_allows_nothing_and_holds_nothing_up(launch, camera, folder, home):
    from harness.desktop import Desktop
    # A bus of its own, on which the mad one has the name.
    with Desktop(folder / "mad", home.environment()) as mad:
        service = subprocess.Popen([sys.executable, SERVICES / "permission_store.py", "never"], env=mad.env,
                                   stdout=subprocess.PIPE, text=True)
        assert service.stdout.readline() == "ready\n"
        from harness.app import Tintype
        app = Tintype(mad, (), {"VCAM_DIR": str(camera._bag.folder), **camera._bag.env})
        try:
            app.button("Allow")
            assert camera.opens == 0
        finally:
            app.kill()
            service.kill()
            service.wait()
