# SPDX-License-Identifier: GPL-3.0-or-later
"""In a sandbox the desktop asks and decides: its real Camera portal, with dialogs that a script answers."""

import pytest

from harness.permission_store import CAMERA, LIBRARY, store  # noqa: F401
from harness.photos import Photo
from harness.preferences import is_on, open_privacy, words
from harness.processes import Stopped
from harness.sandbox import APP_ID, desktop, media, sandbox  # noqa: F401
from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for

HEADING = "Allow Tintype to use the camera?"


@pytest.fixture
def camera(media):  # noqa: F811
    return media.plug_in("MJPG:1280x720@30")


def close_settings(app):
    app.person.wait_for_dialog()
    app.person.key("Escape")
    app.wait_until_gone("Camera Access", "switch")


@pytest.fixture
def ready(sandbox, camera):  # noqa: F811
    sandbox.start_portal()
    return sandbox


def test_first_launch_explains_and_asks_only_after_a_click(ready, camera, store):  # noqa: F811
    ready.answer("grant")
    app = ready.launch()
    app.find("Camera access needed")
    app.button("Allow Camera…")
    stays(lambda: not ready.questions and not app.shows(HEADING), "no question is asked", 0.5)
    assert not camera.was_used
    app.press("Allow Camera…")
    Viewfinder(app).wait_until_live()
    app.wait_until_gone("Camera access needed")
    assert ready.questions == [f"asked for {APP_ID}: grant"]
    assert store.get(CAMERA) == ["yes"]


def test_allowed_earlier_starts_with_a_picture(ready, camera, store):  # noqa: F811
    store.set(CAMERA, "yes")
    app = ready.launch()
    Viewfinder(app).wait_until_live()
    assert not ready.questions and not app.shows("Camera access needed")
    assert app.close() == 0
    wait_for(lambda: not camera.is_streaming, "the camera is closed")


@pytest.mark.parametrize("answer", ["deny", "close"])
def test_a_denial_leads_to_the_panel_and_is_remembered(ready, camera, answer):
    ready.answer(answer)
    app = ready.launch()
    app.press("Allow Camera…")
    app.find("Camera access is off")
    app.button("Open Settings")
    app.close()
    again = ready.launch()
    again.find("Camera access is off")
    assert len(ready.questions) == 1 and not camera.was_used


def test_the_settings_in_a_sandbox_are_our_own(ready, camera, store):  # noqa: F811
    ready.answer("deny")
    app = ready.launch()
    app.press("Allow Camera…")
    app.press("Open Settings")
    switch = app.find("Camera Access", "switch")
    # The desktop says no again, without a question, and the switch goes back.
    switch.press()
    wait_for(lambda: not is_on(app, "Camera"), "the switch is off")
    wait_for(lambda: "The desktop decides here" in words(app, "Camera"), app.outline)
    assert store.get(CAMERA) == ["no"] and len(ready.questions) == 1


def test_our_own_switch_turns_the_camera_off_and_on(ready, camera, store):  # noqa: F811
    store.set(CAMERA, "yes")
    app = ready.launch()
    Viewfinder(app).wait_until_live()
    open_privacy(app)
    app.find("Camera Access", "switch").press()
    app.find("Camera access is off")
    wait_for(lambda: not camera.is_streaming, "the camera is closed")
    app.find("Camera Access", "switch").press()
    wait_for(lambda: camera.is_streaming, "the camera is open")
    close_settings(app)
    Viewfinder(app).wait_until_live()
    assert not ready.questions


def test_taken_back_elsewhere_ends_the_picture_when_the_person_comes_back(ready, camera, store):  # noqa: F811
    store.set(CAMERA, "yes")
    app = ready.launch()
    Viewfinder(app).wait_until_live()
    store.set(CAMERA, "no")
    app.person.leave_and_return()
    app.find("Camera access is off")
    wait_for(lambda: not camera.is_streaming, "the camera is closed")
    store.set(CAMERA, "yes")
    app.person.leave_and_return()
    Viewfinder(app).wait_until_live()
    assert not ready.questions


def test_a_portal_that_hangs_at_first_is_asked_again(ready, camera, store):  # noqa: F811
    store.set(CAMERA, "yes")
    with Stopped(ready.portal.pid) as stopped:
        app = ready.launch()
        app.find("Camera access needed")
        assert "the desktop portal does not answer" in app.log_text()
        stopped.go_on()
        Viewfinder(app).wait_until_live()
    assert not ready.questions


def test_a_late_answer_counts_and_holds_nothing_up(ready, camera):
    ready.answer("3000")
    app = ready.launch()
    app.press("Allow Camera…")
    wait_for(lambda: ready.questions, "the desktop asks")
    # The window lives while the question is open, and one click is one question.
    app.press("Allow Camera…")
    open_privacy(app)
    close_settings(app)
    Viewfinder(app).wait_until_live()
    assert len(ready.questions) == 1


def test_a_portal_that_dies_during_the_question_leads_back_to_the_panel(ready, camera):
    app = ready.launch()
    app.press("Allow Camera…")
    wait_for(lambda: ready.questions, "the desktop asks")
    ready.portal.kill()
    ready.portal.wait()
    app.button("Allow Camera…")
    stays(lambda: app.shows("Camera access needed"), "the panel is there", 0.5)
    # It can be asked again, once there is a portal again.
    ready.start_portal()
    ready.answer("grant")
    app.press("Allow Camera…")
    Viewfinder(app).wait_until_live()


def test_a_dialog_that_fails_is_no_permission(ready, camera):
    ready.answer("fail")
    app = ready.launch()
    app.press("Allow Camera…")
    wait_for(lambda: ready.questions, "the desktop asks")
    wait_for(lambda: app.shows("Camera access is off") or app.shows("Camera access needed"), "the panel is there")
    assert not camera.was_used


def test_a_senseless_portal_allows_nothing_and_blocks_nothing(sandbox, camera):  # noqa: F811
    sandbox.start_mad_portal("deaf")
    app = sandbox.launch()
    app.press("Allow Camera…")
    open_privacy(app)
    close_settings(app)
    stays(lambda: app.shows("Camera access needed") or app.shows("Camera access is off"), "the panel is there", 0.5)
    assert not camera.was_used and app.is_running


def test_a_connection_to_nowhere_is_no_camera(sandbox, camera):  # noqa: F811
    sandbox.start_mad_portal("pipe")
    app = sandbox.launch()
    app.press("Allow Camera…")
    app.find("No camera found")
    assert not camera.was_used and app.is_running


def test_without_a_portal_there_is_the_panel(sandbox, camera):  # noqa: F811
    app = sandbox.launch()
    app.press("Allow Camera…")
    stays(lambda: app.shows("Camera access needed"), "the panel is there", 0.5)
    assert not camera.was_used


def test_a_camera_that_is_pulled_out_comes_back(ready, camera, store, media):  # noqa: F811
    store.set(CAMERA, "yes")
    app = ready.launch()
    Viewfinder(app).wait_until_live()
    camera.unplug()
    app.find("Camera disconnected")
    media.plug_in("YUYV:640x480@30")
    Viewfinder(app).wait_until_live()


def test_a_photo_of_what_was_seen(ready, camera, store, roll, scratch):  # noqa: F811
    store.set(CAMERA, "yes")
    store.set(LIBRARY, "yes")
    app = ready.launch()
    view = Viewfinder(app)
    view.wait_until_live()
    app.press("Take Photo")
    photo, = roll.wait_for(1)
    assert Photo(photo).code(scratch).number > 0


def test_the_terminal_knows_the_sandbox(ready, camera, store, scratch):  # noqa: F811
    listing = ready.launch("--permissions")
    assert listing.wait_for_end() == 0
    assert "camera: not-determined" in listing.log_text()
    allowing = ready.launch("--allow-camera")
    assert allowing.wait_for_end() == 1
    assert "in a sandbox only the desktop can allow the camera" in allowing.log_text()
    store.set(CAMERA, "yes")
    cameras = ready.launch("--list-cameras")
    assert cameras.wait_for_end() == 0
    assert "pipewire:vcam.0" in cameras.log_text() and "MJPG 1280x720 30" in cameras.log_text()
    shot = ready.launch(f"--shoot={scratch / 'shot.jpg'}")
    assert shot.wait_for_end() == 0
    assert Photo(scratch / "shot.jpg").code(scratch).number > 0
    assert not ready.questions
