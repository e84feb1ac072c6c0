# SPDX-License-Identifier: GPL-3.0-or-later
"""Videos: recorded with the window and without, played by another program, and whole whatever happens."""

import datetime
import json
import os
import pathlib
import struct
import subprocess
import time

import numpy as np
import pytest
from PIL import Image

from harness import videos
from harness.cameras import framecode
from harness.command import Terminal
from harness.mocks import Mock
from harness.viewfinder import Viewfinder
from harness.waiting import PHOTO_TIMEOUT, wait_for

_BUILT = pathlib.Path(__file__).resolve().parents[2] / ".build"


@pytest.fixture
def app(silent, launch):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    return app


def _gaps(times):
    return [later - earlier for earlier, later in zip(times, times[1:])]


#: Seconds between two pictures. The test scene is drawn by the program itself, which beside other tests is late; what a
#: recorder loses on a machine that does nothing else is measured by `make bench-record`.
_LONGEST_GAP = 1.0
#: Pictures a second, for the same reason.
_FEWEST = 10


@pytest.mark.parametrize("pressed", ["r", "shutter"])
def test_a_press_before_the_first_picture_records_from_it(pressed, silent, launch, cameras, allowed, home):
    camera = cameras.make()
    camera.fault("stall")
    app = launch()
    if pressed == "r":
        app.person.wait_for_focus()
        app.button("Take Photo")
        app.person.key("r")
    else:
        app.press("Video")
        app.press("Record Video")
    assert camera.status()["dequeued"] == 0, "the press is before it"
    camera.fault("off")
    videos.record_for(app, 1)
    app.press("Stop Recording")
    assert len(videos.times(videos.finished(app, home))) > 1


def test_shift_before_r_is_let_go_keeps_the_key(app, home):
    app.person.wait_for_focus()
    app.person.down("r", "shift")
    app.button("Stop Recording")
    app.person.up("r", "shift")
    videos.record_for(app, 1)
    app.person.key("r")
    assert videos.times(videos.finished(app, home))


@pytest.mark.main
def test_a_video_is_recorded_with_the_mouse(app, home):
    app.person.wait_for_focus()
    app.person.click(app.find("Video"))
    app.person.click(app.button("Record Video"))
    videos.record_for(app, 2)
    app.person.click(app.button("Stop Recording"))
    video = videos.finished(app, home)
    assert video.suffix == ".mp4"
    streams = videos.streams(video)
    assert streams.keys() == {"video"} and streams["video"]["codec_name"] == "h264"
    length = float(videos.probe(video, "-show_format")["format"]["duration"])
    assert 2 <= length < 15
    times = videos.times(video)
    assert times[0] == 0
    gaps = _gaps(times)
    assert len(times) > _FEWEST * length and min(gaps) > 0 and max(gaps) < _LONGEST_GAP, (len(times), length, gaps)
    assert not videos.journal(home)


@pytest.mark.parametrize("size", [(360, 480), (360, 640)], ids="{0[0]}x{0[1]}".format)
def test_in_a_narrow_window_nothing_lies_in_the_middle_of_the_picture(silent, launch, home, size):
    home.store(window_width=size[0], window_height=size[1])
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.press("Video")
    app.press("Record Video")
    facts, badge = app.find("Recording, 0:01"), app.find("Test Scene", "label")
    left, top, width, height = app.find("Viewfinder").extents
    edge = (height - width * 9 / 16) / 2

    def lies_well():
        x, y, wide, high = facts.extents
        # Below the signs, or at the picture's own edge where that is below them.
        return x >= left and x + wide <= left + width and y + high <= badge.extents[1] <= top + max(edge, 48) + 20
    wait_for(lies_well, lambda: f"{facts.extents} and {badge.extents} in {left, top, width, height}")


@pytest.mark.main
def test_a_video_plays_in_the_roll(app, home):
    app.person.wait_for_focus()
    app.person.key("r")
    # Long enough to be seen playing on a busy computer, also for what is left after a step of five seconds.
    videos.record_for(app, 10)
    app.person.key("r")
    app.button("Record Video")
    video, = videos.all_in(home)
    length = float(videos.probe(video, "-show_format")["format"]["duration"])
    clock = f"0:{int(length):02}"
    app.person.click(app.button("Last Photo"))
    app.find(prefix="Video 1 of 1, recorded today")
    app.person.click(app.button("Play"))
    app.button("Pause")
    app.find(clock, "label")
    mark = app.find("Position")
    app.press("Pause")
    app.button("Play")
    stood = mark.value_in_words
    app.person.click(app.find(prefix="Video 1 of 1"))
    app.person.key("shift+Right")
    wait_for(lambda: app.find("Position").value_in_words != stood, "five seconds on")
    app.person.key("space")
    app.button("Pause")
    # To its end, and once more from the beginning.
    app.button("Play", timeout=length + 20)
    app.person.key("space")
    app.button("Pause")
    app.person.key("Escape")
    app.button("Record Video")


@pytest.mark.main
def test_r_records_and_space_takes_a_photo_meanwhile(app, home, roll):
    app.person.wait_for_focus()
    app.person.key("r")
    videos.record_for(app, 1)
    app.person.key("space")
    wait_for(lambda: [path for path in roll.files() if path.name.startswith("IMG_")], "a photo while recording",
             PHOTO_TIMEOUT)
    assert app.shows(prefix="Recording, ")
    app.person.key("ctrl+r")
    app.button("Record Video")
    video, = videos.all_in(home)
    assert videos.streams(video)["video"]["codec_name"] == "h264"


@pytest.mark.main
def test_a_pause_is_left_out_of_the_video(app, home):
    app.person.wait_for_focus()
    began = time.monotonic()
    app.person.key("r")
    videos.record_for(app, 1)
    app.press("Pause Recording")
    app.find(prefix="Paused, ")
    at = app.find(prefix="Paused, ").name
    # Longer than the video: a pause that was kept would be seen in it.
    paused = time.monotonic()
    time.sleep(3)
    assert app.find(prefix="Paused, ").name == at
    paused = time.monotonic() - paused
    app.press("Resume Recording")
    videos.record_for(app, 2)
    app.press("Stop Recording")
    app.button("Record Video")
    whole = time.monotonic() - began
    video = videos.finished(app, home)
    times = videos.times(video)
    assert max(_gaps(times)) < _LONGEST_GAP
    # The parts that were not paused, whatever else the machine does.
    assert 2 <= times[-1] < whole - paused, (times[-1], whole, paused)


def _record_at(app, speed, seconds, home):
    """Records with a choice of the speed's menu; returns the video."""
    app.person.click(app.find("Video"))
    app.press("Speed")
    app.find(speed, "menu item").press()
    app.press("Record Video")
    videos.record_for(app, seconds)
    app.press("Stop Recording")
    return videos.finished(app, home)


def _pictures(video, folder):
    """All pictures of a video, small."""
    subprocess.run(["ffmpeg", "-v", "error", "-i", str(video), "-vf", "scale=320:180", str(folder / "%04d.png")], check=True)
    return [np.asarray(Image.open(path).convert("L"), float) for path in sorted(folder.glob("*.png"))]


def test_the_video_zooms_as_the_person_does(silent, allowed, cameras, launch, home, tmp_path):
    cameras.make(modes=("YUYV:1280x720@30",), without="zoom_absolute")
    app = launch()
    Viewfinder(app).wait_until_moving()
    app.person.wait_for_focus()
    app.person.key("r")
    videos.record_for(app, 1)
    app.person.key("z", "z")
    app.button("Zoom 2×, back to all")
    videos.record_for(app, 3)
    app.person.key("r")
    video = videos.finished(app, home)
    assert (videos.streams(video)["video"]["width"], videos.streams(video)["video"]["height"]) == (1280, 720)
    pictures = _pictures(video, tmp_path)
    middle = Image.fromarray(pictures[0][45:135, 80:240]).resize((320, 180), Image.Resampling.BILINEAR)

    def difference(picture, other):
        return np.abs(picture - np.asarray(other)).mean()
    assert difference(pictures[-1], middle) < difference(pictures[-1], pictures[0]) / 3
    # It goes there over some pictures.
    between = [each for each in pictures
               if min(difference(each, pictures[0]), difference(each, pictures[-1])) > difference(pictures[0], middle) / 8]
    assert len(between) >= 2


def test_a_time_lapse_keeps_a_picture_of_each_interval(app, home):
    times = videos.times(_record_at(app, "Half a Second", 4, home))
    # Shown thirty a second; a machine that is late leaves some out, and never has more.
    assert 5 <= len(times) <= 30 and all(abs(each * 30 - round(each * 30)) < 0.01 for each in times), times
    assert times[-1] < 1


def test_slow_motion_takes_the_cameras_fast_mode(silent, allowed, cameras, launch, home):
    cameras.make(name="Acme HD Webcam", modes=["MJPG:1280x720@30,60", "MJPG:640x480@30"])
    app = launch()
    Viewfinder(app).wait_until_live()
    video = _record_at(app, "Slow Motion", 3, home)
    # Twice as long as it was recorded.
    assert float(videos.probe(video, "-show_format")["format"]["duration"]) >= 6


def test_r_waits_for_slow_motions_mode(silent, allowed, cameras, launch, home):
    """A press before the camera has restarted gets no pictures of the slower mode."""
    camera = cameras.make(name="Acme HD Webcam", modes=["MJPG:1280x720@30,60", "MJPG:640x480@30"])
    app = launch()
    Viewfinder(app).wait_until_live()
    app.person.click(app.find("Video"))
    app.press("Speed")
    app.find("Slow Motion", "menu item").press()
    app.button("Record Video")
    app.press("Photo")
    app.button("Take Photo")
    camera.fault("slow-streamon", 1000)
    app.person.key("r")
    videos.record_for(app, 2)
    app.press("Stop Recording")
    assert float(videos.probe(videos.finished(app, home), "-show_format")["format"]["duration"]) >= 4


def test_sound_is_chosen_over_the_picture(app, home):
    app.person.click(app.find("Video"))
    app.press("Sound")
    assert "checked" in app.find("No Sound").states
    app.find("Mute", "switch")
    app.find("Gain")
    automatic = app.find("Automatic", "checkbox")
    app.person.tab_to("No Sound")
    app.person.key("Up")
    wait_for(lambda: "checked" in automatic.states, "the choice is taken")
    app.person.key("Escape")
    app.wait_until_gone("No Sound")
    assert home.settings().get("microphone", "''") == "''"


def _numbers(video):
    """The camera's number on each picture; None if it can't be read."""
    width, height = 640, 360
    decoded = subprocess.run(["ffmpeg", "-v", "error", "-i", str(video), "-fps_mode", "passthrough", "-vf",
                              f"scale={width}:{height}", "-pix_fmt", "gray", "-f", "rawvideo", "-"],
                             capture_output=True, check=True).stdout
    codes = [framecode.find(decoded[start:start + width * height], width, height)
             for start in range(0, len(decoded), width * height)]
    return [code and code.number for code in codes]


@pytest.mark.paced
@pytest.mark.parametrize("hands", ["key", "mouse", "a slow press", "a held press"])
def test_no_picture_is_lost_at_the_beginning(silent, allowed, cameras, launch, home, hands):
    cameras.make(modes=("MJPG:1280x720@30",))
    app = launch()
    shown = Viewfinder(app)
    shown.wait_until_live()
    app.person.wait_for_focus()
    app.person.click(app.find("Video"))
    app.person.point_at(app.button("Record Video"))
    for _ in range(4):
        before = shown.frame()
        if hands == "key":
            app.person.key("r")
        else:
            seconds = {"mouse": 0.05, "a slow press": 0.4, "a held press": 1.3}[hands]
            app.person.do("mousedown", 1, "sleep", seconds, "mouseup", 1)
        videos.record_for(app, 1)
        app.person.key("r")
        numbers = _numbers(videos.finished(app, home))
        assert numbers[:12] == list(range(numbers[0], numbers[0] + 12)), numbers[:12]
        assert numbers[0] >= before
        videos.all_in(home)[0].unlink()


@pytest.mark.paced
def test_a_file_that_may_not_grow_is_followed_by_another(silent, allowed, cameras, launch, home):
    silent.store_text("video-format", "'original'")
    cameras.make(modes=("MJPG:1280x720@30",))
    app = launch(under=["prlimit", f"--fsize={12 << 20}"])
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    app.person.click(app.find("Video"))
    app.person.key("r")
    wait_for(lambda: len(videos.all_in(home)) >= 2, "the second file", 60)
    app.find(prefix="Recording, ")
    videos.record_for(app, 1)
    app.person.key("r")
    app.button("Record Video")
    wait_for(lambda: not videos.journal(home), "the videos are finished")
    first, second, *_ = [_numbers(video) for video in videos.all_in(home)]
    assert set(range(first[0], second[20])) <= {*first, *second}, "no picture is missing between the files"


def test_the_next_recording_begins_while_the_last_is_being_finished(app, home):
    app.person.wait_for_focus()
    app.person.key("r")
    videos.record_for(app, 1)
    app.person.key("r")
    app.person.key("r")
    wait_for(lambda: len(videos.all_in(home)) == 2, "another video has begun")
    videos.record_for(app, 1)
    app.person.key("r")
    app.button("Record Video")
    wait_for(lambda: not videos.journal(home), "both are finished")
    assert all(videos.times(video)[-1] > 0.5 for video in videos.all_in(home))


@pytest.mark.main
@pytest.mark.paced
def test_a_killed_recording_plays_and_is_finished_at_the_next_start(app, home, launch):
    app.person.wait_for_focus()
    app.person.key("r")
    videos.record_for(app, 3)
    app.kill()
    video, = videos.all_in(home)
    assert len(videos.times(video)) > 20
    assert videos.journal(home)
    again = launch("--camera=test")
    # A message that stays for some seconds only.
    again.find("Recovered 1 video")
    wait_for(lambda: not videos.journal(home), "the journal is empty")
    assert videos.all_in(home) == [video]
    assert float(videos.probe(video, "-show_format")["format"]["duration"]) > 2.4
    tags = videos.probe(video, "-show_format")["format"]["tags"]
    assert tags["creation_time"] and "Tintype" in json.dumps(tags)


@pytest.fixture
def original(silent):
    """A video that a computer too slow for encoding kept as the camera sent it, and that waits for its compression."""
    video = silent.camera_roll / "VID_20261122_140203_004.mkv"
    video.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=25", "-pix_fmt",
                    "yuvj422p", "-c:v", "mjpeg", "-t", "8", str(video)], check=True)
    os.utime(video, (1_700_000_000, 1_700_000_000))
    journal = silent.folder / ".local/state/tintype/videos"
    journal.mkdir(parents=True, mode=0o700)
    status = video.stat()
    (journal / "1.video").write_text(
        f"{status.st_dev} {status.st_ino} whole 1700000000000000000 3600 Acme HD Webcam\n{video}")
    return video


def test_an_original_of_a_slow_computer_is_compressed_later(original, cameras, home, launch):
    process = Terminal(home, cameras).start("--compress-videos")
    folder = home.camera_roll
    wait_for(lambda: any(path.suffix == ".part" and path.stat().st_size for path in folder.iterdir()), "it has begun")
    # The threads that work are called after their element.
    threads = [stat.read_text() for stat in pathlib.Path(f"/proc/{process.pid}/task").glob("*/stat")]
    assert {each.rsplit(")", 1)[1].split()[16] for each in threads if ":s" in each} == {"19"}
    process.kill()
    process.wait()
    assert videos.all_in(home) == [original] and videos.journal(home)
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    # Everything else comes first.
    wait_for(lambda: not videos.journal(home), "it is done at the next start", 180)
    assert list(folder.iterdir()) == [original.with_suffix(".mp4")]
    video, = videos.all_in(home)
    assert videos.streams(video)["video"]["codec_name"] == "h264" and len(videos.times(video)) == 200
    assert video.stat().st_mtime == 1_700_000_000
    assert videos.probe(video, "-show_format")["format"]["tags"]["creation_time"].startswith("2023-11-14T22:13:20")


@pytest.fixture
def clock(folder):
    """(environment of a program whose time of day can be set, a function that sets it some hours on)."""
    library, setting = _BUILT / "set-clock/libclock.so", folder / "clock"
    assert library.exists(), "run `make -C Tests/SetClock`"

    def set_on(hours):
        with open(setting, "r+b" if setting.exists() else "wb") as file:
            file.write(struct.pack("q", hours * 3600))
    set_on(0)
    return {"LD_PRELOAD": str(library), "TINTYPE_CLOCK": str(setting)}, set_on


def test_a_clock_that_is_set_changes_no_video(silent, launch, clock, home):
    environment, set_on = clock
    app = launch("--camera=test", env=environment)
    Viewfinder(app).wait_until_moving()
    app.person.wait_for_focus()
    began = datetime.datetime.now(datetime.timezone.utc)
    app.person.key("r")
    videos.record_for(app, 1)
    set_on(-3)
    videos.record_for(app, 2)
    set_on(+25)
    videos.record_for(app, 3)
    app.person.key("r")
    video = videos.finished(app, home)
    gaps = _gaps(videos.times(video))
    assert 3 <= sum(gaps) < 10 and min(gaps) > 0 and max(gaps) < _LONGEST_GAP
    # Of its beginning, whatever the clock said afterwards.
    created = videos.probe(video, "-show_format")["format"]["tags"]["creation_time"]
    assert abs(datetime.datetime.fromisoformat(created.replace("Z", "+00:00")) - began) < datetime.timedelta(minutes=1)
    # The program has seen the change: the next one is named by it.
    video.unlink()
    app.person.key("r")
    videos.record_for(app, 1)
    app.person.key("r")
    assert videos.finished(app, home).name[:12] > video.name[:12]


@pytest.mark.main
def test_closing_the_window_ends_the_video(app, home):
    app.person.wait_for_focus()
    app.person.key("r")
    videos.record_for(app, 1)
    app.close()
    video, = videos.all_in(home)
    assert float(videos.probe(video, "-show_format")["format"]["duration"]) > 0.9
    assert not videos.journal(home)


def test_a_minimized_window_goes_on_recording(app, home):
    app.person.wait_for_focus()
    app.person.key("r")
    videos.record_for(app, 1)
    app.person.minimize()
    time.sleep(4)
    app.person.restore()
    assert app.find(prefix="Recording, ")
    app.person.key("r")
    app.button("Record Video")
    video, = videos.all_in(home)
    times = videos.times(video)
    # The camera went on: a hidden window without a recording turns it off after a second.
    assert times[-1] > 4
    assert max(_gaps(times)) < _LONGEST_GAP


@pytest.mark.parametrize("reason", ["lock", "sleep"])
def test_lock_and_sleep_end_a_video_and_save_it(silent, allowed, cameras, launch, desktop, home, reason):
    camera = cameras.make()
    if reason == "lock":
        service = Mock(desktop, "org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver")
    else:
        service = Mock(desktop, "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager",
                       "--template", "logind")
    # What the computer's bus has is on the private one here.
    app = launch(env={"DBUS_SYSTEM_BUS_ADDRESS": desktop.env["DBUS_SESSION_BUS_ADDRESS"]})
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    app.person.key("r")
    videos.record_for(app, 1)
    service.say("ActiveChanged" if reason == "lock" else "PrepareForSleep", "true")
    wait_for(lambda: camera.handles == 0 and not videos.journal(home), "the camera is closed and the video is saved")
    video, = videos.all_in(home)
    assert float(videos.probe(video, "-show_format")["format"]["duration"]) >= 1


@pytest.mark.wayland()
def test_the_computer_neither_sleeps_nor_locks_while_recording(silent, desktop, launch):
    """The session manager is told so on Wayland, too, where a surface keeps the screen on only while it can be seen."""
    manager = Mock(desktop, "org.gnome.SessionManager", "/org/gnome/SessionManager", "org.gnome.SessionManager")
    manager.answer("Inhibit", "susu", "u", "ret = args[3]")
    manager.answer("Uninhibit", "u", "", "assert args[0] in (4, 8, 4 + 8)")
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.person.wait_for_focus()
    assert not manager.calls("Inhibit")
    app.person.key("r")
    videos.record_for(app, 1)
    wait_for(lambda: manager.calls("Inhibit") == 2, "GTK asks for one or both, and Tintype for the screen")
    assert not manager.calls("Uninhibit")
    app.person.key("r")
    app.button("Record Video")
    wait_for(lambda: manager.calls("Uninhibit") == 2, "it may sleep again")


@pytest.mark.parametrize("hands", ["click Video", "close a menu", "close the popover"])
def test_space_records_after_the_mouse(app, home, hands):
    app.person.wait_for_focus()
    app.person.click(app.find("Video"))
    app.button("Record Video")
    if hands == "close a menu":
        app.person.click(app.find("Speed"))
        app.find("Normal Speed", "menu item")
        app.person.key("Escape")
        app.wait_until_gone("Normal Speed", "menu item")
    if hands == "close the popover":
        app.person.click(app.find("Sound"))
        app.find("Mute", "switch")
        app.person.key("Escape")
        app.wait_until_gone("Mute", "switch")
    app.person.key("space")
    app.button("Stop Recording")
    app.person.key("r")
    app.button("Record Video")
    assert len(videos.all_in(home)) == 1


@pytest.fixture
def terminal(silent, cameras):
    return Terminal(silent, cameras)


@pytest.mark.main
def test_a_video_without_a_window(terminal, scratch):
    file = scratch / "short.mp4"
    answer = terminal.tintype("--camera=test", f"--record={file}", "--seconds=2", "--no-sound")
    assert (answer.status, answer.output) == (0, f"{file}\n")
    # A machine that does other work may be too slow for all pictures, and must say so.
    assert not answer.errors or "too slow" in answer.errors, answer.errors
    assert videos.streams(file)["video"]["codec_name"] == "h264"
    assert abs(float(videos.probe(file, "-show_format")["format"]["duration"]) - 2) < 0.1


@pytest.fixture
def driver(cameras):
    """Environment in which a driver's encoder is there, which fails as TINTYPE_DRIVER says.

    The camera's pictures are small: those of the test scene may take a busy machine longer than an encoder's trial gives.
    """
    cameras.make()
    folder = _BUILT / "driver-encoder"
    assert folder.exists(), "run `make -C Tests/DriverEncoder`"
    return {"GST_PLUGIN_PATH": str(folder)}


def _is_of_x264(video):
    """x264 leaves its name and settings in what it makes."""
    return b"x264 - core" in video.read_bytes()


@pytest.mark.paced
@pytest.mark.parametrize("failure, is_used", [("none", True), ("error", False), ("hang", False), ("slow", False),
                                              ("black", False)])
def test_a_drivers_encoder_is_used_where_it_works(terminal, driver, scratch, failure, is_used):
    file = scratch / "driver.mp4"
    answer = terminal.tintype("--allow-camera", f"--record={file}", "--seconds=2", "--no-sound", TINTYPE_DRIVER=failure,
                              **driver)
    assert (answer.status, answer.output) == (0, f"{file}\n")
    assert _is_of_x264(file) != is_used
    video = videos.streams(file)["video"]
    assert video["codec_name"] == "h264" and int(video["nb_read_frames"]) > 1


def test_a_driver_that_fails_in_the_middle_gets_no_second_chance(silent, allowed, launch, driver, home):
    app = launch(env={"TINTYPE_DRIVER": "late", **driver})
    Viewfinder(app).wait_until_moving()
    app.person.wait_for_focus()
    app.person.key("r")
    app.find("The video encoder failed. Everything up to there is saved.")
    video = videos.finished(app, home)
    assert not _is_of_x264(video) and videos.times(video)[-1] > 0.5
    video.unlink()
    app.person.key("r")
    videos.record_for(app, 3)
    app.person.key("r")
    assert _is_of_x264(videos.finished(app, home))


@pytest.mark.alone
def test_little_waits_for_an_encoder_that_is_too_slow(terminal, driver, scratch, home):
    """The file on the disk at a moment is the one that a program killed then would leave."""
    file = scratch / "slow.mp4"
    process = terminal.start("--allow-camera", f"--record={file}", "--seconds=20", "--no-sound", TINTYPE_DRIVER="tired",
                             **driver)
    try:
        wait_for(lambda: file.exists() and file.stat().st_size, "it records")
        entry, = videos.journal(home)
        began = int(entry.read_text().split()[3]) / 1e9
        missing = []
        while time.time() - began < 14:
            moment, left = time.time() - began, scratch / "left.mp4"
            left.write_bytes(file.read_bytes())
            # It is behind after two seconds, which is seen two seconds later.
            if moment > 6:
                missing.append(moment - videos.times(left)[-1])
            time.sleep(0.2)
    finally:
        process.kill()
        process.wait()
    assert not _is_of_x264(file)
    # The end of the last picture is not known.
    assert sorted(missing)[len(missing) // 2] < 0.5, missing
    times = videos.times(left)
    assert len(times) < 25 * times[-1], "the encoder was slow"
    assert max(_gaps(times)) < _LONGEST_GAP, "what is left out is spread"


def test_a_file_that_is_there_is_not_replaced(terminal, scratch):
    file = scratch / "there.mp4"
    file.write_text("mine")
    answer = terminal.tintype("--camera=test", f"--record={file}", "--seconds=1", "--no-sound")
    assert answer.status == 1 and "is there already" in answer.errors
    assert file.read_text() == "mine"


def test_the_cameras_own_pictures(terminal, cameras, scratch):
    cameras.make(name="Acme HD Webcam", serial="A1B2", modes=["MJPG:1280x720@30"])
    file = scratch / "original.mkv"
    answer = terminal.tintype("--allow-camera", f"--record={file}", "--seconds=2", "--no-sound")
    assert (answer.status, answer.errors) == (0, "")
    video = videos.streams(file)["video"]
    assert video["codec_name"] == "mjpeg" and int(video["nb_read_frames"]) > 50
