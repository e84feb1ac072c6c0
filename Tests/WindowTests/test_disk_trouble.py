# SPDX-License-Identifier: GPL-3.0-or-later
"""A photo that can't be written is not lost: clear words, two ways out, and nothing half-written."""

import pytest

from harness.disks import BlockedFolder, FullDisk, ReadOnlyDisk, SmallDisk, can_mount
from harness.photos import CameraRoll, Photo
from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for

needs_mount = pytest.mark.skipif(not can_mount(), reason="mounting is not allowed here")
#: Each with the words for it.
TROUBLES = [
    pytest.param(FullDisk, "There is no room left on the disk", marks=needs_mount, id="full"),
    pytest.param(ReadOnlyDisk, "The disk with", marks=needs_mount, id="read-only"),
    pytest.param(BlockedFolder, "is not a folder", id="a-file"),
]


@pytest.fixture
def disk(home, request):
    return request.param(home.pictures)


@pytest.fixture
def app(launch, cameras, allowed, disk):
    cameras.make()
    app = launch(under=disk.under)
    Viewfinder(app).wait_until_live()
    return app


def _explanation(app):
    """The panel's words, in one text."""
    heading = app.find(prefix="The photo couldn’t be saved", role="alert")
    return heading.description


@pytest.mark.main
@pytest.mark.parametrize("disk, words", TROUBLES, indirect=["disk"])
def test_trouble_is_reported_and_the_photo_saved_later(app, disk, words, scratch):
    shown = Viewfinder(app).frame()
    app.press("Take Photo")
    assert words in _explanation(app)
    assert str(disk.folder) in _explanation(app)
    app.button("Save As…")
    roll = CameraRoll(disk.seen_by(app, "Camera"))
    assert not roll.files(), "something half-written"
    newest = Viewfinder(app).wait_until_live()
    disk.mend(app)
    app.press("Try Again")
    photo = Photo(roll.wait_for(1)[0])
    assert shown <= photo.code(scratch).number <= newest, "another photo than the one that was taken"
    app.wait_until_gone(prefix="The photo couldn’t be saved")


@pytest.mark.parametrize("disk, words", TROUBLES, indirect=["disk"])
def test_shooting_goes_on_meanwhile(app, disk, words):
    app.press("Take Photo")
    app.find(prefix="The photo couldn’t be saved")
    for count in (2, 3):
        app.press("Take Photo")
        app.find(f"{count} photos couldn’t be saved", "alert")
    Viewfinder(app).wait_until_live()
    roll = CameraRoll(disk.seen_by(app, "Camera"))
    assert not roll.files()
    disk.mend(app)
    app.press("Try Again")
    roll.wait_for(3)
    assert len(roll.files()) == 3


@pytest.mark.parametrize("disk", [BlockedFolder], indirect=True)
def test_save_as_puts_it_where_the_person_wants(app, disk, home, scratch):
    app.press("Take Photo")
    app.press("Save As…")
    app.person.wait_for_dialog()
    chosen = home.folder / "elsewhere.heic"
    app.person.key("ctrl+a")
    app.person.type_path(chosen)
    app.person.key("Return")
    wait_for(chosen.exists, "the file is there")
    app.wait_until_gone(prefix="The photo couldn’t be saved")
    assert Photo(chosen).code(scratch)
    assert disk.folder.is_file()


@pytest.mark.parametrize("disk", [BlockedFolder], indirect=True)
def test_save_as_asks_again_for_a_name_that_no_photo_can_have(app, disk, home, scratch):
    app.press("Take Photo")
    app.press("Save As…")
    app.person.wait_for_dialog()
    chosen = home.folder / "elsewhere.heic"
    app.person.key("ctrl+a")
    app.person.type_path(home.folder / "elsewhere.png")
    app.person.key("Return")
    app.find("Photos end in .heic or .jpg, not in .png.")
    app.person.wait_for_dialog()
    app.person.key("ctrl+a")
    app.person.type_path(chosen)
    app.person.key("Return")
    wait_for(chosen.exists, "the file is there")
    app.wait_until_gone(prefix="The photo couldn’t be saved")
    assert Photo(chosen).code(scratch)
    assert not (home.folder / "elsewhere.png").exists()


@pytest.mark.parametrize("disk", [BlockedFolder], indirect=True)
def test_leaving_with_an_unsaved_photo_asks(app, disk):
    app.press("Take Photo")
    app.find(prefix="The photo couldn’t be saved")
    app.person.wait_for_focus()
    app.person.key("ctrl+q")
    app.find("Leave without saving?", "label")
    app.find("1 photo is not saved yet.", "label")
    app.press("Stay")
    app.wait_until_gone("Leave without saving?")
    disk.mend(app)
    app.press("Try Again")
    CameraRoll(disk.seen_by(app, "Camera")).wait_for(1)
    app.wait_until_gone(prefix="The photo couldn’t be saved")
    assert app.close() == 0


@pytest.mark.parametrize("disk", [BlockedFolder], indirect=True)
def test_leaving_without_the_photo_is_possible(app, disk):
    app.press("Take Photo")
    app.find(prefix="The photo couldn’t be saved")
    app.person.wait_for_focus()
    app.person.key("ctrl+q")
    app.press("Leave")
    assert app.wait_for_end() == 0


@pytest.mark.parametrize("disk", [BlockedFolder], indirect=True)
def test_quitting_again_is_no_answer(app, disk):
    app.press("Take Photo")
    app.find(prefix="The photo couldn’t be saved")
    app.person.wait_for_focus()
    app.person.key("ctrl+q")
    app.find("Leave without saving?", "label")
    app.person.wait_for_dialog()
    app.person.key_often("ctrl+q", 5, 0.2)
    stays(lambda: app.shows("Leave without saving?"), "the question", 1)
    app.press("Stay")
    app.wait_until_gone("Leave without saving?")
    Viewfinder(app).wait_until_live()


# The journal can't take a shot, but the library can.

_STATE = ".local/state"


@pytest.fixture(params=[
    pytest.param("full", marks=needs_mount), pytest.param("read-only", marks=needs_mount),
    pytest.param("a-link", marks=[])])
def app_without_journal(launch, cameras, allowed, home, request):
    """The program, with a journal that takes nothing: below its reserve, read-only, or a link."""
    state = home.folder / _STATE
    (state / "tintype/shots").mkdir(parents=True)
    under = ()
    if request.param == "full":
        under = SmallDisk(state, megabytes=24).under
    elif request.param == "read-only":
        under = ReadOnlyDisk(state).under
    else:
        (state / "tintype/shots").rmdir()
        (state / "tintype/shots").symlink_to(home.root)
    cameras.make()
    app = launch(under=under)
    Viewfinder(app).wait_until_live()
    return app


def test_without_the_journal_photos_are_saved_at_once_and_it_is_said(app_without_journal, roll, scratch):
    app = app_without_journal
    shown = Viewfinder(app).frame()
    app.press("Take Photo")
    app.find(prefix="Photos take longer to save:")
    photo = Photo(roll.wait_for(1)[0])
    assert shown <= photo.code(scratch).number
    assert not app.shows(prefix="The photo couldn’t be saved")
    app.press("Take Photo")
    roll.wait_for(2)
    assert app.close() == 0


def test_a_burst_without_the_journal_is_saved(app_without_journal, home, cameras, roll):
    app = app_without_journal
    app.person.wait_for_focus()
    app.person.down("shift", "space")
    app.find(prefix="Burst: ", role="label")
    roll.wait_for(2)
    app.person.up("space", "shift")
    wait_for(lambda: app.shows(prefix="Burst of ") or app.shows(prefix="The burst stopped"), "the burst ends")
    assert not app.shows(prefix="photos couldn’t be saved") and not app.shows(prefix="The photo couldn’t be saved")


@pytest.mark.parametrize("disk", [BlockedFolder], indirect=True)
def test_a_photo_that_is_only_in_memory_is_called_so(launch, cameras, allowed, home, disk):
    (home.folder / _STATE / "tintype").mkdir(parents=True)
    (home.folder / _STATE / "tintype/shots").write_text("not a folder")
    cameras.make()
    app = launch()
    Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    words = _explanation(app)
    assert "is lost if Tintype ends" in words and "keeps the photo" not in words
    app.person.wait_for_focus()
    app.person.down("shift", "space")
    wait_for(lambda: app.shows(prefix="2 photos couldn’t be saved"), "the burst's photo waits too")
    app.person.up("space", "shift")
    # The panel reports the photo; nothing lies over that.
    Viewfinder(app).wait_until_live()
    assert not app.shows(prefix="Burst of ")
