"""A photo that can't be written is not lost: clear words, two ways out, and nothing half-written."""

import pytest

from harness.disks import BlockedFolder, FullDisk, ReadOnlyDisk, can_mount
from harness.photos import CameraRoll, Photo
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

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
    """What the panel says, in one text."""
    heading = app.find(prefix="The photo couldn’t be saved", role="alert")
    return heading.description


@pytest.mark.parametrize("disk, words", TROUBLES, indirect=["disk"])
def test_trouble_is_told_and_the_photo_saved_later(app, disk, words, scratch):
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
    app.person.type(str(chosen))
    app.person.key("Return")
    wait_for(chosen.exists, "the file is there")
    app.wait_until_gone(prefix="The photo couldn’t be saved")
    assert Photo(chosen).code(scratch)
    assert disk.folder.is_file()


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
