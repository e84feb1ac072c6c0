# SPDX-License-Identifier: GPL-3.0-or-later
"""Every panel and question about permission, on a telephone's screen, on a small laptop's and with letters twice as
large: readable by its pixels, whole, named, and within reach of the keyboard. The pictures stay in
.build/window-tests/panels."""

from pathlib import Path

import pytest
from PIL import Image

from harness import legibility, processes, qr
from harness.permission_store import CAMERA, LIBRARY, desktop, store  # noqa: F401
from harness.preferences import open_privacy, row
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

PICTURES = Path(__file__).resolve().parents[2] / ".build/window-tests/panels"
SIZES = {"360x640": (360, 640, 1), "1024x768": (1024, 768, 1), "200-percent": (1024, 768, 2)}


@pytest.fixture(params=SIZES.values(), ids=SIZES)
def size(request, home, desktop):  # noqa: F811
    width, height, scale = request.param
    # If no desktop sets the size of letters, GTK takes it from the X resources.
    processes.output(["xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER",
                      f"Xft.dpi:\t{96 * scale}\n"], desktop.env)
    home.store(window_width=width, window_height=height)
    return width, height


@pytest.fixture
def start(launch, cameras, store, size):
    def start(camera=(), library=(), scene=None):
        if scene:
            cameras.show(qr.scene(scene))
        cameras.make(modes=["MJPG:1280x720@30"])
        store.set(CAMERA, *camera)
        store.set(LIBRARY, *library)
        app = launch()
        if camera == ["yes"]:
            Viewfinder(app).wait_until_live()
        return app
    return start


def check(request, shown, *reachable, app):
    """Readable, whole, named; and the keyboard gets to these buttons."""
    # Fading in ends in letters of full strength.
    wait_for(lambda: min(shown.contrasts().values(), default=0) >= 4.5, lambda: f"contrast: {shown.contrasts()}", 10)
    PICTURES.mkdir(parents=True, exist_ok=True)
    name = request.node.name.removeprefix("test_").replace("[", "-").rstrip("]")
    Image.fromarray(shown.pixels()).save(PICTURES / f"{name}.png")
    assert shown.outside() == set()
    assert shown.nameless() == []
    for each in reachable:
        app.person.tab_to(each)


def test_camera_question(request, start):
    app = start()
    app.button("Allow")
    app.person.wait_for_dialog()
    check(request, legibility.front(app), "Don't Allow", "Allow", app=app)


def test_camera_access_needed(request, start):
    app = start()
    app.button("Allow")
    app.person.answer("Allow Tintype to use the camera?", "Escape")
    app.button("Allow Camera…")
    app.person.wait_for_focus()
    check(request, legibility.main(app), "Allow Camera…", app=app)


def test_camera_denied(request, start):
    app = start(["no"])
    app.button("Open Settings")
    app.person.wait_for_focus()
    check(request, legibility.main(app), "Open Settings", "Something wrong?", app=app)


def test_camera_restricted(request, start, home):
    home.store_text("disable-camera", "true", "org/gnome/desktop/privacy")
    app = start()
    app.find("The camera is turned off for this whole computer")
    app.person.wait_for_focus()
    check(request, legibility.main(app), "Open Settings", app=app)


def test_library_question(request, start):
    app = start(["yes"])
    app.press("Take Photo")
    app.button("Choose Folder…")
    app.person.wait_for_dialog()
    check(request, legibility.front(app), "Don't Allow", "Choose Folder…", "Allow", app=app)


def test_library_denied(request, start):
    app = start(["yes"], ["no"])
    for count in ("1 photo is", "2 photos are"):
        app.press("Take Photo")
        app.find(f"Tintype may not use your photo library. {count} waiting.")
    app.person.wait_for_focus()
    check(request, legibility.main(app), "Open Settings", "Save As…", "Save All As…", app=app)


@pytest.mark.parametrize("library", ["no", "yes", "limited"])
def test_privacy_page(request, start, home, size, library):
    home.store(library_folder=str(home.pictures))
    app = start(["yes" if library == "yes" else "no"], [library])
    open_privacy(app)
    page = legibility.front(app)
    page.resize(min(size[0], 560), size[1])
    check(request, page, "Camera Access", "Photo Library Access", "Scan Screenshots", app=app)
    # Nothing is cut off at the right.
    (left, _, width, _), window = row(app, "Camera").control.extents, page.root.extents[2]
    assert abs(left - (window - left - width)) <= 1


def test_scan_sheet(request, start):
    app = start(["yes"], scene="http://bank.example@xn--80ak6aa92e.com:81/login?a=b")
    app.person.wait_for_focus()
    # The button is in the menu if there is no room for it.
    app.person.key("ctrl+b")
    app.button("Open…")
    app.person.wait_for_dialog()
    check(request, legibility.front(app), "Copy", "Open…", "Full Text", app=app)


def test_what_was_found(request, start, size):
    app = start(["no"])
    app.press("Something wrong?")
    app.button("Copy Report")
    app.person.wait_for_dialog()
    page = legibility.front(app)
    page.resize(min(size[0], 520), size[1])
    check(request, page, "Copy Report", "Check Again", app=app)
