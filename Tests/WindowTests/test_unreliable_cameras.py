# SPDX-License-Identifier: GPL-3.0-or-later
"""Cameras that end with a mode, crash Tintype, list modes for ever or die again and again; dead ones before a good one."""

import time

import pytest

from harness import preferences, videos
from harness.command import Terminal
from harness.photos import Photo
from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for


@pytest.fixture
def terminal(home, cameras):
    return Terminal(home, cameras)


@pytest.fixture
def pair(cameras):
    """A first camera, and another one that works."""
    first = cameras.make("/dev/video0", name="First Camera", port="1-1")
    return first, cameras.make("/dev/video2", name="Good Camera", port="1-2")


def _crash(launch):
    # A core's report would outlive the test.
    assert launch(env={"SWIFT_BACKTRACE": "enable=no"}).wait_for_end() != 0


def test_a_camera_that_crashes_tintype_is_not_opened_a_third_time_by_itself(launch, pair, allowed, terminal, home):
    first, good = pair
    app = launch()
    Viewfinder(app).wait_until_live()
    wait_for(lambda: allowed.settings().get("last-camera"), "it is the camera to use next")
    assert app.close() == 0
    first.fault("crash")
    _crash(launch)
    _crash(launch)
    opens = first.opens
    app = launch()
    app.find("The camera was not opened")
    app.find(prefix="Tintype crashed the last times that it opened First Camera", role="label")
    app.button("Try Again")
    # Nor does a command that nobody told to.
    answer = terminal.tintype(f"--shoot={home.folder}/mine.jpg")
    assert answer.status == 0 and "First Camera does not work. This is Good Camera." in answer.errors, answer
    assert first.opens == opens
    first.fault("off")
    app.press("Use Good Camera")
    wait_for(lambda: good.is_streaming, "the other camera is used")
    Viewfinder(app).wait_until_live()
    assert app.close() == 0
    app = launch("--camera=/dev/video0")
    Viewfinder(app).wait_until_live()
    wait_for(lambda: not list((home.folder / ".local/state/tintype/openings").iterdir()), "it is trusted again")


def test_a_camera_that_nobody_chose_and_that_crashes_tintype_is_left_for_the_next(launch, pair, allowed):
    first, good = pair
    first.fault("crash")
    _crash(launch)
    _crash(launch)
    app = launch()
    wait_for(lambda: good.is_streaming, "the next one is used")
    app.find("First Camera does not work. This is Good Camera.")


@pytest.mark.parametrize("fault", ["epipe-streamon", "eio-streamon", "busy", "stall"])
def test_a_dead_camera_before_a_good_one_is_skipped(launch, terminal, pair, allowed, home, fault):
    first, good = pair
    first.fault(fault)
    for word in (f"--shoot={home.folder}/mine.jpg", f"--record={home.folder}/mine.mp4"):
        answer = terminal.tintype(word, *["--seconds=1", "--no-sound"] * word.startswith("--record"))
        assert answer.status == 0, answer
        assert answer.errors == "tintype: First Camera does not work. This is Good Camera.\n"
    # The person's own choice is not left; the other is offered.
    asked = terminal.tintype("--shoot", "--camera=First Camera")
    assert asked.status == 1 and "there are other cameras: Good Camera." in asked.errors
    app = launch()
    wait_for(lambda: good.is_streaming, "the good one is used")
    app.find("First Camera does not work. This is Good Camera.")
    Viewfinder(app).wait_until_live()
    app.kill()
    app = launch("--camera=First Camera")
    app.button("Use Good Camera")
    stays(lambda: not good.is_streaming, "a camera that was chosen is kept", 2)


def test_the_first_picture_does_not_wait_for_the_list_of_all_modes(launch, cameras, allowed, terminal, home):
    sizes = [f"{160 + 16 * number}x{96 + 8 * number}" for number in range(20)] + ["640x480"]
    modes = [f"{format}:{size}@60,50,40,30,25,20,15" for format in ("MJPG", "YUYV", "NV12") for size in sizes]
    camera = cameras.make(modes=modes)
    camera.fault("slow-list", 10)
    begin = time.monotonic()
    assert terminal.tintype("--list-cameras", "-v").output.count("format:") == len(modes)
    whole = time.monotonic() - begin
    assert whole > 63 * 8 * 0.01
    begin = time.monotonic()
    app = launch()
    wait_for(lambda: camera.is_streaming, "the camera streams")
    app.person.wait_for_focus()
    app.person.key("ctrl+comma")
    app.find("Preferences", preferences.ROLES)
    assert time.monotonic() - begin < whole
    # The choice comes into the open window as soon as it is known.
    app.find("Pictures", "combo box")
    assert time.monotonic() - begin > whole / 2, "it was read before the first picture"
    assert app.close() == 0
    begin = time.monotonic()
    assert terminal.tintype(f"--shoot={home.folder}/mine.jpg").status == 0
    assert time.monotonic() - begin < whole


def test_a_recording_goes_on_where_its_camera_dies_again_and_again(terminal, cameras, allowed, home):
    camera = cameras.make(modes=["MJPG:640x480@30"])
    camera.fault("eproto-after", 100)
    video = home.folder / "mine.mp4"
    answer = terminal.tintype(f"--record={video}", "--seconds=10", "--no-sound")
    assert answer.status == 0 and not answer.errors and answer.output == f"{video}\n", answer
    times = videos.times(video)
    assert 9.5 < times[-1] - times[0] < 10.5
    assert max(after - before for before, after in zip(times, times[1:])) < 1
    # One that dies of each frame is given up, in words.
    camera.fault("eproto-after", 0)
    answer = terminal.tintype(f"--record={home.folder}/none.mp4", "--seconds=10", "--no-sound")
    assert answer.status == 1 and "reported an error" in answer.errors


def test_a_photo_is_taken_where_the_camera_dies_once(terminal, camera, allowed, home, scratch):
    camera.fault("eio-dqbuf", "--for", 1)
    answer = terminal.tintype(f"--shoot={home.folder}/mine.jpg")
    assert answer.status == 0 and not answer.errors
    assert Photo(home.folder / "mine.jpg").code(scratch)


def test_what_libraries_print_is_not_in_the_output(terminal, camera, allowed, home):
    camera.fault("chatty")
    assert terminal.tintype(f"--shoot={home.folder}/mine.jpg").output == f"{home.folder}/mine.jpg\n"
    assert "mplane" not in terminal.tintype("--list-cameras").output
