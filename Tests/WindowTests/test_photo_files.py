# SPDX-License-Identifier: GPL-3.0-or-later
"""The contents and the name of a photo's file."""

import re
from datetime import datetime, timedelta

import pytest

from harness import preferences
from harness.photos import NAME, Photo
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for


@pytest.fixture
def take(launch, cameras, allowed, roll):
    """Takes a photo with a camera: take(fixed=True) → (program, photo)."""
    def take(**options):
        cameras.make(**options)
        app = launch()
        Viewfinder(app).wait_until_live()
        app.press("Take Photo")
        return app, Photo(roll.wait_for(1)[0])
    return take


def test_the_name_is_the_local_time_of_the_press(take):
    before = datetime.now() - timedelta(seconds=1)
    _, photo = take()
    parts = NAME.fullmatch(photo.path.name)
    taken = datetime.strptime("".join(parts.group(1, 2, 3)), "%Y%m%d%H%M%S%f")
    assert before <= taken <= datetime.now()


def test_heic_is_the_default(take):
    _, photo = take()
    assert photo.path.suffix == ".heic"
    assert photo.kind() == "heic"


@pytest.mark.main
def test_jpeg_when_chosen(take, home, scratch):
    home.store(photo_format="jpeg")
    _, photo = take()
    assert photo.path.suffix == ".jpg"
    assert photo.kind() == "jpeg"
    assert photo.code(scratch)


def test_jpeg_when_chosen_in_the_preferences(launch, cameras, allowed, home, roll):
    cameras.make()
    app = launch()
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    app.person.key("ctrl+comma")
    app.person.wait_for_dialog()
    app.person.tab_to("Format")
    app.person.key("space")
    app.find("JPEG", "label")
    app.person.key("Down", "Return")
    wait_for(lambda: home.settings().get("photo-format") == "'jpeg'", "the choice is kept")
    # The list has folded: until then, Escape is the list's.
    wait_for(lambda: app.has_keyboard("Format"), "the row has the keyboard again")
    app.person.key("Escape")
    app.wait_until_gone("Preferences", preferences.ROLES)
    app.press("Take Photo")
    assert Photo(roll.wait_for(1)[0]).kind() == "jpeg"


def test_metadata_tells_when_and_with_what(take):
    _, photo = take(name="Acme HD Webcam")
    metadata = photo.metadata()
    assert metadata["ImageWidth"] == 640 and metadata["ImageHeight"] == 480
    assert "Tintype" in metadata["Software"]
    stamp = datetime.strptime(metadata["DateTimeOriginal"], "%Y:%m:%d %H:%M:%S")
    assert abs(datetime.now() - stamp) < timedelta(minutes=1)
    assert re.search("Acme HD Webcam", str(metadata))


def test_a_built_in_camera_is_a_mirror_but_its_photos_are_not(take, scratch):
    app, photo = take(fixed=True)
    assert wait_for(Viewfinder(app).code, "a frame with a number").mirrored
    assert not photo.code(scratch).mirrored


def test_an_external_camera_is_no_mirror(take, scratch):
    app, photo = take()
    assert not wait_for(Viewfinder(app).code, "a frame with a number").mirrored
    assert not photo.code(scratch).mirrored


def test_metadata_tells_what_the_camera_said_of_its_exposure(launch, cameras, allowed, roll):
    camera = cameras.make()
    app = launch()
    Viewfinder(app).wait_until_live()
    camera.command("set", "auto_exposure", 1)
    camera.command("set", "exposure_time_absolute", 250)
    app.press("Take Photo")
    manual = Photo(roll.wait_for(1)[0]).metadata()
    assert manual["ExposureTime"] == "1/40"
    assert (manual["ExposureMode"], manual["WhiteBalance"]) == ("Manual", "Auto")
    camera.command("set", "auto_exposure", 3)
    camera.command("set", "white_balance_automatic", 0)
    app.press("Take Photo")
    automatic = Photo(roll.wait_for(2)[1]).metadata()
    assert (automatic["ExposureMode"], automatic["WhiteBalance"]) == ("Auto", "Manual")


def test_metadata_does_not_tell_what_the_camera_did_not_say(launch, cameras, allowed, roll):
    cameras.make(without="exposure_time_absolute,auto_exposure,white_balance_automatic")
    app = launch()
    Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    metadata = Photo(roll.wait_for(1)[0]).metadata()
    assert not metadata.keys() & {"ExposureTime", "ExposureMode", "WhiteBalance", "ISO", "GPSPosition"}


def test_the_best_moment_is_the_sharpest_frame_around_the_press(launch, cameras, allowed, home, roll, scratch):
    """The picture gets sharp only after the press: with the option, the photo is of then."""
    camera = cameras.make()
    home.store(best_moment=True)
    app = launch()
    Viewfinder(app).wait_until_live()
    for control, value in [("left_focus", 60), ("right_focus", 60), ("motor_speed", 4000),
                           ("focus_automatic_continuous", 0), ("focus_absolute", 250)]:
        camera.command("set", control, value)
    camera.wait_for_frames(30)
    app.person.click(app.button("Take Photo"))
    camera.command("set", "focus_absolute", 60)
    blurred = camera.newest_frame
    best = Photo(roll.wait_for(1)[0])
    assert best.code(scratch).number > blurred
