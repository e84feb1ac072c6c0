# SPDX-License-Identifier: GPL-3.0-or-later
"""The button with the small picture, and what its menu does with the last photo."""

import contextlib
import shutil
import stat
import subprocess

import pytest
from PIL import Image

from harness.disks import BlockedFolder, SmallDisk, can_mount
from harness.photos import CameraRoll, Photo
from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for

_MANAGER = "org.freedesktop.FileManager1"
_VIEWER = """[Desktop Entry]
Type=Application
Name=Viewer of the test
Exec={program} %f
MimeType={kinds};
"""


def _install_viewer(home, kinds=("image/heif", "image/heic", "image/jpeg")):
    """A program for files of these kinds that writes down what it was asked to open; returns where."""
    record = home.root / "opened"
    program = home.root / "viewer"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$1" >>"{record}"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    applications = home.data / "applications"
    applications.mkdir()
    (applications / "viewer.desktop").write_text(_VIEWER.format(program=program, kinds=";".join(kinds)))
    defaults = "".join(f"{kind}=viewer.desktop\n" for kind in kinds)
    (applications / "mimeapps.list").write_text(
        "[Default Applications]\n" + defaults + "[Added Associations]\n" + defaults)
    return record


def _open_with(app, roll):
    """Takes a photo and opens it in the only program for it; returns the photo."""
    Viewfinder(app).wait_until_moving()
    app.press("Take Photo")
    photo, = roll.wait_for(1)
    app.press("Last Photo")
    app.press("Photo Menu")
    app.person.wait_for_focus()
    app.find("Open With…", "menu item").press()
    app.person.wait_for_dialog()
    app.person.key("Return")
    return photo


def test_another_program_can_open_the_photo(launch, home, roll):
    record = _install_viewer(home)
    photo = _open_with(launch("--camera=test"), roll)
    wait_for(lambda: record.exists() and record.read_text().split() == [str(photo)], "the viewer is started")


def test_there_is_no_last_photo_at_first(launch):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    assert not app.shows("Last Photo")


@pytest.fixture
def shot(launch, roll):
    """The program with one photo taken: (program, photo)."""
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.press("Take Photo")
    photo, = roll.wait_for(1)
    app.button("Last Photo")
    return app, photo


def _menu(app, presses):
    """Chooses from the menu of the thumbnail, by the keyboard alone."""
    app.person.wait_for_focus()
    app.person.tab_to("Last Photo")
    app.person.key("shift+F10")
    app.find("Move to Trash")
    app.person.key(*["Down"] * presses, "Return")


def _trash(home):
    return list((home.data / "Trash/files").glob("*"))


@pytest.mark.main
@pytest.mark.wayland()
def test_the_photo_is_moved_to_the_trash_and_comes_back(shot, home, roll):
    app, photo = shot
    _menu(app, 3)
    app.find("Photo moved to the trash")
    assert not photo.exists()
    assert [path.name for path in _trash(home)] == [photo.name]
    assert not app.shows("Last Photo")
    assert not app.shows("GtkImage", "button"), "a button without a name"
    app.press("Undo")
    wait_for(photo.exists, "the photo is back")
    assert not _trash(home)
    app.button("Last Photo")


def test_ctrl_z_takes_the_photo_back(shot, home):
    app, photo = shot
    app.person.wait_for_focus()
    app.person.key("ctrl+z")
    app.find("Photo moved to the trash")
    assert not photo.exists()
    assert _trash(home)
    app.person.key("ctrl+z")
    Viewfinder(app).wait_until_moving()


def test_ctrl_z_takes_a_photo_back_that_is_still_being_made(shot, home, roll):
    app, photo = shot
    app.person.wait_for_focus()
    # A HEIC takes longer to make than to press the next key; also for who presses twice.
    app.person.key("space", "ctrl+z", "ctrl+z")
    app.find("Photo moved to the trash")
    wait_for(lambda: len(_trash(home)) == 1, "the new one is in the trash")
    assert photo.exists() and roll.photos() == [photo]


def test_ctrl_z_takes_back_the_photo_that_was_the_last_then(shot, home, roll):
    app, photo = shot
    app.person.wait_for_focus()
    app.person.key("space", "ctrl+z", "space")
    app.find("Photo moved to the trash")
    left = roll.wait_for(2)
    gone, = wait_for(lambda: _trash(home), "it is in the trash")
    assert photo in left and gone.name < max(each.name for each in left), (left, gone)


@pytest.mark.wayland()
def test_the_menu_opens_once_the_button_is_up(shot):
    """Its release would choose what has unfolded below the pointer, such as the trash."""
    app, photo = shot
    app.person.point_at(app.find("Last Photo", "button"))
    app.person.do("mousedown", 3)
    stays(lambda: not app.shows("Move to Trash", "menu item"), "the menu is closed", 0.5)
    app.person.do("mouseup", 3)
    app.find("Move to Trash", "menu item")
    stays(lambda: app.shows("Move to Trash", "menu item"), "the menu is open", 0.5)
    assert photo.exists()


@pytest.mark.main
@pytest.mark.wayland()
def test_save_as_works_for_the_last_photo_also_when_its_file_is_gone(shot, home):
    app, photo = shot
    content = photo.read_bytes()
    photo.unlink()
    _menu(app, 2)
    app.person.wait_for_dialog()
    chosen = home.folder / "elsewhere.heic"
    app.person.key("ctrl+a")
    app.person.type_path(chosen)
    app.person.key("Return")
    wait_for(lambda: chosen.exists() and chosen.read_bytes() == content, "the copy is there, whole")


def test_a_copy_is_what_its_name_says(shot, home):
    app, photo = shot
    _menu(app, 2)
    app.person.wait_for_dialog()
    chosen = home.folder / "elsewhere.jpg"
    app.person.key("ctrl+a")
    app.person.type_path(chosen)
    app.person.key("Return")
    wait_for(lambda: chosen.exists() and chosen.stat().st_size, "the copy is there")
    assert photo.suffix == ".heic" and Photo(chosen).kind() == "jpeg"


def test_show_in_files_asks_the_file_manager(shot, desktop):
    app, photo = shot
    manager = desktop.start(
        ["/usr/bin/python3", "-m", "dbusmock", "--session", _MANAGER, "/org/freedesktop/FileManager1", _MANAGER],
        "file-manager")
    wait_for(lambda: _call(desktop, "org.freedesktop.DBus.Mock.AddMethod", _MANAGER, "ShowItems", "ass", "", ""),
             "the file manager runs")
    _menu(app, 1)
    log = desktop.folder / "file-manager.log"
    wait_for(lambda: f'ShowItems ["file://{photo}"]' in log.read_text(), lambda: f"it is asked: {log.read_text()}")
    assert manager.poll() is None


def test_where_no_file_manager_selects_a_photo_its_folder_is_opened(shot, home, roll):
    record = _install_viewer(home, ["inode/directory"])
    _menu(shot[0], 1)
    wait_for(lambda: record.exists() and record.read_text().split() == [str(roll.wait_for(1)[0].parent)],
             "the desktop's program for folders opens it")


@pytest.mark.skipif(any(map(shutil.which, ["xdg-terminal-exec", "gnome-terminal", "x-terminal-emulator", "xterm"])),
                    reason="a terminal is installed")
def test_a_program_that_cannot_be_started_is_said(launch, home, roll):
    _install_viewer(home)
    with (home.data / "applications/viewer.desktop").open("a") as entry:
        entry.write("Terminal=true\n")
    app = launch("--camera=test")
    _open_with(app, roll)
    app.find("No program could open the photo")


def test_a_mouse_that_rests_on_the_small_picture_opens_no_menu(shot):
    app, _ = shot
    app.person.point_at(app.find("Last Photo", "button"))
    app.person.button_down()
    stays(lambda: not app.shows("Move to Trash", "menu item"), "no menu while it is down", 1)
    app.person.button_up()
    app.find("Back to Camera")
    assert not app.shows("Move to Trash", "menu item")


def _call(desktop, method, *arguments):
    command = ["gdbus", "call", "--session", "--dest", _MANAGER, "--object-path", "/org/freedesktop/FileManager1",
               "--method", method, *arguments]
    return subprocess.run(command, env=desktop.env, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("mode", ["auto", "pro"])
def test_a_message_lies_above_the_zoom(launch, home, roll, mode):
    """Over a picture that fills the window, and in Pro over its chips, too."""
    home.store(last_shooting_mode=mode)
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.person.wait_for_focus()
    app.person.key("ctrl+plus")
    app.press("Take Photo")
    roll.wait_for(1)
    app.button("Last Photo")
    app.person.key("ctrl+z")
    undo = app.find("Undo", "button")
    zoom, words = app.find(prefix="Zoom "), app.find(prefix="Photo ", role="label")
    wait_for(lambda: undo.extents[1] + undo.extents[3] <= zoom.extents[1], lambda: (undo.extents, zoom.extents))
    # They have all the room beside the button.
    wait_for(lambda: 0 <= undo.extents[0] - words.extents[0] - words.extents[2] <= 60, lambda: (words.extents, undo.extents))


def test_a_photo_that_could_not_be_saved_hands_the_trash_no_other(shot, home):
    app, photo = shot
    home.store(library_access="no")
    app.press("Take Photo")
    app.find("Photos are not being saved")
    app.person.wait_for_focus()
    app.person.key("ctrl+z")
    app.find("The photo is not saved yet.")
    _menu(app, 3)
    stays(lambda: photo.exists() and not _trash(home), "the photo before it stays", 0.5)


def test_a_retried_older_photo_is_not_the_last(launch, home):
    disk = BlockedFolder(home.pictures)
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.press("Take Photo")
    app.find(prefix="The photo couldn’t be saved", role="alert")
    disk.mend(app)
    roll = CameraRoll(home.camera_roll)
    app.press("Take Photo")
    newer, = roll.wait_for(1)
    app.press("Try Again")
    older, = set(roll.wait_for(2)) - {newer}
    app.person.wait_for_focus()
    app.person.key("ctrl+z")
    app.find("Photo moved to the trash")
    assert roll.photos() == [older]


def test_a_photo_that_an_earlier_run_left_is_the_last(launch, home):
    disk = BlockedFolder(home.pictures)
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.press("Take Photo")
    app.find(prefix="The photo couldn’t be saved", role="alert")
    app.kill()
    disk.mend(app)
    again = launch("--camera=test")
    again.find("Recovered 1 photo")
    again.button("Last Photo")


def test_the_photo_taken_last_is_the_last_also_among_later_dates(launch, home, roll):
    """As after the clock was set back."""
    home.camera_roll.mkdir(parents=True)
    later = home.camera_roll / "IMG_20991231_140203_004.jpg"
    Image.new("RGB", (640, 480), "red").save(later)
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.press("Take Photo")
    photo, = set(roll.wait_for(2)) - {later}
    app.press("Last Photo")
    app.find("Back to Camera", "button")
    app.find("2 of 2", "label")
    app.person.key("Escape")
    app.find("Take Photo", "button")
    app.person.leave_and_return()
    stays(lambda: app.shows("Last Photo"), "the folder is looked at", 1.5)
    app.person.key("ctrl+z")
    app.find("Photo moved to the trash")
    assert roll.photos() == [later] and not photo.exists()


@pytest.mark.skipif(not can_mount(), reason="mounting is not allowed here")
def test_a_photo_saved_elsewhere_stays_the_last(launch, home):
    home.pictures.mkdir(parents=True, exist_ok=True)
    home.store(photo_format="jpeg")
    disk = SmallDisk(home.pictures, 4)
    app = launch("--camera=test", under=disk.under)
    Viewfinder(app).wait_until_moving()
    folder = disk.seen_by(app, "Camera")
    folder.mkdir(exist_ok=True)
    Image.new("RGB", (640, 480), "blue").save(folder / "IMG_20261122_120203_004.jpg")
    with contextlib.suppress(OSError), disk.seen_by(app, "filler").open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass
    app.press("Take Photo")
    app.press("Save As…")
    app.person.wait_for_dialog()
    chosen = home.folder / "elsewhere.jpg"
    app.person.key("ctrl+a")
    app.person.type_path(chosen)
    app.person.key("Return")
    wait_for(chosen.exists, "the photo is saved")
    stays(lambda: app.shows("Last Photo"), "the folder is looked at", 1.5)
    _menu(app, 3)
    app.find("Photo moved to the trash")
    assert [path.name for path in _trash(home)] == [chosen.name]
