# SPDX-License-Identifier: GPL-3.0-or-later
"""Where photos go: Camera, in the folder for pictures."""

import pytest

from harness.home import Home
from harness.photos import CameraRoll
from harness.viewfinder import Viewfinder


def _take_one(launch):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.press("Take Photo")
    return app


def test_the_folder_is_made(launch, home, roll):
    assert not home.camera_roll.exists()
    _take_one(launch)
    photo, = roll.wait_for(1)
    assert photo.parent == home.camera_roll


def test_a_missing_pictures_folder_is_made_too(launch, home, roll):
    home.pictures.rmdir()
    _take_one(launch)
    roll.wait_for(1)


class TestWithoutUserDirs:
    """A session in which XDG names no folder for pictures."""

    @pytest.fixture
    def home(self, folder):
        home = Home(folder, with_user_dirs=False)
        home.store(library_access="yes")
        return home

    def test_home_pictures_is_used(self, launch, home):
        _take_one(launch)
        CameraRoll(home.folder / "Pictures/Camera").wait_for(1)


def test_other_files_stay_as_they_are(launch, home, roll):
    home.camera_roll.mkdir()
    other = home.camera_roll / "IMG_20200101_000000_000.heic"
    other.write_text("older")
    _take_one(launch)
    roll.wait_for(2)
    assert other.read_text() == "older"


def test_only_the_photo_is_left_behind(launch, roll):
    app = _take_one(launch)
    roll.wait_for(1)
    app.close()
    assert roll.files() == roll.photos() and len(roll.files()) == 1
