# SPDX-License-Identifier: GPL-3.0-or-later
"""Trouble during a recording: from cameras, disks, plugins and people."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from harness import preferences, processes, videos
from harness.command import Terminal
from harness.disks import SmallDisk, can_mount
from harness.doctor import examine
from harness.viewfinder import Viewfinder
from harness.waiting import PHOTO_TIMEOUT, wait_for

_PLUGINS = "/usr/lib/x86_64-linux-gnu/gstreamer-1.0"


def _record(app, seconds=1):
    """A person presses R; returns when so much is recorded."""
    app.person.wait_for_focus()
    app.person.key("r")
    videos.record_for(app, seconds)


def _length(video):
    return float(videos.probe(video, "-show_format")["format"]["duration"])


def _reach(video):
    """When the last picture of a video is shown, in seconds; it may end within a picture."""
    answer = subprocess.run(["ffprobe", "-v", "quiet", "-of", "csv=p=0", "-select_streams", "v", "-show_entries",
                             "packet=pts_time", str(video)], capture_output=True, text=True, check=False)
    return max((float(line.split(",")[0]) for line in answer.stdout.splitlines()), default=0)


def _start(launch, *arguments, **options):
    app = launch(*arguments, **options)
    Viewfinder(app).wait_until_live()
    return app


# Cameras


def test_an_unplugged_camera_ends_the_video(silent, allowed, camera, launch, home):
    app = _start(launch)
    app.person.click(app.find("Video"))
    app.person.click(app.button("Record Video"))
    videos.record_for(app, 2)
    camera.unplug()
    app.find("Camera disconnected")
    wait_for(lambda: not videos.journal(home), "the video is saved")
    video, = videos.all_in(home)
    assert _length(video) >= 2
    camera.replug()
    Viewfinder(app).wait_until_live()
    _record(app)
    app.person.key("r")
    wait_for(lambda: len(videos.all_in(home)) == 2 and not videos.journal(home), "the next one is saved")


def test_another_camera_of_a_second_launch_ends_the_video(silent, allowed, cameras, launch, home):
    cameras.make("/dev/video0", name="Left Camera", modes=["MJPG:640x480@30"])
    right = cameras.make("/dev/video1", name="Right Camera", modes=["MJPG:640x480@30"])
    app = _start(launch)
    _record(app)
    # No other camera was asked for: it goes on.
    assert launch().wait_for_end() == 0
    videos.record_for(app, 2)
    assert launch("--camera=/dev/video1").wait_for_end() == 0
    wait_for(lambda: right.is_streaming, "the other camera is used")
    video = videos.finished(app, home)
    assert _length(video) >= 2 and "Left Camera" in str(videos.probe(video, "-show_format"))


def test_keys_do_not_change_the_camera_of_a_video(silent, allowed, cameras, launch, home):
    cameras.make("/dev/video0", name="Left Camera")
    right = cameras.make("/dev/video1", name="Right Camera")
    app = _start(launch)
    _record(app)
    app.person.key("ctrl+2")
    videos.record_for(app, 3)
    assert right.handles == 0
    app.person.key("r")
    assert _length(videos.finished(app, home)) >= 3
    app.person.key("ctrl+2")
    wait_for(lambda: right.is_streaming, "now they do")


def test_another_mode_ends_the_video_and_that_is_said(silent, allowed, cameras, launch, home):
    cameras.make(modes=["MJPG:1280x720@30", "MJPG:640x480@30"])
    app = _start(launch)
    _record(app)
    app.person.key("ctrl+comma")
    app.find("Preferences", preferences.ROLES)
    app.person.wait_for_dialog()
    app.find("Pictures", "combo box")
    app.person.tab_to("Pictures")
    app.person.key("space")
    wait_for(lambda: app.seen(role="list item"), "the list is open")
    app.person.key("End", "Return")
    app.find(prefix="The camera switched to another kind of picture, so the video ended.")
    wait_for(lambda: not videos.journal(home), "the video is saved")
    video, = videos.all_in(home)
    assert _length(video) >= 1 and videos.streams(video)["video"]["height"] == 720


def test_what_can_not_be_kept_as_it_is_becomes_standard(silent, launch, home):
    silent.store_text("video-format", "'original'")
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _record(app)
    app.find("This camera’s pictures can’t be kept as they are: the video is in Standard.")
    app.person.key("r")
    assert videos.finished(app, home).suffix == ".mp4"


def test_zoom_that_a_video_does_not_have_is_said(silent, allowed, cameras, launch, home):
    silent.store_text("video-format", "'original'")
    cameras.make(modes=["MJPG:1280x720@30"], without="zoom_absolute")
    app = _start(launch)
    _record(app)
    app.person.key("z")
    app.find("The video keeps the whole picture: zoom and shape are only seen here.")
    app.person.key("r")
    assert videos.streams(videos.finished(app, home))["video"]["codec_name"] == "mjpeg"


# Disks


def test_without_the_journal_a_video_is_recorded_and_it_is_said(silent, allowed, cameras, launch, home):
    (home.folder / ".local/state/tintype").mkdir(parents=True)
    (home.folder / ".local/state/tintype/videos").symlink_to(home.root)
    cameras.make(modes=["MJPG:1280x720@30"])
    app = _start(launch)
    app.person.wait_for_focus()
    app.person.key("r")
    # For a few seconds.
    app.find(prefix="There is nowhere to note this video:")
    videos.record_for(app, 2)
    app.person.key("r")
    app.button("Record Video")
    video, = wait_for(lambda: videos.all_in(home), "the video")
    wait_for(lambda: _reach(video) >= 1, "it is whole")


@pytest.mark.skipif(not can_mount(), reason="mounting is not allowed here")
def test_on_a_full_disk_nothing_begins(silent, allowed, cameras, launch, home):
    cameras.make(modes=["MJPG:1280x720@30"])
    disk = SmallDisk(home.pictures, 12)
    app = _start(launch, under=disk.under)
    app.person.wait_for_focus()
    app.person.key("r")
    app.find(prefix="There is no room left on the disk with")
    app.button("Record Video")
    assert not list(disk.seen_by(app, "Camera").glob("VID_*")) and not videos.journal(home)


@pytest.mark.skipif(not can_mount(), reason="mounting is not allowed here")
def test_a_disk_that_fills_up_ends_the_video(silent, allowed, cameras, launch, home):
    cameras.make(modes=["MJPG:1280x720@30"])
    disk = SmallDisk(home.pictures, 64)
    app = _start(launch, under=disk.under)
    _record(app)
    video, = disk.seen_by(app, "Camera").glob("VID_*")
    wait_for(lambda: _reach(video) > 2, "two seconds are in the file")
    with open(disk.seen_by(app, "filler"), "wb", buffering=0) as filler:
        with pytest.raises(OSError):
            while filler.write(bytes(1 << 20)):
                pass
    app.find(prefix="There is no room left on the disk with")
    app.button("Record Video")
    # If there is no byte left for its index, it gets that at a later start.
    assert _reach(video) > 2
    disk.seen_by(app, "filler").unlink()
    unfinished = len(videos.journal(home))
    _record(app)
    app.person.key("r")
    wait_for(lambda: len(videos.journal(home)) == unfinished, "the next video is finished")
    after = max(disk.seen_by(app, "Camera").glob("VID_*"))
    assert after != video and _length(after) >= 1


_ELSEWHERE = "The video’s file was deleted, or its disk is gone. All of it goes on in "


@pytest.mark.parametrize("gone", ["file", "folder"])
def test_a_video_whose_place_is_deleted_goes_on_in_a_new_one(silent, allowed, cameras, launch, home, gone):
    cameras.make(modes=["MJPG:1280x720@30"])
    app = _start(launch)
    _record(app, 2)
    first, = videos.all_in(home)
    first.unlink() if gone == "file" else shutil.rmtree(first.parent)
    place = Path(app.find(prefix=_ELSEWHERE).name.removeprefix(_ELSEWHERE).removesuffix("."))
    assert place == first
    videos.record_for(app, 4)
    app.person.key("r")
    app.button("Record Video")
    wait_for(lambda: not videos.journal(home), "the video is finished")
    assert _length(place) >= 4


def test_a_video_that_is_moved_is_followed(silent, allowed, cameras, launch, home):
    cameras.make(modes=["MJPG:1280x720@30"])
    app = _start(launch)
    _record(app, 2)
    first, = videos.all_in(home)
    place = home.folder / "mine.mp4"
    first.rename(place)
    app.find(f"The video’s file was moved. It goes on in {place}.")
    videos.record_for(app, 4)
    app.person.key("r")
    app.button("Record Video")
    wait_for(lambda: not videos.journal(home), "the video is finished")
    assert _length(place) >= 4 and not videos.all_in(home)


def test_a_command_says_where_its_video_is_instead(cameras, home):
    folder = home.folder / "out"
    folder.mkdir()
    process = Terminal(home, cameras).start("--camera=test", f"--record={folder}/a.mp4", "--seconds=5", "--no-sound",
                                            errors=subprocess.PIPE)
    wait_for(lambda: any(folder.iterdir()), "it has begun")
    shutil.rmtree(folder)
    _, errors = process.communicate(timeout=60)
    video, = (home.folder / "Videos").iterdir()
    assert process.returncode == 1 and f"{_ELSEWHERE}{video}." in errors.decode() and _length(video) >= 4.5


# People


@pytest.mark.parametrize("way", ["quit", "terminate", "quit while paused", "quit from the preferences"])
def test_the_end_of_the_program_ends_the_video(silent, launch, home, way):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _record(app, 2)
    if way == "quit while paused":
        app.press("Pause Recording")
        app.find(prefix="Paused, ")
    if way == "quit from the preferences":
        app.person.key("ctrl+comma")
        app.person.wait_for_dialog()
    if way == "terminate":
        os.kill(app.pid, signal.SIGTERM)
    else:
        app.person.key("ctrl+q")
    assert app.wait_for_end() is not None
    video, = videos.all_in(home)
    # The file is whole, but for half a second where a busy machine had no time for its end.
    assert len(videos.times(video)) > 10 and videos.times(video)[-1] > 1.4
    if videos.journal(home):
        Viewfinder(launch("--camera=test")).wait_until_moving()
    wait_for(lambda: not videos.journal(home), "nothing is left to be finished")
    assert _length(video) > 1.4


@pytest.mark.parametrize("speed", ["Slow Motion", "Half a Second"])
def test_a_photo_is_taken_beside_every_speed(silent, allowed, cameras, launch, home, roll, speed):
    cameras.make(modes=["MJPG:1280x720@30,60", "MJPG:640x480@30"])
    app = _start(launch)
    app.person.click(app.find("Video"))
    app.press("Speed")
    app.find(speed, "menu item").press()
    app.press("Record Video")
    videos.record_for(app, 1)
    app.person.key("space")

    def photos():
        return [path for path in roll.files() if path.name.startswith("IMG_")]
    wait_for(photos, "a photo while recording", PHOTO_TIMEOUT)
    app.press("Pause Recording")
    app.find(prefix="Paused, ")
    app.press("Take Photo")
    wait_for(lambda: len(photos()) == 2, "and one in a pause", PHOTO_TIMEOUT)
    app.press("Stop Recording")
    app.button("Record Video")
    wait_for(lambda: not videos.journal(home), "the video is saved")
    assert len(videos.all_in(home)) == 1


def test_a_video_begins_when_the_timer_is_over(silent, launch, home):
    home.store(self_timer=5)
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.person.click(app.find("Video"))
    begun = time.monotonic()
    app.press("Record Video")
    videos.record_for(app, 1)
    assert time.monotonic() - begun > 5
    app.press("Stop Recording")
    assert videos.finished(app, home)


def test_a_question_about_the_library_can_be_left_open(silent, launch, home):
    home.store(library_access="ask")
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.person.wait_for_focus()
    app.person.key("r")
    app.button("Don't Allow")
    # As the desktop's dash does: with newer libadwaita what lies in the window keeps its button and keys from it.
    processes.output(["gapplication", "action", "io.github.tintype.Tintype", "quit"], app.desktop.env)
    assert app.wait_for_end() == 0
    assert not videos.all_in(home) and not videos.journal(home)


# Plugins


@pytest.fixture
def without(scratch):
    """Environments in which GStreamer has no plugin whose file's name contains one of these words."""
    def environment(*words):
        folder = scratch / "plugins"
        folder.mkdir()
        for name in os.listdir(_PLUGINS):
            if not any(word in name for word in words):
                (folder / name).symlink_to(f"{_PLUGINS}/{name}")
        return {"GST_PLUGIN_SYSTEM_PATH_1_0": str(folder), "GST_REGISTRY_1_0": str(scratch / "registry")}
    return environment


def test_without_h264_videos_are_webm_and_the_package_is_named(silent, launch, cameras, home, without):
    missing = without("264")
    app = launch("--camera=test", env=missing)
    Viewfinder(app).wait_until_moving()
    _record(app)
    app.find("The package gstreamer1.0-plugins-ugly is missing: the video is a WebM, which not every program plays.")
    app.person.key("r")
    video = videos.finished(app, home)
    assert video.suffix == ".webm" and videos.streams(video)["video"]["codec_name"] == "vp8"
    check = examine(Terminal(home, cameras), **missing).check("video-encoder")
    assert check.result == "webm-only" and "gstreamer1.0-plugins-ugly" in check.details["missing_packages"]
    # A name says which form is wanted.
    named = home.folder / "named.mp4"
    answer = Terminal(home, cameras).tintype("--camera=test", f"--record={named}", "--seconds=1", "--no-sound", **missing)
    assert answer.status == 1 and "gstreamer1.0-plugins-ugly" in answer.errors and not named.exists()


def test_without_an_encoder_the_cameras_own_pictures_are_kept(silent, allowed, camera, launch, home, without):
    app = _start(launch, env=without("264", "vpx"))
    _record(app)
    app.find("The package gstreamer1.0-plugins-ugly is missing: the video keeps the camera’s own pictures, and is large.")
    app.person.key("r")
    assert videos.streams(videos.finished(app, home))["video"]["codec_name"] == "mjpeg"


def test_without_any_plugin_nothing_is_recorded_and_the_packages_are_named(silent, launch, cameras, home, without):
    missing = without("")
    app = launch("--camera=test", env=missing)
    Viewfinder(app).wait_until_moving()
    app.person.wait_for_focus()
    app.person.key("r")
    app.find(prefix="Videos can’t be made on this computer")
    assert not videos.all_in(home) and not videos.journal(home)
    # A photo is none the worse for it.
    app.person.click(app.find("Photo"))
    app.press("Take Photo")
    wait_for(lambda: list(home.camera_roll.glob("IMG_*")), "a photo", PHOTO_TIMEOUT)
    assert examine(Terminal(home, cameras), **missing).check("video-encoder").result == "original-only"
