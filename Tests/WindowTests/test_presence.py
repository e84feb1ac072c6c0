# SPDX-License-Identifier: GPL-3.0-or-later
"""While the viewfinder can't be seen the camera is off; afterwards its picture is back."""

import time

import pytest

from harness.mocks import Mock
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

pytestmark = pytest.mark.alone

#: Seconds until the camera's light is out, and until its picture is back.
LEAVING = 2.0
COMING_BACK = 0.5
#: A busy machine may be slow once: the best of this many counts.
TRIES = 3


@pytest.fixture
def app(launch, camera, allowed, desktop):
    # What the computer's bus has is on the private one here.
    app = launch(env={"DBUS_SYSTEM_BUS_ADDRESS": desktop.env["DBUS_SESSION_BUS_ADDRESS"]})
    Viewfinder(app).wait_until_live()
    return app


class Clock:
    """Measures how long leaving and coming back take, and takes the best of several."""

    def __init__(self, app, camera):
        self._viewfinder, self._camera = Viewfinder(app), camera
        self._is_exact = app.desktop.display.is_prompt
        self._area = self._viewfinder.area()
        self._times = []

    def round(self, leave, come_back):
        leave()
        left = time.monotonic()
        wait_for(lambda: not self._camera.is_streaming and self._camera.handles == 0, "the camera is closed")
        closed = time.monotonic() - left
        newest = self._camera.newest_frame
        back = time.monotonic()
        come_back()
        self._viewfinder.wait_for_frame_in(self._area, newest)
        self._times.append((closed, time.monotonic() - back))

    def check(self):
        closed, back = (min(times) for times in zip(*self._times))
        assert closed < LEAVING, self._times
        assert back < COMING_BACK or not self._is_exact, self._times


@pytest.mark.main
@pytest.mark.gnome()
@pytest.mark.wayland()
def test_a_minimized_window_turns_the_camera_off(app, camera):
    clock = Clock(app, camera)
    for _ in range(TRIES):
        clock.round(app.person.minimize, app.person.restore)
    clock.check()


@pytest.mark.gnome()
@pytest.mark.wayland(scales=(1, 1.5, 2), lean=True)
def test_another_workspace_turns_the_camera_off(app, camera):
    clock = Clock(app, camera)
    for _ in range(TRIES):
        clock.round(lambda: app.person.go_to_workspace(1), lambda: app.person.go_to_workspace(0))
    clock.check()


@pytest.mark.wayland()
def test_a_window_that_is_hidden_for_a_moment_goes_on(app, camera):
    opens = camera.opens
    app.person.minimize()
    app.person.restore()
    Viewfinder(app).wait_until_live()
    camera.wait_for_frames(60)
    assert camera.opens == opens


@pytest.mark.wayland()
@pytest.mark.parametrize("name", ["gnome", "xfce"])
def test_a_locked_screen_turns_the_camera_off(app, camera, desktop, name):
    saver = Mock(desktop, f"org.{name}.ScreenSaver", f"/org/{name}/ScreenSaver", f"org.{name}.ScreenSaver")
    clock = Clock(app, camera)
    for _ in range(TRIES):
        clock.round(lambda: saver.say("ActiveChanged", "true"), lambda: saver.say("ActiveChanged", "false"))
    clock.check()


def test_a_blank_screen_turns_the_camera_off(app, camera, desktop):
    clock = Clock(app, camera)
    for _ in range(TRIES):
        clock.round(lambda: desktop.display.set_power(False), lambda: desktop.display.set_power(True))
    clock.check()


def test_a_window_that_opens_on_a_blank_screen_waits_for_light(launch, camera, allowed, desktop):
    desktop.display.set_power(False)
    app = launch()
    app.find("Viewfinder")
    wait_for(lambda: camera.opens and camera.handles == 0, "the camera is closed")
    desktop.display.set_power(True)
    Viewfinder(app).wait_until_live()


def test_another_session_turns_the_camera_off(launch, camera, allowed, desktop):
    session, path = "org.freedesktop.login1.Session", "/org/freedesktop/login1/session/c1"
    logind = Mock(desktop, "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
    mock = "org.freedesktop.DBus.Mock."
    for place in ("/org/freedesktop/login1/session/auto", path):
        properties = "{'Id': <'c1'>, 'Active': <true>, 'LockedHint': <false>}"
        assert logind.call(mock + "AddObject", place, session, properties, "@a(ssss) []")
    assert logind.call(mock + "AddMethod", "org.freedesktop.login1.Manager", "GetSession", "s", "o", f"ret = '{path}'")
    app = launch(env={"DBUS_SYSTEM_BUS_ADDRESS": desktop.env["DBUS_SESSION_BUS_ADDRESS"]})
    Viewfinder(app).wait_until_live()

    def change(words):
        assert logind.call(mock + "UpdateProperties", session, words, path=path)
    clock = Clock(app, camera)
    for _ in range(TRIES):
        clock.round(lambda: change("{'Active': <false>}"), lambda: change("{'Active': <true>}"))
    clock.round(lambda: change("{'LockedHint': <true>}"), lambda: change("{'LockedHint': <false>}"))
    clock.check()


def test_sleep_turns_the_camera_off_and_a_new_number_does_not_matter(launch, camera, allowed, desktop):
    logind = Mock(desktop, "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager",
                  "--template", "logind")
    app = launch(env={"DBUS_SYSTEM_BUS_ADDRESS": desktop.env["DBUS_SESSION_BUS_ADDRESS"]})
    viewfinder = Viewfinder(app)
    viewfinder.wait_until_live()
    logind.say("PrepareForSleep", "true")
    wait_for(lambda: camera.handles == 0, "the camera is closed")
    camera.unplug()
    camera.replug("/dev/video3")
    newest = camera.newest_frame
    logind.say("PrepareForSleep", "false")
    viewfinder.wait_for_frame_in(viewfinder.area(), newest)


def test_another_user_of_the_camera_is_named_and_waited_for(app, camera):
    app.person.minimize()
    wait_for(lambda: camera.handles == 0, "the camera is closed")
    other = camera.use()
    app.person.restore()
    try:
        app.find("Camera is in use", "alert")
    finally:
        other.stop()
    Viewfinder(app).wait_until_live()
