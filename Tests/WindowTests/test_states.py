# SPDX-License-Identifier: GPL-3.0-or-later
"""In every state of the window words have 4.5:1 with what is behind them, over white, and a finger can hit each target."""

import numpy
import pytest
from PIL import Image

from harness import legibility, videos
from harness.accessible import Gone
from harness.preferences import open_privacy
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

#: Logical pixels, the least that a finger needs.
FINGER = 44
TARGETS = ("button", "slider", "switch", "check box", "combo box", "text box")


@pytest.fixture
def start(launch, cameras, allowed):
    """With two cameras that look at a white wall: nothing is harder to read over."""
    def start(camera=None, photo_format="jpeg", **settings):
        allowed.store(microphone="none", **settings)
        if photo_format:
            allowed.store(photo_format=photo_format)
        cameras.show(numpy.full((720, 1280), 235, numpy.uint8))
        cameras.make("/dev/video0", name="Left Camera", modes=["MJPG:1280x720@30"], **camera or {})
        cameras.make("/dev/video1", name="Right Camera")
        app = launch()
        Viewfinder(app).wait_until_moving()
        app.person.wait_for_focus()
        return app
    return start


def _is_hit(root, control):
    """Whether a click 21 pixels from its middle, on all sides, is a click on it."""
    left, top, width, height = control.extents
    x, y, reach = left + width // 2, top + height // 2, FINGER // 2 - 1
    return all(root.hits(control, x + across, y + down)
               for across, down in ((-reach, 0), (reach, 0), (0, -reach), (0, reach)))


def _small(shown):
    """The targets in front that are too small for a finger."""
    _, _, wide, high = shown.root.extents
    found = []
    for each in shown.root.survey():
        try:
            if not {"focusable", "sensitive"} <= each.states or not each.control.has_role(TARGETS):
                continue
            left, top, width, height = each.control.extents
            # Widgets that are scrolled away or on another page are no targets now.
            is_whole = width and left >= 0 and top >= 0 and left + width <= wide and top + height <= high
            if is_whole and shown.root.hits(each.control, left + width // 2, top + height // 2) \
                    and not _is_hit(shown.root, each.control):
                found.append(f"{each.control} is {width}x{height}")
        except Gone:
            continue
    return found


def expect(app, window=legibility.main):
    shown = window(app)
    # Fading in ends in letters of full strength.
    wait_for(lambda: min(shown.contrasts().values(), default=0) >= 4.5, lambda: f"contrast: {shown.contrasts()}", 10)
    wait_for(lambda: not _small(shown), lambda: f"too small: {_small(shown)}", 10)


def test_auto(start):
    expect(start())


def test_pro_with_a_ruler(start):
    app = start(last_shooting_mode="pro")
    app.person.click(app.find("White Balance", "slider"))
    app.button("Back to Automatic")
    expect(app)


def test_video_and_recording(start):
    app = start()
    app.press("Video")
    app.button("Record Video")
    expect(app)
    app.press("Record Video")
    app.find(prefix="Recording, ")
    expect(app)


@pytest.mark.parametrize("timer", [0, 10])
def test_scanning_and_the_countdown(start, timer):
    app = start(self_timer=timer)
    if timer:
        app.press("Take Photo")
        app.button("Stop")
    else:
        app.person.key("ctrl+b")
        app.find("Point at a code", "label")
    expect(app)


def test_the_focus_mark(start):
    # There is nothing to focus on; the exposure follows the click.
    app = start(camera={"without": "focus_absolute,focus_automatic_continuous"})
    app.person.click(app.find("Viewfinder"))
    app.find("Exposure at the Point", "slider")
    expect(app)


def test_a_message_with_a_button(start, roll):
    app = start()
    app.press("Take Photo")
    roll.wait_for(1)
    app.button("Last Photo")
    app.person.key("ctrl+z")
    app.button("Undo")
    expect(app)


@pytest.mark.parametrize("view", ["nothing", "photo", "details", "grid"])
def test_the_roll(start, home, view):
    if view != "nothing":
        home.camera_roll.mkdir(parents=True)
        for index in range(12):
            Image.new("RGB", (640, 360), (255, 255, 255)).save(home.camera_roll / f"IMG_20261122_1402{index:02}_004.jpg")
    app = start()
    app.person.key("ctrl+p")
    app.button("Back to Camera")
    if view in ("details", "grid"):
        app.person.key("i" if view == "details" else "g")
    expect(app)


def test_a_video_in_the_roll(start):
    app = start()
    app.press("Video")
    app.press("Record Video")
    videos.record_for(app, 2)
    app.press("Stop Recording")
    app.button("Record Video")
    app.press("Last Photo")
    app.press("Play")
    app.button("Pause")
    expect(app)


@pytest.mark.parametrize("page", ["General", "Privacy"])
def test_the_preferences(start, page):
    app = start()
    if page == "Privacy":
        open_privacy(app)
    else:
        app.person.key("ctrl+comma")
        app.person.wait_for_dialog()
        app.find("Format")
    expect(app, legibility.front)


def test_the_help(start):
    app = start()
    app.person.key("F1")
    app.find("Focusing")
    app.person.wait_for_dialog()
    expect(app, legibility.front)


def test_what_is_wrong(start):
    app = start()
    app.press("Main Menu")
    app.find("Something wrong?", "menu item").press()
    app.press("Details")
    app.person.wait_for_dialog()
    expect(app, legibility.front)


def test_the_library_question(start, home):
    home.store(library_access="ask")
    app = start()
    app.press("Take Photo")
    app.button("Choose Folder…")
    app.person.wait_for_dialog()
    expect(app, legibility.front)


def test_photos_that_wait(start, home):
    home.store(library_access="no")
    app = start()
    app.press("Take Photo")
    app.button("Save As…")
    expect(app)


def test_the_hint_about_heic(start, home):
    home.store_text("heic-hint-shown", "false")
    app = start(photo_format=None)
    app.press("Take Photo")
    app.button("Keep HEIC")
    expect(app)


@pytest.mark.parametrize("access, button", [("ask", "Allow"), ("no", "Open Settings"), ("yes", "Use Test Scene")])
def test_the_first_launch_and_no_picture(launch, cameras, home, access, button):
    home.store(camera_access=access)
    if access != "yes":
        cameras.make()
    app = launch()
    app.button(button)
    expect(app, legibility.front if access == "ask" else legibility.main)
