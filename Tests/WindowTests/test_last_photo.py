"""The button with the small picture opens the photo in the desktop's own viewer."""

import stat

from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

_VIEWER = """[Desktop Entry]
Type=Application
Name=Viewer of the test
Exec={program} %f
MimeType=image/heif;image/heic;image/jpeg;
"""


def _install_viewer(home):
    """A program for photos that writes down what it was asked to open; returns where."""
    record = home.root / "opened"
    program = home.root / "viewer"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$1" >>"{record}"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    applications = home.data / "applications"
    applications.mkdir()
    (applications / "viewer.desktop").write_text(_VIEWER.format(program=program))
    defaults = "".join(f"{kind}=viewer.desktop\n" for kind in ("image/heif", "image/heic", "image/jpeg"))
    (applications / "mimeapps.list").write_text("[Default Applications]\n" + defaults)
    return record


def test_last_photo_opens_the_newest_photo(launch, home, roll):
    record = _install_viewer(home)
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    for count in (1, 2):
        app.press("Take Photo")
        newest = roll.wait_for(count)[-1]
        app.press("Last Photo")
        wait_for(lambda: record.exists() and len(record.read_text().split()) == count, "the viewer is started")
        assert record.read_text().split()[-1] == str(newest)


def test_there_is_no_last_photo_at_first(launch):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    assert not app.shows("Last Photo")


def test_without_a_viewer_words_say_so(launch, roll):
    app = launch("--camera=test", env={"XDG_DATA_DIRS": "/nonexistent"})
    Viewfinder(app).wait_until_moving()
    app.press("Take Photo")
    roll.wait_for(1)
    app.press("Last Photo")
    app.find("No program could open the photo")
