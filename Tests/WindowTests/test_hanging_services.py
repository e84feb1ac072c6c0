# SPDX-License-Identifier: GPL-3.0-or-later
"""Services that hang hold nothing up, and leave no camera on without a window."""

import contextlib
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

from harness import processes
from harness.permission_store import CAMERA, desktop, store  # noqa: F401
from harness.processes import Stopped
from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for

#: Seconds that a start may take: a second of waiting, and what a busy machine needs. GIO's own limit is 25.
START = 6.0
#: Seconds from a no to a closed camera; the window's absence alone closes it later.
CLOSING = 0.7
_SERVICES = Path(__file__).resolve().parents[1] / "Services"


def owner(desktop, name):  # noqa: F811
    """The process that has a name on the session bus."""
    words = processes.output(["gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path",
                              "/org/freedesktop/DBus", "--method", "org.freedesktop.DBus.GetConnectionUnixProcessID",
                              name], desktop.env, check=True)
    return int(words.strip("(), \n").split()[1])


@pytest.fixture
def display(desktop):  # noqa: F811
    """The X server, for stopping: without it there is no window, and whatever GTK asks it waits for."""
    pid, = [each.pid for each in desktop._processes if processes.name(each.pid) == "Xvfb"]
    with contextlib.closing(contextlib.ExitStack()) as stack:
        yield lambda: stack.enter_context(Stopped(pid))


@pytest.fixture
def service(desktop):  # noqa: F811
    """Puts one of the services of the tests on the bus; returns its process."""
    services = []

    def start(script, *words):
        service = subprocess.Popen(["/usr/bin/python3", _SERVICES / script, *words], env=desktop.env,
                                   stdout=subprocess.PIPE, text=True)
        services.append(service)
        assert service.stdout.readline() == "ready\n"
        return service

    yield start
    for service in services:
        service.kill()
        service.wait()


@pytest.fixture
def without_schemas(folder):
    """The environment of a desktop that is not GNOME's: everything that programs share but other programs' settings."""
    shared = folder / "shared"
    (shared / "glib-2.0").mkdir(parents=True)
    for place in Path("/usr/share").iterdir():
        if place.name != "glib-2.0":
            (shared / place.name).symlink_to(place)
    return {"XDG_DATA_DIRS": str(shared)}


def wait_for_window(app):
    wait_for(app.person.has_window, lambda: "a window in spite of it\n" + app.log_text(), START)


def test_a_portal_that_hangs_does_not_hold_up_the_window(launch, camera, store, service):
    store.set(CAMERA, "yes")
    portal = service("deaf_service.py", "org.freedesktop.portal.Desktop")
    app = launch(env={"G_MESSAGES_DEBUG": "tintype-main"})
    wait_for_window(app)
    Viewfinder(app).wait_until_live()
    assert "the desktop portal does not answer" in app.log_text()
    portal.send_signal(signal.SIGUSR1)
    wait_for(lambda: "the desktop portal answers again" in app.log_text(), "it is used again")


def test_a_lockdown_that_a_hanging_portal_knows_is_heard_when_it_goes_on(launch, camera, store, service, without_schemas):
    store.set(CAMERA, "yes")
    portal = service("settings_portal.py", "true")
    with Stopped(portal.pid) as stopped:
        app = launch(env=without_schemas)
        Viewfinder(app).wait_until_live()
        assert "the desktop portal does not answer" in app.log_text()
        stopped.go_on()
        app.find("The camera is turned off for this whole computer")
        wait_for(lambda: camera.handles == 0, "the camera is closed")


def test_an_accessibility_bus_that_hangs_does_not_hold_up_the_window(launch, camera, store, desktop):
    store.set(CAMERA, "yes")
    with Stopped(owner(desktop, "org.a11y.Bus")):
        app = launch()
        wait_for_window(app)
        camera.wait_for_frames(10)
        assert "the accessibility bus does not answer" in app.log_text()
        stays(lambda: camera.is_streaming, "the camera goes on", 2)


@pytest.mark.main
def test_without_an_accessibility_bus_all_works(launch, camera, allowed, roll, desktop):
    """GTK from 4.14 on crashes where it has looked for that bus in vain and something is announced."""
    # The X server knows the bus as well.
    processes.output(["xprop", "-root", "-remove", "AT_SPI_BUS"], desktop.env)
    app = launch(env={"DBUS_SESSION_BUS_ADDRESS": desktop.start_bus("lean")})
    wait_for_window(app)
    camera.wait_for_frames(10)
    app.person.wait_for_focus()
    # The mode, the photo, and a message are announced.
    for key in ("ctrl+m", "ctrl+m", "space"):
        app.person.key(key)
    photos = roll.wait_for(1)
    app.person.key("ctrl+z")
    wait_for(lambda: not photos[0].exists(), "the photo is taken back")
    app.person.key("ctrl+q")
    assert app.wait_for_end() == 0


def test_a_session_bus_that_says_nothing_does_not_hold_up_the_window(launch, camera, home, folder):
    home.store(camera_access="yes")
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(folder / "silent"))
        silent.listen()
        app = launch(env={"DBUS_SESSION_BUS_ADDRESS": f"unix:path={folder}/silent"})
        wait_for_window(app)
        # A silent store may have a no on record.
        stays(lambda: camera.opens == 0, "the camera stays closed", 1)
        app.kill()


def test_services_that_answer_are_not_left_out(launch, camera, store):
    store.set(CAMERA, "yes")
    app = launch(env={"G_MESSAGES_DEBUG": "tintype-main"})
    Viewfinder(app).wait_until_live()
    assert "does not answer" not in app.log_text()


def test_without_a_window_the_camera_is_turned_off_until_there_is_one(launch, camera, store, display):
    store.set(CAMERA, "yes")
    stopped = display()
    app = launch()
    camera.wait_for_frames(1)
    start = time.monotonic()
    wait_for(lambda: camera.handles == 0, "the camera is closed")
    assert time.monotonic() - start < 1.5 + CLOSING
    stays(lambda: camera.handles == 0, "it stays closed", 1)
    stopped.go_on()
    Viewfinder(app).wait_until_live()


def quickly_closed(camera, change):
    """Whether the camera is closed by this, and not by the window's absence."""
    camera.wait_for_frames(1)
    start = time.monotonic()
    change()
    wait_for(lambda: camera.handles == 0, "the camera is closed")
    return time.monotonic() - start < CLOSING


def test_a_no_is_heard_while_the_window_is_held_up(launch, camera, store, display):
    store.set(CAMERA, "yes")
    stopped = display()
    app = launch()
    assert quickly_closed(camera, lambda: store.set(CAMERA, "no"))
    stopped.go_on()
    app.find("Camera access is off")
    store.set(CAMERA, "yes")
    Viewfinder(app).wait_until_live()


def test_a_lockdown_is_heard_while_the_window_is_held_up(launch, camera, store, display, home):
    store.set(CAMERA, "yes")
    stopped = display()
    app = launch()
    assert quickly_closed(
        camera, lambda: home.store_text("disable-camera", "true", "org/gnome/desktop/privacy"))
    stopped.go_on()
    app.find("The camera is turned off for this whole computer")
    home.store_text("disable-camera", "false", "org/gnome/desktop/privacy")
    Viewfinder(app).wait_until_live()


def test_a_no_that_was_taken_back_meanwhile_changes_nothing(launch, camera, store, display):
    store.set(CAMERA, "yes")
    stopped = display()
    app = launch()
    assert quickly_closed(camera, lambda: store.set(CAMERA, "no"))
    store.set(CAMERA, "yes")
    stopped.go_on()
    Viewfinder(app).wait_until_live()


def test_a_locked_screen_is_heard_while_the_window_is_held_up(launch, camera, store, display, desktop):
    saver = "org.gnome.ScreenSaver"
    desktop.start(["/usr/bin/python3", "-m", "dbusmock", "--session", saver, "/org/gnome/ScreenSaver", saver], saver)

    def say(is_locked):
        command = ["gdbus", "call", "--session", "--dest", saver, "--object-path", "/org/gnome/ScreenSaver", "--method",
                   "org.freedesktop.DBus.Mock.EmitSignal", saver, "ActiveChanged", "b", f"[<{is_locked}>]"]
        return subprocess.run(command, env=desktop.env, capture_output=True, check=False).returncode == 0

    wait_for(lambda: say("false"), "the screen saver runs")
    store.set(CAMERA, "yes")
    stopped = display()
    app = launch()
    assert quickly_closed(camera, lambda: say("true"))
    stopped.go_on()
    wait_for_window(app)
    stays(lambda: camera.handles == 0, "it stays closed", 1)
    say("false")
    Viewfinder(app).wait_until_live()


def test_a_store_that_is_well_again_is_heard(launch, camera, store, desktop):
    store.set(CAMERA, "yes")
    with Stopped(owner(desktop, "org.freedesktop.impl.portal.PermissionStore")) as stopped:
        app = launch(env={"G_MESSAGES_DEBUG": "tintype-permissions"})
        wait_for(lambda: "says nothing of use" in app.log_text() or "is silent" in app.log_text(), "its limit is over")
        assert camera.opens == 0
        stopped.go_on()
        Viewfinder(app).wait_until_live()


def test_an_instance_that_was_just_killed_keeps_nobody_from_starting(service, launch, camera, store):
    # It has the name when it is asked, and ends before it answers.
    store.set(CAMERA, "yes")
    service("deaf_service.py", "io.github.tintype.Tintype", "mortal")
    Viewfinder(launch()).wait_until_live()
