# SPDX-License-Identifier: GPL-3.0-or-later
"""`tintype --doctor`: finds what is wrong, says what to do about it, touches no camera that is not allowed, and ends."""

import getpass
import os
import socket

import pytest

from harness.command import Terminal
from harness.disks import BlockedFolder, FullDisk, ReadOnlyDisk, can_mount
from harness.doctor import examine
from harness.waiting import wait_for

needs_mount = pytest.mark.skipif(not can_mount(), reason="mounting is not allowed here")
#: Seconds that a camera may take, and what a slow machine takes besides.
PER_CAMERA, SLACK = 5, 4


@pytest.fixture
def terminal(home, cameras):
    return Terminal(home, cameras)


@pytest.fixture
def camera(cameras):
    return cameras.make(name="Acme HD Webcam", serial="SN4711XYZ", modes=["MJPG:1280x720@30", "YUYV:640x480@30,15"])


@pytest.mark.main
def test_a_healthy_computer_has_no_problem(terminal, camera, allowed):
    answer = terminal.tintype("--doctor")
    assert answer.status == 0, answer.output
    assert "Problem" not in answer.output
    lines = answer.output.splitlines()
    assert lines[-1] == "No problem found, 1 note", lines[-1]
    assert any(line.startswith("  OK ") and "It sends pictures." in line for line in lines)
    assert camera.handles == 0


def test_the_stream_is_measured(terminal, camera, allowed):
    report = examine(terminal)
    stream = report.check("camera-stream")
    assert stream.details["size"] == "1280x720" and stream.details["promised_rate"] == 30
    assert 20 < stream.details["frames"] < 70 and stream.details["damaged"] == 0
    assert stream.details["rate"] > 10 and stream.details["longest_gap_ms"] < 1000
    assert report.check("camera-formats").details["usable"] == 2
    assert report.seconds < PER_CAMERA + SLACK
    assert camera.handles == 0


@pytest.mark.parametrize("fault, result", [
    (["black"], "black"), (["still"], "still"), (["empty-first"], "good"), (["truncated", 30], "broken")])
def test_what_the_pictures_show_is_judged(terminal, camera, allowed, fault, result):
    camera.fault(*fault)
    assert examine(terminal).check("camera-stream").result == result


def test_no_camera_and_no_bus_and_no_display(terminal):
    report = examine(terminal)
    assert report.problems == ["video-nodes"]
    assert report.check("session-bus").result == "absent"
    assert "Plug in a camera" in report.check("video-nodes").fix


@pytest.mark.parametrize("answer, status, result", [(None, "note", "not-asked"), ("no", "problem", "denied")])
def test_no_camera_is_touched_before_consent(terminal, camera, home, answer, status, result):
    if answer:
        home.store(camera_access=answer)
    report = examine(terminal)
    permission = report.check("camera-permission")
    assert (permission.status, permission.result) == (status, result)
    assert "--allow-camera" in permission.fix
    assert report.check("camera-stream").result == "not-allowed"
    assert camera.opens == 0


def test_allowing_it_on_the_spot(terminal, camera):
    assert examine(terminal, "--allow-camera").check("camera-stream").result == "good"


def test_a_camera_in_use_is_named_with_its_user(terminal, camera, allowed):
    owner = camera.use()
    report = examine(terminal)
    before = camera.newest_frame
    assert report.check("camera-user").details["program"] == "v4l2-ctl"
    stream = report.check("camera-stream")
    assert stream.result == "busy" and stream.details["program"] == "v4l2-ctl" and stream.fix
    assert camera.is_streaming
    wait_for(lambda: camera.newest_frame > before, "the other program still gets frames")
    owner.stop()


@pytest.mark.parametrize("fault, result", [
    (["stall"], "stalled"), (["eio-streamon"], "failed"), (["enospc-streamon"], "no-bandwidth"), (["busy"], "busy"),
    (["eio-dqbuf"], "failed"), (["truncated", 30], "broken"), (["zero"], "stalled")],
    ids=lambda each: each if isinstance(each, str) else each[0])
def test_a_bad_camera_is_a_problem_with_a_fix(terminal, camera, allowed, fault, result):
    camera.fault(*fault)
    report = examine(terminal)
    stream = report.check("camera-stream")
    assert (stream.status, stream.result) == ("problem", result) and stream.fix
    assert report.seconds < PER_CAMERA + SLACK
    assert camera.handles == 0


def test_a_slow_camera_is_a_note(terminal, camera, allowed):
    camera.fault("slow", 10)
    report = examine(terminal)
    assert report.check("camera-stream").result == "slow" and not report.problems


def test_a_driver_that_hangs_does_not_hang_the_doctor(terminal, camera, allowed):
    camera.fault("slow-streamon", 60_000)
    report = examine(terminal)
    assert report.check("camera-stream").result == "hung"
    assert report.check("heic-encoder").result == "available", "what comes after it is looked at too"
    assert report.seconds < PER_CAMERA + SLACK


def test_a_camera_that_may_not_be_opened(terminal, camera, allowed):
    camera.fault("open-eacces")
    report = examine(terminal)
    access = report.check("node-access")
    assert (access.status, access.result) == ("problem", "denied") and "video" in access.fix
    assert report.check("camera-stream").result == "not-allowed"


def test_only_the_camera_that_was_asked_for_is_examined(terminal, cameras, allowed):
    left = cameras.make("/dev/video0", name="Left Camera")
    cameras.make("/dev/video1", name="Right Camera")
    report = examine(terminal, "--camera=/dev/video1")
    assert report.check("camera-stream").details["camera"] == "Right Camera"
    assert len(report.all("video-node")) == 2
    assert left.opens == 0
    assert [check.details["camera"] for check in examine(terminal).all("camera-stream")] == [
        "Left Camera", "Right Camera"]


def test_a_camera_that_is_not_there(terminal, camera, allowed):
    report = examine(terminal, "--camera=/dev/video9")
    assert report.problems == ["camera"] and report.check("camera").result == "missing"
    assert camera.opens == 0


def test_the_test_scene_needs_no_permission(terminal):
    stream = examine(terminal, "--camera=test").check("camera-stream")
    assert stream.details["frames"] > 10 and stream.status != "problem"


@pytest.mark.parametrize("kind, result", [
    pytest.param(FullDisk, "full", marks=needs_mount), pytest.param(ReadOnlyDisk, "read-only", marks=needs_mount),
    (BlockedFolder, "not-a-folder")], ids=["full", "read-only", "a-file"])
def test_a_library_that_takes_no_photos(home, cameras, kind, result):
    disk = kind(home.pictures)
    report = examine(Terminal(home, cameras, under=disk.under), "--camera=test")
    folder = report.check("library-folder")
    assert (folder.status, folder.result) == ("problem", result) and folder.fix
    assert folder.details["folder"] == "~/Bilder/Camera"


def test_a_healthy_library_is_left_as_it_was(terminal, home, roll):
    home.camera_roll.mkdir()
    before = home.camera_roll.stat().st_mtime_ns
    assert examine(terminal, "--camera=test").check("library-folder").result == "writable"
    assert not roll.files() and home.camera_roll.stat().st_mtime_ns == before


def test_without_heic_photos_are_jpeg(terminal, folder):
    # In place of libheif, which is loaded when it is needed, there is something that can't be.
    (folder / "libheif.so.1").write_text("")
    places = [str(folder), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
    report = examine(terminal, "--camera=test", LD_LIBRARY_PATH=":".join(places))
    heic = report.check("heic-encoder")
    assert (heic.status, heic.result) == ("note", "unavailable") and "libheif" in heic.fix
    assert report.check("jpeg-encoder").result == "available"


def test_the_services_of_a_desktop(desktop, home, cameras, camera, allowed):
    report = examine(Terminal(home, cameras, desktop.env))
    assert report.check("session-bus").result == "present"
    for service in ("permission-store", "camera-portal", "settings-portal"):
        assert report.check(service).result == "absent" and report.check(service).status != "problem"


def test_nothing_private_is_said(terminal, camera, allowed, home, cameras):
    cameras.make("/dev/video1", name=f"{getpass.getuser()} on {socket.gethostname()} Cam", serial="TOPSECRET9")
    camera.fault("eio-streamon")
    texts = [terminal.tintype("--doctor").output, examine(terminal).text]
    for text in texts:
        for secret in ("SN4711XYZ", "TOPSECRET9", socket.gethostname(), str(home.folder), os.environ.get("USER")):
            assert not secret or secret == "root" or secret not in text
        assert "on … Cam" in text and "~/Bilder/Camera" in text


@pytest.mark.parametrize("arguments", [["--json"], ["--doctor", "--shoot"], ["--doctor=x"], ["--json", "--list-cameras"]])
def test_senseless_arguments_are_refused(terminal, arguments):
    answer = terminal.tintype(*arguments)
    assert answer.status == 2 and not answer.output


def test_help_names_it(terminal):
    output = terminal.tintype("--help").output
    assert "--doctor" in output and "--json" in output
