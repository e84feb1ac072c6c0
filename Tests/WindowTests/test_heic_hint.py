# SPDX-License-Identifier: GPL-3.0-or-later
"""If no program of the desktop opens HEIC, Tintype says so once, and offers JPEG."""

import pytest

from harness.home import Home
from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for

HEADING = "No other program here opens HEIC"
VIEWER = "[Desktop Entry]\nType=Application\nName=Viewer\nExec=true %U\nMimeType=image/heif;\n"


@pytest.fixture
def home(folder):
    """A person who has decided nothing yet about formats."""
    home = Home(folder)
    home.store(library_access="yes", camera_access="yes")
    return home


@pytest.fixture
def start(launch, cameras):
    cameras.make()

    def start():
        app = launch()
        Viewfinder(app).wait_until_live()
        return app
    return start


def test_the_first_heic_photo_says_so_once(start, home, roll):
    app = start()
    assert not app.shows(HEADING)
    app.press("Take Photo")
    app.find(HEADING, "label")
    window = app.find("Tintype", "window")
    for answer in ("Use JPEG", "Keep HEIC"):
        button = app.button(answer)
        left, top, width, height = button.extents
        assert all(window.hits(button, left + width // 2 + x, top + height // 2 + y)
                   for x in (-21, 21) for y in (-21, 21)), answer
    # The next Space takes a photo, and answers nothing.
    app.person.wait_for_focus()
    app.person.key("space")
    roll.wait_for(2)
    app.press("Keep HEIC")
    app.wait_until_gone(HEADING)
    app.press("Take Photo")
    roll.wait_for(3)
    assert all(each.suffix == ".heic" for each in roll.files())
    assert app.close() == 0
    assert "photo-format" not in home.settings()
    again = start()
    again.press("Take Photo")
    roll.wait_for(4)
    stays(lambda: not again.shows(HEADING), "nothing more is said", 0.7)


def test_use_jpeg_is_kept(start, home, roll):
    app = start()
    app.press("Take Photo")
    app.press("Use JPEG")
    app.wait_until_gone(HEADING)
    wait_for(lambda: home.settings().get("photo-format") == "'jpeg'", "the format is kept")
    app.press("Take Photo")
    roll.wait_for(2)
    assert sorted(each.suffix for each in roll.files()) == [".heic", ".jpg"]


def test_who_chose_heic_is_told_nothing(start, home, roll):
    home.store(photo_format="heic")
    app = start()
    app.press("Take Photo")
    roll.wait_for(1)
    stays(lambda: not app.shows(HEADING), "nothing is said", 0.7)


def test_where_a_program_opens_heic_nothing_is_said(start, home, roll):
    programs = home.data / "applications"
    programs.mkdir()
    (programs / "viewer.desktop").write_text(VIEWER)
    (home.config / "mimeapps.list").write_text("[Default Applications]\nimage/heif=viewer.desktop\n")
    app = start()
    app.press("Take Photo")
    roll.wait_for(1)
    stays(lambda: not app.shows(HEADING), "nothing is said", 0.7)
    assert "heic-hint-shown" not in home.settings()


@pytest.mark.parametrize("mode", ["auto", "pro"])
@pytest.mark.parametrize("size", [(360, 480), (640, 480)])
def test_it_fits_small_windows(start, home, mode, size):
    home.store(last_shooting_mode=mode, window_width=size[0], window_height=size[1])
    app = start()
    app.press("Take Photo")
    app.find(HEADING, "label")
    window = app.find("Tintype", "window").extents
    for answer in ("Use JPEG", "Keep HEIC"):
        left, top, width, height = app.button(answer).extents
        assert 0 <= left and left + width <= window[2] and 0 <= top and top + height <= window[3], answer
