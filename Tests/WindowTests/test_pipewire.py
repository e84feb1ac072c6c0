# SPDX-License-Identifier: GPL-3.0-or-later
"""Cameras of the session's PipeWire, for those who ask for them by name."""

import signal
import subprocess
from pathlib import Path

import pytest

from harness import processes, videos
from harness.cameras import BUSY_PROGRAM
from harness.permission_store import CAMERA, store  # noqa: F401
from harness.sandbox import desktop, media  # noqa: F401
from harness.photos import Photo
from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for


@pytest.fixture
def allowed(store):  # noqa: F811
    store.set(CAMERA, "yes")


@pytest.mark.main
@pytest.mark.parametrize("word", ["", "vcam.0", "Acme HD Webcam"])
def test_a_camera_is_chosen_by_its_names(launch, media, allowed, word):  # noqa: F811
    media.plug_in("--name", "vcam.0", "MJPG:640x480@30")
    app = launch("--camera=pipewire:" + word)
    Viewfinder(app).wait_until_live()


@pytest.mark.parametrize("mode", ["NV12:640x480@30", "YUYV:640x480@30", "UYVY:640x480@30", "RGB3:640x480@30",
                                  "GREY:640x480@30"])
def test_every_format_is_shown(launch, media, allowed, mode):  # noqa: F811
    camera = media.plug_in(mode)
    app = launch("--camera=pipewire:")
    Viewfinder(app).wait_until_live()
    assert f"streaming {mode}" in camera.said


@pytest.mark.parametrize("words", [["--transform", "1"], ["--rotation", "270"]])
def test_a_picture_that_is_turned_is_upright_everywhere(
        launch, media, allowed, silent, home, roll, scratch, words):  # noqa: F811
    """The test's frames are not turned, so an upright picture of them lies on its side."""
    media.plug_in(*words, "NV12:640x480@30")
    app = launch("--camera=pipewire:")
    viewfinder = Viewfinder(app)
    viewfinder.wait_until_moving()
    _, _, width, height = viewfinder.box_in(viewfinder.pixels())
    assert height > width
    app.close()
    command = launch("--camera=pipewire:", "--shoot")
    assert command.wait_for_end() == 0, command.log_text()
    height, width = Photo(roll.wait_for(1)[0]).pixels(scratch).shape[:2]
    assert (width, height) == (480, 640)
    video = home.folder / "mine.mp4"
    command = launch("--camera=pipewire:", f"--record={video}", "--seconds=1", "--no-sound")
    assert command.wait_for_end() == 0, command.log_text()
    stream = videos.streams(video)["video"]
    assert (stream["width"], stream["height"]) == (480, 640)


def test_one_that_sends_h264_only_is_shown_photographed_and_recorded_as_it_comes(
        launch, media, allowed, silent, home, roll, tmp_path):  # noqa: F811
    stream = tmp_path / "stream.h264"
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=30:duration=4", "-pix_fmt",
                    "yuv420p", "-c:v", "libx264", "-preset", "veryfast", "-x264-params",
                    "aud=1:keyint=30:scenecut=0:bframes=0", str(stream)], check=True)
    home.store(video_format="original")
    camera = media.plug_in("--coded", str(stream), "H264:640x360@30")
    app = launch("--camera=pipewire:")
    # The virtual camera's numbers are not in the coded stream.
    Viewfinder(app).wait_until_moving()
    assert "streaming H264:640x360@30" in camera.said
    app.person.wait_for_focus()
    app.person.key("r")
    app.press("Allow")
    videos.record_for(app, 2)
    app.person.key("space")
    roll.wait_for(1)
    app.person.key("r")
    video = videos.finished(app, home)
    assert video.suffix == ".mkv" and videos.streams(video)["video"]["codec_name"] == "h264"
    assert len(videos.times(video)) > 20


def test_a_cameras_name_alone_chooses_it(launch, media, allowed, roll):  # noqa: F811
    media.plug_in("--name", "vcam.0", "--description", "Front Camera", "MJPG:640x480@30")
    media.plug_in("--name", "vcam.1", "--description", "Back Camera", "MJPG:320x240@30")
    for word in ("Back Camera", "pipewire:vcam.1"):
        command = launch("--shoot", "--camera=" + word)
        assert command.wait_for_end() == 0, command.log_text()
    assert len(roll.wait_for(2)) == 2
    app = launch("--camera=Back Camera")
    Viewfinder(app).wait_until_live()
    app.press("Choose Camera")
    app.find("Front Camera", "menu item")
    assert len(app.seen("Back Camera", "menu item")) == 1, "each camera once"


def test_before_it_is_allowed_no_camera_is_said_to_be_missing(launch, media):  # noqa: F811
    media.plug_in("MJPG:640x480@30")
    for option, words in (("--list-cameras", "No camera found so far."), ("--shoot", "the camera is not allowed yet."),
                          ("--doctor", "Cameras of PipeWire were not looked at")):
        command = launch(option)
        command.wait_for_end()
        assert words in command.log_text() and "--allow-camera" in command.log_text()
        assert "There is no video device" not in command.log_text()
    command = launch("--doctor", "--camera=pipewire:")
    command.wait_for_end()
    assert "There is no camera" not in command.log_text()


def test_none_is_looked_for_before_it_is_allowed(launch, media):  # noqa: F811
    camera = media.plug_in()
    app = launch("--camera=pipewire:", env={"PIPEWIRE_DEBUG": "0"})
    app.button("Allow")
    stays(lambda: not _is_connected(app), "there is no connection to PipeWire", 0.5)
    app.press("Allow")
    Viewfinder(app).wait_until_live()
    assert _is_connected(app) and camera.is_streaming
    assert app.close() == 0
    wait_for(lambda: not camera.is_streaming, "the camera is closed")


def _is_connected(app):
    """Whether PipeWire's library has been at work: it loads its modules when it is."""
    with open(f"/proc/{app.pid}/maps", encoding="utf-8") as maps:
        return "libpipewire-module" in maps.read()


def test_the_list_has_them_once_cameras_are_allowed(launch, media, store):  # noqa: F811
    media.plug_in("--description", "Front Camera", "MJPG:640x480@30")
    before = launch("--list-cameras")
    assert before.wait_for_end() == 0 and "Front Camera" not in before.log_text()
    store.set(CAMERA, "yes")
    after = launch("--list-cameras")
    assert after.wait_for_end() == 0
    assert "Front Camera\n  id: pipewire:vcam.0\n  format: MJPG 640x480 30" in after.log_text()


def test_a_pulled_out_camera_comes_back(launch, media, allowed):  # noqa: F811
    camera = media.plug_in("MJPG:640x480@30")
    app = launch("--camera=pipewire:vcam.0")
    Viewfinder(app).wait_until_live()
    camera.unplug()
    app.find("Camera disconnected")
    media.plug_in("MJPG:640x480@30")
    Viewfinder(app).wait_until_live()


def test_a_camera_that_is_not_there_says_so(launch, media, allowed):  # noqa: F811
    app = launch("--camera=pipewire:nobody")
    app.find("Camera disconnected")
    media.plug_in("--name", "nobody", "MJPG:640x480@30")
    Viewfinder(app).wait_until_live()


def test_a_photo_on_the_terminal(launch, media, allowed, folder):  # noqa: F811
    media.plug_in("MJPG:640x480@30")
    target = folder / "photo.jpg"
    app = launch("--camera=pipewire:", f"--shoot={target}")
    assert app.wait_for_end() == 0, app.log_text()
    assert target.stat().st_size > 10_000


def test_a_camera_that_only_pipewire_has_is_found_in_every_session(launch, media, store):  # noqa: F811
    app = launch()
    app.button("Allow")
    camera = media.plug_in("--name", "vcam.0", "MJPG:640x480@30")
    store.set(CAMERA, "yes")
    Viewfinder(app).wait_until_live()
    camera.unplug()
    app.find("Camera disconnected")
    media.plug_in("--name", "vcam.0", "MJPG:640x480@30")
    Viewfinder(app).wait_until_live()


def test_it_is_shot_without_being_named(launch, media, allowed, folder):  # noqa: F811
    media.plug_in("MJPG:640x480@30")
    target = folder / "photo.jpg"
    app = launch(f"--shoot={target}")
    assert app.wait_for_end() == 0, app.log_text()
    assert target.stat().st_size > 10_000


@pytest.mark.parametrize("words", [("--path", "v4l2:/dev/video0"), ("--v4l2-path", "/dev/video0")])
def test_a_camera_that_both_have_is_listed_once(launch, media, camera, allowed, words):  # noqa: F811
    media.plug_in(*words, "--description", "Acme HD Webcam", "MJPG:640x480@30")
    media.plug_in("--name", "another", "--description", "Sensor", "MJPG:640x480@30")
    listed = launch("--list-cameras")
    assert listed.wait_for_end() == 0
    names = [line for line in listed.log_text().splitlines() if line and not line.startswith((" ", "("))]
    assert names == ["Acme HD Webcam", "Sensor"], listed.log_text()


def test_a_camera_that_another_program_has_through_pipewire_is_shared(launch, media, camera, allowed):  # noqa: F811
    owner = camera.use()
    media.plug_in("--v4l2-path", "/dev/video0", "MJPG:640x480@30")
    app = launch()
    Viewfinder(app).wait_until_live()
    app.find(prefix="Another program uses Acme HD Webcam too")
    assert not app.shows("Camera is in use")
    owner.stop()


@pytest.mark.parametrize("option", ["--shoot", "--record", "--doctor"])
def test_commands_share_it_too(option, launch, media, camera, allowed, folder):  # noqa: F811
    owner = camera.use()
    media.plug_in("--v4l2-path", "/dev/video0", "MJPG:640x480@30")
    options = {"--shoot": [f"--shoot={folder}/photo.jpg"], "--doctor": ["--doctor"],
               "--record": [f"--record={folder}/video.mp4", "--seconds=1", "--no-sound"]}
    command = launch(*options[option])
    status = command.wait_for_end()
    if option == "--doctor":
        assert "It sends pictures." in command.log_text() and "Close" not in command.log_text()
    else:
        assert status == 0, command.log_text()
    owner.stop()


@pytest.mark.parametrize("option", ["", "--shoot", "--record"])
def test_who_holds_it_directly_is_named_though_pipewire_lists_it(
        option, launch, media, camera, allowed, folder):  # noqa: F811
    owner = camera.use()
    node = media.plug_in("--v4l2-path", "/dev/video0", "MJPG:640x480@30")
    # PipeWire's node can't start where it does not have the device.
    node.process.send_signal(signal.SIGSTOP)
    words = f"{BUSY_PROGRAM} is using Acme HD Webcam"
    if option:
        command = launch(f"{option}={folder}/file", *(["--seconds=1", "--no-sound"] if option == "--record" else []))
        assert command.wait_for_end() != 0 and words in command.log_text()
    else:
        app = launch()
        app.find(prefix=words, role="label")
        app.button("Try Again")
    owner.stop()


#: The sign's own look at PipeWire, which here starts after the shell, and is looked for only once.
_LOOK_AGAIN = """
const {_camera: sign} = Main.panel.statusArea.quickSettings;
sign._cameraMonitor = new imports.gi.Shell.CameraMonitor();
sign._cameraMonitor.bind_property('cameras-in-use', sign._indicator, 'visible', imports.gi.GObject.BindingFlags.SYNC_CREATE);
"""
_SIGN = "Main.panel.statusArea.quickSettings._camera"


@pytest.mark.gnome(only=True)
def test_gnome_shows_that_the_camera_is_used_and_that_it_is_not(launch, media, allowed, desktop):  # noqa: F811
    shell = desktop.display
    if not shell.evaluate(f"return {_SIGN} !== undefined"):
        pytest.skip("GNOME has a sign for cameras since 45")
    shell.evaluate(_LOOK_AGAIN)
    media.plug_in("MJPG:640x480@30")

    def is_seen():
        return shell.evaluate(f"return {_SIGN}._indicator.visible")
    assert not is_seen()
    app = launch()
    wait_for(is_seen, "the sign is there")
    app.person.minimize()
    wait_for(lambda: not is_seen(), "the sign has gone, as the window has")
    app.person.restore()
    wait_for(is_seen, "the sign is there again")
    app.close()
    wait_for(lambda: not is_seen(), "the sign has gone")


def test_a_video_has_every_picture_at_its_time(launch, media, allowed, silent, home):  # noqa: F811
    media.plug_in("MJPG:640x480@30")
    app = launch("--camera=pipewire:")
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    app.person.key("r")
    # The library, which the store knows nothing of.
    app.press("Allow")
    videos.record_for(app, 3)
    app.person.key("r")
    times = videos.times(videos.finished(app, home))
    # The source paces itself; a machine that is busy with other tests leaves some out.
    assert times[0] == 0 and times[-1] > 2 and len(times) > 10 * times[-1]
    gaps = [later - earlier for earlier, later in zip(times, times[1:])]
    assert min(gaps) > 0 and sum(gaps) / len(gaps) < 0.1, gaps


def test_a_daemon_that_ended_costs_nothing(launch, media, allowed, camera):  # noqa: F811
    app = launch()
    Viewfinder(app).wait_until_live()
    maps = Path(f"/proc/{app.pid}/maps")
    wait_for(lambda: "module-protocol-native" in maps.read_text(), "PipeWire is asked for its cameras")
    media.end_daemon()
    ticks = processes.ticks_of_threads(app.pid, "tintype", "tintype-capture")
    stays(lambda: app.is_running, "the program runs", 4, interval=0.5)
    used = processes.ticks_of_threads(app.pid, "tintype", "tintype-capture") - ticks
    assert used / processes.TICKS_PER_SECOND < 0.1, "a thread asks the daemon without a pause"


def test_a_size_that_ends_the_camera_twice_is_not_asked_for_again(launch, media, allowed):  # noqa: F811
    words = ("--only", "1280", "NV12:1920x1080@30", "NV12:1280x720@30")
    app = launch("--camera=pipewire:")
    for _ in range(2):
        camera = media.plug_in(*words)
        wait_for(lambda: camera.process.poll() is not None, "it dies of the largest size")
        assert "died of NV12:1920x1080" in camera.said
    camera = media.plug_in(*words)
    Viewfinder(app).wait_until_live()
    assert "streaming NV12:1280x720@30" in camera.said
    app.find("Acme HD Webcam goes away when it sends 1920 × 1080. This is 1280 × 720.")
