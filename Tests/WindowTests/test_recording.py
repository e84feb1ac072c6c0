"""Videos: recorded with the window and without, played by another program, and whole whatever happens."""

import json
import subprocess
import time

import pytest

from harness.command import Terminal
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for


def _probe(path, *words):
    """What ffprobe says of a file."""
    answer = subprocess.run(["ffprobe", "-v", "error", "-of", "json", *words, str(path)], capture_output=True, text=True)
    assert answer.returncode == 0 and not answer.stderr, answer.stderr
    return json.loads(answer.stdout)


def _streams(path):
    return {stream["codec_type"]: stream for stream in _probe(path, "-show_streams", "-count_frames")["streams"]}


def _times(path):
    """When each picture is shown, in seconds."""
    packets = _probe(path, "-select_streams", "v", "-show_entries", "packet=pts_time")["packets"]
    return sorted(float(packet["pts_time"]) for packet in packets)


def _videos(home):
    folder = home.camera_roll
    return sorted(path for path in folder.iterdir() if path.name.startswith("VID_")) if folder.exists() else []


def _journal(home):
    folder = home.folder / ".local/state/tintype/videos"
    return list(folder.iterdir()) if folder.exists() else []


@pytest.fixture
def silent(home):
    """A home in which videos have no sound: nothing asks for a microphone."""
    home.store_text("microphone", "'none'")
    return home


@pytest.fixture
def app(silent, launch):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    return app


def _record_for(app, seconds):
    """Waits until the recording is as long as that, by its sign."""
    def is_long_enough():
        signs = [each.name for each in app.seen(prefix="Recording, ")]
        return signs and int(signs[0].rsplit(":", 1)[1]) >= seconds
    wait_for(is_long_enough, f"{seconds} s are recorded")


def test_a_video_is_recorded_with_the_mouse(app, home):
    app.person.wait_for_focus()
    app.person.click(app.find("Video"))
    app.person.click(app.button("Record Video"))
    _record_for(app, 2)
    app.person.click(app.button("Stop Recording"))
    app.button("Record Video")
    video, = _videos(home)
    assert video.suffix == ".mp4"
    streams = _streams(video)
    assert streams.keys() == {"video"} and streams["video"]["codec_name"] == "h264"
    length = float(_probe(video, "-show_format")["format"]["duration"])
    assert 2 <= length < 15
    times = _times(video)
    assert times[0] == 0
    gaps = [later - earlier for earlier, later in zip(times, times[1:])]
    assert len(times) > 10 * length and min(gaps) > 0 and max(gaps) < 1, (len(times), length, gaps)
    assert not _journal(home)
    app.person.click(app.button("Last Photo"))
    app.find(prefix="Video 1 of 1, recorded today")
    app.button("Play")


def test_r_records_and_space_takes_a_photo_meanwhile(app, home, roll):
    app.person.wait_for_focus()
    app.person.key("r")
    _record_for(app, 1)
    app.person.key("space")
    wait_for(lambda: [path for path in roll.files() if path.name.startswith("IMG_")], "a photo while recording")
    assert app.shows(prefix="Recording, ")
    app.person.key("ctrl+r")
    app.button("Record Video")
    video, = _videos(home)
    assert _streams(video)["video"]["codec_name"] == "h264"


def test_what_is_paused_is_left_out(app, home):
    app.person.wait_for_focus()
    app.person.key("r")
    _record_for(app, 1)
    app.press("Pause Recording")
    app.find(prefix="Paused, ")
    at = app.find(prefix="Paused, ").name
    # Longer than the video: a pause that was kept would be seen in it.
    time.sleep(3)
    assert app.find(prefix="Paused, ").name == at
    app.press("Resume Recording")
    _record_for(app, 2)
    app.press("Stop Recording")
    app.button("Record Video")
    video, = _videos(home)
    times = _times(video)
    assert max(later - earlier for earlier, later in zip(times, times[1:])) < 1


def test_a_killed_recording_plays_and_is_finished_at_the_next_start(app, home, launch):
    app.person.wait_for_focus()
    app.person.key("r")
    _record_for(app, 3)
    app.kill()
    video, = _videos(home)
    assert len(_times(video)) > 20
    assert _journal(home)
    again = launch("--camera=test")
    Viewfinder(again).wait_until_moving()
    wait_for(lambda: not _journal(home), "the journal is empty")
    assert _videos(home) == [video]
    assert float(_probe(video, "-show_format")["format"]["duration"]) > 2.4
    assert again.find("Recovered 1 video")


def test_closing_the_window_ends_the_video(app, home):
    app.person.wait_for_focus()
    app.person.key("r")
    _record_for(app, 1)
    app.close()
    video, = _videos(home)
    assert float(_probe(video, "-show_format")["format"]["duration"]) > 0.9
    assert not _journal(home)


def test_a_minimized_window_goes_on_recording(app, home):
    app.person.wait_for_focus()
    app.person.key("r")
    _record_for(app, 1)
    app.person.minimize()
    time.sleep(4)
    app.person.restore()
    assert app.find(prefix="Recording, ")
    app.person.key("r")
    app.button("Record Video")
    video, = _videos(home)
    times = _times(video)
    # The camera went on: a hidden window without a recording turns it off after a second.
    assert times[-1] > 4
    assert max(later - earlier for earlier, later in zip(times, times[1:])) < 1


@pytest.fixture
def terminal(silent, cameras):
    return Terminal(silent, cameras)


def test_a_video_without_a_window(terminal, scratch):
    file = scratch / "short.mp4"
    answer = terminal.tintype("--camera=test", f"--record={file}", "--seconds=2", "--no-sound")
    assert (answer.status, answer.output) == (0, f"{file}\n")
    # A machine that does other work may be too slow for all pictures, and must say so.
    assert not answer.errors or "too slow" in answer.errors, answer.errors
    assert _streams(file)["video"]["codec_name"] == "h264"
    assert abs(float(_probe(file, "-show_format")["format"]["duration"]) - 2) < 0.1


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
    video = _streams(file)["video"]
    assert video["codec_name"] == "mjpeg" and int(video["nb_read_frames"]) > 50
