# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixtures of every window test: a home, a desktop, cameras, and a way to start the program. All end with the test."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from harness import cameras as virtual_cameras  # noqa: E402
from harness import evidence, places, processes, sway  # noqa: E402
from harness.app import Tintype  # noqa: E402
from harness.desktop import Desktop  # noqa: E402
from harness.gnome import GnomeShell, is_installed  # noqa: E402
from harness.home import Home  # noqa: E402
from harness.photos import CameraRoll  # noqa: E402
from harness.sway import Sway  # noqa: E402
from harness.viewfinder import Viewfinder  # noqa: E402
from harness.waiting import wait_for  # noqa: E402
from harness.x11 import X11  # noqa: E402

_DISPLAYS = {"x11": X11, "wayland": Sway, "gnome": GnomeShell}


def pytest_addoption(parser):
    parser.addoption("--display", choices=_DISPLAYS, default="x11", help="what they run on; but x11: those marked so")
    parser.addoption("--state", help="of the window's states only this one")
    parser.addoption("--screenshots", action="store_true", help="a picture of each state into .build/screenshots")
    parser.addoption("--lean", action="store_true", help="on wayland only those that `make test` runs, at scale 1")


def pytest_configure(config):
    config.addinivalue_line("markers", "alone: measures times that tests beside it would change")
    config.addinivalue_line("markers", "paced: states limits of a second or so, too short beside many tests")
    config.addinivalue_line("markers", "main: a main way through the window: one of those of `make test`")
    config.addinivalue_line("markers", "screen(width, height): needs one of this size, in pixels")
    config.addinivalue_line("markers", "long: takes so long that it begins first, beside all others")
    config.addinivalue_line("markers", "gnome(scales=(1,), only=False): runs in GNOME Shell, too, at these scales")
    config.addinivalue_line("markers", "wayland(scales=(1,), lean=False, only=False): runs on Wayland, too, at these "
                                       "scales; lean: also in `make test`, at the first of them; only: not on X11")


def pytest_generate_tests(metafunc):
    """The scales of a test's mark."""
    option = metafunc.config.option
    if option.display != "x11":
        scales = (_marked(metafunc.definition, option.display) or {}).get("scales", (1,))[:1 if option.lean else None]
        metafunc.parametrize("display_scale", scales, indirect=True, ids=lambda scale: f"scale {scale}")
    elif "scale" in metafunc.fixturenames:
        metafunc.parametrize("scale", (1, 2), indirect=True, ids=lambda scale: f"scale {scale}")


def _marked(item, display):
    """The arguments of this display's mark on a test; None without one."""
    mark = item.get_closest_marker(display)
    return mark and mark.kwargs


def pytest_collection_modifyitems(config, items):
    items.sort(key=lambda item: not item.get_closest_marker("long"))

    def belongs(item):
        if config.option.display == "x11":
            return not any((_marked(item, display) or {}).get("only") for display in _DISPLAYS)
        options = _marked(item, config.option.display)
        return options is not None and (options.get("lean") or not config.option.lean)
    others = [item for item in items if not belongs(item)]
    config.hook.pytest_deselected(items=others)
    items[:] = [item for item in items if belongs(item)]


@pytest.fixture(scope="session", autouse=True)
def surroundings(pytestconfig):
    """Once: the program is there, the camera is built, and orphans are ours."""
    processes.adopt_orphans()
    assert shutil.which("tintype"), "no tintype in PATH: run `make stage test-windows`"
    virtual_cameras.build()
    places.build()
    Desktop.kind = _DISPLAYS[pytestconfig.option.display]
    if Desktop.kind is Sway:
        sway.build()
    if Desktop.kind is GnomeShell and not is_installed():
        pytest.skip("GNOME Shell is not installed: `make test-gnome` installs it")


@pytest.fixture(autouse=True)
def display_scale(request):
    """Device pixels of the display for each of the desktop's; 1 on X11, which has no scale."""
    Desktop.scale = getattr(request, "param", 1)
    return Desktop.scale


@pytest.fixture
def folder():
    """A folder with a short path, because addresses of sockets must be short."""
    with tempfile.TemporaryDirectory(prefix="tintype-", ignore_cleanup_errors=True) as name:
        yield Path(name)


@pytest.fixture
def scratch(folder):
    """For files made by other programs."""
    (folder / "scratch").mkdir()
    return folder / "scratch"


@pytest.fixture
def home(folder):
    """A home in which photos may be saved; what the first photo asks is tested with a permission store."""
    home = Home(folder)
    # The hint that no program opens HEIC is tested in test_heic_hint.
    home.store_text("heic-hint-shown", "true")
    home.store(library_access="yes")
    return home


@pytest.fixture
def backend():
    """The backend of GSettings; tests can be parametrized with another one."""
    return "keyfile"


@pytest.fixture
def german(folder):
    """The environment that makes a program speak German, on a machine without a German locale."""
    made = folder / "locale" / "de_DE.UTF-8"
    made.parent.mkdir()
    done = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", made], capture_output=True, check=False)
    if done.returncode != 0:
        pytest.skip("a German locale can't be made here (package locales)")
    return {"LOCPATH": str(made.parent), "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de"}


@pytest.fixture
def scale(request, desktop):
    """Device pixels for each of the program's own: the display's, or on X11 what programs are told to make of it."""
    if desktop.kind is X11:
        desktop.env["GDK_SCALE"] = str(request.param)
        return request.param
    return desktop.scale


@pytest.fixture
def roll(home):
    return CameraRoll(home.camera_roll)


@pytest.fixture
def desktop(request, folder, home, backend):
    services = ["ca.desrt.dconf.service"] if backend == "dconf" else []
    mark = request.node.get_closest_marker("screen")
    size = {"size": mark.args} if mark else {}
    with Desktop(folder / "desktop", home.environment(backend), services, **size) as desktop:
        yield desktop
    _expect_no_leftovers()


def _expect_no_leftovers():
    """All processes of a test end by themselves; what has not is named, and ended here."""
    def leftovers():
        return [(pid, processes.name(pid)) for pid in processes.descendants(os.getpid())]
    try:
        wait_for(lambda: not leftovers(), lambda: f"no process is left, but {leftovers()}", timeout=5)
    finally:
        processes.end_all(processes.descendants(os.getpid()))


@pytest.fixture
def cameras(folder):
    return virtual_cameras.CameraBag(folder / "cameras")


@pytest.fixture
def camera(cameras):
    """The one camera of most tests."""
    return cameras.make()


@pytest.fixture
def launch(desktop, cameras):
    """Starts the program: launch("--camera=test", env={…}).

    It sees the test's cameras and no others. cameras_by="udev": also hears of their coming and going;
    cameras_by=None: sees those of the machine.
    """
    started = []

    def start(*arguments, env=None, under=(), cameras_by="preload"):
        name = f"tintype-{len(started)}" if started else "tintype"
        seeing = {"preload": cameras.env, "udev": cameras.env_under_udev, None: {}}[cameras_by]
        wrapper = cameras.under_udev if cameras_by == "udev" else under
        app = Tintype(desktop, arguments, seeing | (env or {}), wrapper, name)
        started.append(app)
        return app

    yield start
    for app in started:
        app.kill()
        assert not app.complaints(), f"{app.log.name}: {app.complaints()}"


@pytest.fixture
def allowed(home):
    """A home in which the camera was allowed before."""
    home.store(camera_access="yes")
    return home


@pytest.fixture
def silent(home):
    """A home in which videos have no sound: nothing asks for a microphone."""
    home.store_text("microphone", "'none'")
    return home


@pytest.fixture
def app(launch, camera, allowed):
    """The program, with a picture of the camera."""
    app = launch()
    Viewfinder(app).wait_until_live()
    return app


def pytest_runtest_setup(item):
    """`make coverage` asks for a profile of each file."""
    if folder := os.environ.get("TINTYPE_PROFILES"):
        os.environ["LLVM_PROFILE_FILE"] = f"%c{folder}/{item.path.stem}-%m.profraw"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    if report.when == "call" and report.failed:
        evidence.keep(item)
