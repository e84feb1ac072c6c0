# SPDX-License-Identifier: GPL-3.0-or-later
"""A camera that sends H.264: shown, photographed, and recorded as it comes."""

import itertools
import pathlib
import subprocess

import numpy as np
import pytest
from PIL import Image

from harness import preferences, videos
from harness.command import Terminal
from harness.photos import Photo
from harness.viewfinder import Viewfinder
from harness.waiting import PHOTO_TIMEOUT, wait_for

_MODE = "H264:640x360@30"
#: Pictures from one key picture to the next.
_GROUP = 60


def _encode(path, seconds, words):
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"testsrc2=size=640x360:rate=30:duration={seconds}",
                    "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast", "-x264-params",
                    f"aud=1:keyint={_GROUP}:scenecut=0:{words}", str(path)], check=True)
    return path


@pytest.fixture(scope="module")
def stream(tmp_path_factory):
    """Four seconds with a key picture every two; each picture differs from all others."""
    return _encode(tmp_path_factory.mktemp("stream") / "stream.h264", 4, "bframes=0")


@pytest.fixture
def camera(cameras, stream):
    return cameras.make(modes=[_MODE], serial="A1B2", coded=stream)


@pytest.fixture
def terminal(silent, cameras):
    return Terminal(silent, cameras)


@pytest.fixture
def app(silent, allowed, camera, launch, home):
    home.store(video_format="original")
    app = launch()
    Viewfinder(app).wait_until_moving()
    return app


def _slices(data):
    """The coded slices of a stream with start codes: what a picture is made of."""
    return [unit for unit in data.replace(b"\0\0\0\1", b"\0\0\1").split(b"\0\0\1")[1:] if unit[0] & 0x1f in (1, 5)]


def _recorded(video):
    command = ["ffmpeg", "-v", "error", "-i", str(video), "-map", "0:v", "-c", "copy", "-bsf:v", "h264_mp4toannexb", "-f",
               "h264", "-"]
    return _slices(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def _places(video, stream):
    """The places in the stream of what was recorded."""
    places = {unit: place for place, unit in enumerate(_slices(stream.read_bytes()))}
    return [places[unit] for unit in _recorded(video)]


def _in_pieces(places, count):
    """In runs without a gap; the stream, of `count` pictures, begins anew after its end."""
    pieces = [[places[0]]]
    for before, after in itertools.pairwise(places):
        if after == (before + 1) % count:
            pieces[-1].append(after)
        else:
            pieces.append([after])
    return pieces


def _pieces(video, stream):
    return _in_pieces(_places(video, stream), len(_slices(stream.read_bytes())))


def _are_decodable(pieces):
    """Each begins with a key picture. On a machine that does other work the camera may be missed for a moment."""
    assert {piece[0] % _GROUP for piece in pieces} == {0}, pieces


def _decodable(sent, count):
    """The decodable pictures among those that a camera sent, of a stream of `count`."""
    decodable, last = [], None
    for picture in sent:
        follows = last and (picture.sequence - last.sequence, (picture.place - last.place) % count) == (1, 1)
        last = picture if picture.is_whole and (follows or picture.place % _GROUP == 0) else None
        if last:
            decodable.append(picture)
    return decodable


def _has_what_was_sent(video, stream, camera):
    """From its first to its last picture a video has all that the camera's own log says could be decoded, and no other."""
    recorded, count = _places(video, stream), len(_slices(stream.read_bytes()))
    decodable = [picture.place % count for picture in _decodable(camera.sent, count)]
    starts = range(len(decodable) - len(recorded) + 1)
    assert any(decodable[start:start + len(recorded)] == recorded for start in starts), (
        _in_pieces(recorded, count), _in_pieces(decodable, count))


def _decodes(video):
    """Whether one program decodes each picture of it, and another takes it apart, without a word."""
    command = ["ffprobe", "-v", "warning", "-count_frames", "-show_entries", "stream=nb_read_frames", str(video)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stderr) == (0, "")
    command = ["gst-launch-1.0", "-q", "filesrc", f"location={video}", "!", "matroskademux", "!", "h264parse", "!",
               "fakesink"]
    assert subprocess.run(command, capture_output=True, text=True, check=False).stderr == ""


def _pictures(stream):
    command = ["ffmpeg", "-v", "error", "-i", str(stream), "-vf", "scale=160:90", "-pix_fmt", "gray", "-f", "rawvideo", "-"]
    data = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    return np.frombuffer(data, np.uint8).reshape(-1, 90, 160).astype(int)


def _is_of(stream, photo, scratch):
    image = Image.fromarray(Photo(photo).pixels(scratch))
    small = np.asarray(image.convert("L").resize((160, 90), Image.Resampling.BICUBIC)).astype(int)
    return np.abs(_pictures(stream) - small).mean(axis=(1, 2)).min() < 3


def test_a_photo_of_a_camera_with_nothing_else(terminal, camera, stream, scratch):
    photo = scratch / "photo.jpg"
    answer = terminal.tintype("--allow-camera", f"--shoot={photo}")
    assert (answer.status, answer.errors) == (0, "")
    assert _is_of(stream, photo, scratch)


def test_it_is_shown_and_photographed(app, roll, stream, scratch):
    app.person.wait_for_focus()
    app.person.key("space")
    photo, = roll.wait_for(1, PHOTO_TIMEOUT)
    assert _is_of(stream, photo, scratch)


def test_motion_jpeg_comes_first(silent, allowed, cameras, stream, launch, home):
    camera = cameras.make(modes=["MJPG:640x480@30", _MODE], serial="A1B2", coded=stream)
    Viewfinder(launch()).wait_until_moving()
    assert camera.status()["format"] == "MJPG"


def test_h264_is_used_where_it_is_chosen(silent, allowed, cameras, stream, launch, home):
    camera = cameras.make(modes=["MJPG:640x480@30", _MODE], serial="A1B2", coded=stream)
    listed = Terminal(home, cameras).tintype("--list-cameras").output
    name = next(line.split("id: ")[1] for line in listed.splitlines() if "id: " in line)
    home.store(camera_modes=[f"{name}|H264 640x360 30/1"])
    app = launch()
    Viewfinder(app).wait_until_moving()
    assert camera.status()["format"] == "H264"
    app.person.wait_for_focus()
    app.person.key("ctrl+comma")
    app.find("Preferences", preferences.ROLES)
    app.find("640 × 360, 30 fps, compressed (H264)")


def test_a_stream_may_begin_between_key_pictures(terminal, camera, stream, scratch):
    camera.fault("mid-group")
    photo = scratch / "photo.jpg"
    assert terminal.tintype("--allow-camera", f"--shoot={photo}").status == 0
    assert _is_of(stream, photo, scratch)


def test_it_is_recorded_as_it_comes(terminal, camera, stream, scratch):
    file = scratch / "original.mkv"
    answer = terminal.tintype("--allow-camera", f"--record={file}", "--seconds=3", "--no-sound")
    assert (answer.status, answer.errors) == (0, "")
    assert videos.streams(file)["video"]["codec_name"] == "h264"
    _has_what_was_sent(file, stream, camera)
    _are_decodable(_pieces(file, stream))
    _decodes(file)
    times = videos.times(file)
    # Beside other tests all of the first group but its first picture may be missing: 60 of 90.
    assert len(times) == len(_places(file, stream)) > 20 and abs(times[-1] - 3) < 0.2


def test_standard_encodes_a_coded_camera(terminal, camera, scratch):
    file = scratch / "standard.mp4"
    assert terminal.tintype("--allow-camera", f"--record={file}", "--seconds=1", "--no-sound").status == 0
    assert videos.streams(file)["video"]["nb_read_frames"] > "20"


def test_a_video_holds_what_was_on_the_screen_at_the_press(app, home, camera, stream):
    app.person.wait_for_focus()
    app.person.key("r")
    videos.record_for(app, 3)
    app.button("Stop Recording")
    app.person.key("r")
    video = videos.finished(app, home)
    assert video.suffix == ".mkv"
    _has_what_was_sent(video, stream, camera)
    _are_decodable(_pieces(video, stream))
    _decodes(video)
    # Pictures before the press are for the decoder, and shown only for a moment.
    times = videos.times(video)
    steps = [round(later - earlier, 3) for earlier, later in itertools.pairwise(times)]
    beginning = len(list(itertools.takewhile(lambda step: step < 0.005, steps)))
    assert beginning < _GROUP and sum(steps[beginning:]) > 2.5 and min(steps[beginning:]) > 0.005, steps


def test_after_a_pause_it_goes_on_with_a_key_picture(app, home, stream):
    app.person.wait_for_focus()
    app.person.key("r")
    videos.record_for(app, 1)
    app.press("Pause Recording")
    app.find(prefix="Paused, ")
    app.press("Resume Recording")
    videos.record_for(app, 4)
    app.person.key("r")
    video = videos.finished(app, home)
    pieces = _pieces(video, stream)
    _are_decodable(pieces)
    _decodes(video)


@pytest.mark.parametrize("fault", [("unseen",), ("error-flag",), ("corrupt",), ("short", "300")], ids=" ".join)
def test_a_loss_ends_at_the_next_key_picture(app, home, camera, stream, fault):
    app.person.wait_for_focus()
    app.person.key("r")
    videos.record_for(app, 1)
    camera.fault(*fault, "--for", 1)
    camera.wait_for_fault_to_end(fault[0])
    videos.record_for(app, 6)
    app.person.key("r")
    video = videos.finished(app, home)
    if fault[0] == "corrupt" and not set(_recorded(video)) <= set(_slices(stream.read_bytes())):
        pytest.skip("a picture that decodes without a fault, whatever was written over it: one of twenty")
    assert len(_pieces(video, stream)) > 1
    _has_what_was_sent(video, stream, camera)
    _decodes(video)


def _changing(folder, *words):
    """A stream that is coded in one way, and then in another."""
    whole = folder / "stream.h264"
    whole.write_bytes(b"".join(_encode(folder / f"{number}.h264", 4, "bframes=0:" + each).read_bytes()
                               for number, each in enumerate(words)))
    return whole


def test_parameters_that_change_end_the_video(silent, allowed, cameras, launch, home, scratch):
    """Matroska has one set of those of the sequence: what comes before the change is kept, and the next video has what comes
    after it."""
    whole = _changing(scratch, "colormatrix=bt709", "colormatrix=smpte170m")
    cameras.make(modes=[_MODE], serial="A1B2", coded=whole)
    home.store(video_format="original")
    app = launch()
    Viewfinder(app).wait_until_moving()
    app.person.wait_for_focus()
    for count in (1, 2):
        app.person.key("r")
        app.find("The camera switched to another kind of picture, so the video ended. Everything up to there is saved.")
        app.button("Record Video")
        wait_for(lambda: not videos.journal(home), "the video is finished")
        *_, video = videos.all_in(home)
        assert video.suffix == ".mkv" and len(videos.all_in(home)) == count
        _decodes(video)
        pieces = _pieces(video, whole)
        _are_decodable(pieces)
        # All of it is from one part.
        assert len({place // (2 * _GROUP) for piece in pieces for place in piece}) == 1, pieces
        wait_for(lambda: not app.shows(prefix="The camera switched"), "the message is gone")


def _decoded(video):
    """The checksum of each picture."""
    command = ["ffmpeg", "-v", "error", "-i", str(video), "-fps_mode", "passthrough", "-f", "framemd5", "-"]
    lines = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    return [line.rpartition(",")[2].strip() for line in lines if not line.startswith("#")]


def test_parameters_of_pictures_may_change(terminal, cameras, scratch):
    stream, file = _changing(scratch, "cabac=1", "cabac=0"), scratch / "original.mkv"
    camera = cameras.make(modes=[_MODE], serial="A1B2", coded=stream)
    answer = terminal.tintype("--allow-camera", f"--record={file}", "--seconds=6", "--no-sound")
    assert (answer.status, answer.errors) == (0, "")
    _has_what_was_sent(file, stream, camera)
    _decodes(file)
    assert len({place // (2 * _GROUP) for place in _places(file, stream)}) == 2
    assert set(_decoded(file)) <= set(_decoded(stream))


@pytest.fixture
def reordering(cameras, tmp_path):
    """A camera with pictures that refer to later ones, as no real one has been seen to send."""
    stream = _encode(tmp_path / "reordered.h264", 4, "bframes=3:b-adapt=0")
    return cameras.make(modes=[_MODE], serial="A1B2", coded=stream), stream


def _order(video, stream):
    """The places in the stream, as it is seen, of the pictures of a video."""
    seen = _pictures(stream)
    return [int(np.abs(seen - picture).mean(axis=(1, 2)).argmin()) for picture in _pictures(video)]


def test_pictures_that_refer_to_later_ones_are_recorded_in_their_order(silent, allowed, reordering, launch, home):
    _, stream = reordering
    home.store(video_format="original")
    app = launch()
    Viewfinder(app).wait_until_moving()
    app.person.wait_for_focus()
    app.person.key("r")
    app.find("This camera’s pictures can’t be kept as they are: the video is in Standard.")
    videos.record_for(app, 3)
    app.person.key("r")
    video = videos.finished(app, home)
    assert video.suffix == ".mp4"
    order = _order(video, stream)
    steps = [(after - before) % (2 * _GROUP) for before, after in itertools.pairwise(order)]
    # A busy machine leaves some out; none comes before one that is earlier.
    assert len(order) > 60 and max(steps) < _GROUP, order
    times = videos.times(video)
    assert min(after - before for before, after in itertools.pairwise(times)) > 0.005 and times[-1] > 2.5, times


def test_a_named_original_of_them_is_refused(terminal, reordering, scratch):
    file = scratch / "original.mkv"
    answer = terminal.tintype("--allow-camera", f"--record={file}", "--seconds=1", "--no-sound")
    assert answer.status == 1 and not file.exists()
    assert "pictures can’t be kept as they are. Record in Standard." in answer.errors


def test_a_killed_recording_is_finished_at_the_next_start(app, home, stream, launch):
    app.person.wait_for_focus()
    app.person.key("r")
    videos.record_for(app, 3)
    app.kill()
    video, = videos.all_in(home)
    before = _recorded(video)
    assert len(before) > 60
    launch("--camera=test").find("Recovered 1 video")
    wait_for(lambda: not videos.journal(home), "the journal is empty")
    assert videos.all_in(home) == [video] and _recorded(video) == before
    _are_decodable(_pieces(video, stream))
    _decodes(video)
    assert float(videos.probe(video, "-show_format")["format"]["duration"]) > 2.4


def test_without_a_decoder_the_package_is_named(silent, cameras, camera, scratch):
    library, = pathlib.Path("/usr/lib").glob("*/libavcodec.so.??")
    hidden = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", "/dev/null", str(library.resolve())]
    terminal = Terminal(silent, cameras, under=hidden)
    answer = terminal.tintype("--allow-camera", f"--shoot={scratch / 'photo.jpg'}")
    assert answer.status == 1 and f"libavcodec{library.suffix[1:]}" in answer.errors
    assert f"libavcodec{library.suffix[1:]}" in terminal.tintype("--doctor").output
