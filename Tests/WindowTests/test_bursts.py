# SPDX-License-Identifier: GPL-3.0-or-later
"""Photos can follow each other as fast as the shutter can be pressed."""

import re
from pathlib import Path

import pytest

from harness import videos
from harness.disks import SmallDisk, can_mount
from harness.photos import Photo
from harness.viewfinder import Viewfinder
from harness.waiting import PHOTO_TIMEOUT, wait_for

PRESSES = 20
INTERVAL = 0.2
#: Photos of the long burst, and the memory that it may take more than the viewfinder, in bytes: `Burst.limit`.
LONG = 300
MEMORY = 400 << 20


def clicks(app):
    app.person.point_at(app.button("Take Photo"))
    return app.person.click_often


def keys(app):
    app.person.tab_to("Viewfinder")
    return lambda times, interval: app.person.key_often("space", times, interval)


@pytest.mark.paced
@pytest.mark.parametrize("way, size", [(clicks, "1920x1080"), (keys, "640x480")])
def test_twenty_presses_in_four_seconds_give_twenty_photos(launch, cameras, allowed, roll, scratch, way, size):
    camera = cameras.make(modes=[f"MJPG:{size}@30"])
    app = launch()
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    press = way(app)
    first = camera.newest_frame
    press(PRESSES, INTERVAL)
    last = camera.newest_frame
    photos = [Photo(path) for path in roll.wait_for(PRESSES, timeout=90)]
    app.button("Last Photo")
    assert len(roll.files()) == PRESSES, "more than the photos"
    codes = [photo.code(scratch) for photo in photos]
    assert all(codes), "a photo without a frame number"
    numbers = [code.number for code in codes]
    assert len(set(numbers)) == len(numbers), f"a frame is there twice: {numbers}"
    assert numbers == sorted(numbers), f"the names are in another order than the frames: {numbers}"
    # They are of the moments of the presses and not of a queue's.
    assert first - 3 <= numbers[0] and numbers[-1] <= last, f"{numbers} are not all in {first}…{last}"
    assert Viewfinder(app).wait_until_live() > numbers[-1]


def _memory_peak(app):
    """The most memory that the program ever had, in bytes."""
    return int(re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{app.pid}/status").read_text())[1]) << 10


def _hold_until(app, keys, is_enough, what):
    """Holds keys until something is so, which may need photos."""
    app.person.down(*keys)
    try:
        wait_for(is_enough, what, PHOTO_TIMEOUT, interval=0.1)
    finally:
        app.person.up(*reversed(keys))


def _journalled(home):
    return list((home.folder / ".local/state/tintype/shots").glob("*.shot"))


def test_a_burst_of_three_hundred_leaves_nothing_out(launch, cameras, allowed, home, roll, scratch):
    camera = cameras.make(modes=["MJPG:1920x1080@30"])
    home.store(photo_format="jpeg")
    app = launch()
    viewfinder = Viewfinder(app)
    viewfinder.wait_until_live()
    app.person.wait_for_focus()
    before = _memory_peak(app)
    first, dropped = camera.newest_frame, camera.status()["dropped"]
    _hold_until(app, ["shift", "space"], lambda: camera.newest_frame >= first + LONG + 15, f"{LONG} frames")
    dropped = camera.status()["dropped"] - dropped
    app.find(prefix="Burst of ")
    photos = [Photo(path) for path in roll.wait_for(LONG)]
    wait_for(lambda: not _journalled(home), "all photos are published")
    photos = [Photo(path) for path in roll.photos()]
    numbers = [photo.code(scratch).number for photo in photos]
    assert len(set(numbers)) == len(numbers), f"a frame is there twice: {numbers}"
    assert numbers == sorted(numbers), f"the names are in another order than the frames: {numbers}"
    # On a busy machine the camera finds no free buffer now and then: such a frame was never delivered.
    missing = set(range(numbers[0], numbers[-1] + 1)) - set(numbers)
    assert len(missing) <= dropped <= LONG / 20, f"{missing} missing, {dropped} not delivered"
    assert len(roll.files()) == len(numbers) >= LONG
    assert _memory_peak(app) < before + MEMORY
    assert viewfinder.wait_until_live() > numbers[-1]


@pytest.mark.main
def test_holding_the_shutter_is_a_burst_too(launch, cameras, allowed, home, roll):
    camera = cameras.make()
    home.store(photo_format="jpeg")
    app = launch()
    Viewfinder(app).wait_until_live()
    app.person.point_at(app.button("Take Photo"))
    app.person.button_down()
    try:
        app.find(prefix="Burst: ", role="label")
        camera.wait_for_frames(15)
    finally:
        app.person.button_up()
    app.find(prefix="Burst of ")
    app.wait_until_gone(prefix="Burst: ")
    assert len(roll.wait_for(10)) >= 10


@pytest.mark.paced
@pytest.mark.long
@pytest.mark.skipif(not can_mount(), reason="mounting is not allowed here")
def test_a_burst_stops_where_memory_is_full(launch, cameras, allowed, home, roll):
    """The journal's disk has room for a few frames only: the others wait in memory until they are photos, and HEIC takes
    ten times as long as they take to come."""
    camera = cameras.make(modes=["YUYV:1920x1080@30"])
    state = home.folder / ".local/state"
    state.mkdir(parents=True)
    app = launch(under=SmallDisk(state, megabytes=48).under)
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    before = _memory_peak(app)
    full = "The burst stopped: memory is full"
    _hold_until(app, ["shift", "space"], lambda: app.shows(prefix=full), "the burst ends by itself")
    # Besides the frames there is what encoders need, and what the allocator keeps of frames that are gone.
    assert _memory_peak(app) < before + MEMORY + (200 << 20)
    app.wait_until_gone(prefix=full, timeout=PHOTO_TIMEOUT)
    # Most of them, so that there is room for another burst.
    count = len(roll.wait_for(90))
    assert not app.shows(prefix="The photo couldn’t be saved")
    first = camera.newest_frame
    _hold_until(app, ["shift", "space"], lambda: camera.newest_frame > first + 30, "a second burst")
    taken = int(app.find(prefix="Burst of ").name.split()[2])
    assert not app.shows(prefix=full) and taken > 0
    roll.wait_for(count + taken)


@pytest.mark.main
@pytest.mark.alone
@pytest.mark.parametrize("seconds", [3])
def test_the_self_timer_counts_down(launch, cameras, allowed, home, roll, seconds):
    camera = cameras.make()
    home.store(self_timer=seconds)
    app = launch()
    Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    pressed = camera.newest_frame
    for left in range(seconds, 0, -1):
        app.find(f"{left} second{'s' if left > 1 else ''} left", "label")
    assert not roll.photos()
    photo = Photo(roll.wait_for(1)[0])
    assert photo.code(home.folder).number >= pressed + (seconds - 0.2) * 30


@pytest.mark.alone
def test_escape_cancels_the_self_timer(launch, cameras, allowed, home, roll):
    camera = cameras.make()
    home.store(self_timer=3)
    app = launch()
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    app.person.key("space")
    app.find("3 seconds left", "label")
    app.person.key("Escape")
    app.find("Timer cancelled")
    app.wait_until_gone(prefix="3 seconds left")
    camera.wait_for_frames(100)
    assert not roll.files()


def test_a_burst_is_a_stack_that_is_thrown_away_and_comes_back_as_one(launch, cameras, allowed, home, roll):
    camera = cameras.make()
    home.store(photo_format="jpeg")
    app = launch()
    Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    single, = roll.wait_for(1)
    app.person.wait_for_focus()
    # Longer than between two photos of a burst.
    camera.wait_for_frames(30)
    first = camera.newest_frame
    _hold_until(app, ["shift", "space"], lambda: camera.newest_frame >= first + 20, "a burst")
    wait_for(lambda: len(roll.photos()) > 10 and not _journalled(home), "all photos are published")
    count = len(roll.photos()) - 1
    wait_for(lambda: app.find("Last Photo").description == f"Burst of {count} photos", "the burst is a stack")
    app.person.key("ctrl+z")
    app.find(f"{count} photos moved to the trash")
    assert roll.photos() == [single]
    wait_for(lambda: app.find("Last Photo").description == "", "the last photo is a single one")
    app.press("Undo")
    wait_for(lambda: len(roll.photos()) == count + 1, "the whole burst is back")
    wait_for(lambda: app.find("Last Photo").description == f"Burst of {count} photos", "it is a stack again")


def test_a_video_after_a_burst_is_no_burst(silent, launch, cameras, allowed, home):
    camera = cameras.make()
    home.store(photo_format="jpeg")
    app = launch()
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    first = camera.newest_frame
    _hold_until(app, ["shift", "space"], lambda: camera.newest_frame >= first + 12, "a burst")
    wait_for(lambda: app.find("Last Photo").description.startswith("Burst of "), "the burst is a stack")
    app.person.key("r")
    videos.record_for(app, 1)
    app.person.key("r")
    videos.finished(app, home)
    wait_for(lambda: not app.find("Last Photo").description, "the video is a single one")
