# SPDX-License-Identifier: GPL-3.0-or-later
"""The picture with bad cameras: it goes on, or words say why not. Never a crash, never a busy loop."""

import time

import pytest

from harness import processes
from harness.photos import Photo
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

#: Frames for which a fault lasts that leaves nothing to show; less than what counts as a stalled stream.
SPELL = 20


def test_odd_frames_are_survived_and_shown(app, camera):
    """Those that no row of the fault matrix has."""
    viewfinder = Viewfinder(app)
    for fault in (["empty-first"], ["restart-junk"], ["double-soi"], ["junk", 64], ["slow", 5], ["dark"]):
        camera.fault(*fault)
        camera.wait_for_frames(3)
        if fault != ["dark"]:
            viewfinder.wait_until_live()
            viewfinder.wait_until_live()
        camera.fault("off")
        viewfinder.wait_until_live()
    camera.fault("corrupt", "--for", SPELL)
    camera.wait_for_fault_to_end("corrupt")
    viewfinder.wait_until_live()
    app.button("Take Photo")


def test_photos_of_odd_frames_are_whole(app, camera, roll, scratch):
    for count, fault in enumerate((["double-soi"], ["junk", 64], ["empty-first"], ["restart-junk"]), 1):
        camera.fault(*fault)
        camera.wait_for_frames(5)
        app.press("Take Photo")
        assert Photo(roll.wait_for(count)[-1]).code(scratch)


def test_a_press_on_a_black_picture_waits_for_light(launch, camera, allowed, roll, scratch):
    """As of a built-in camera whose relay is black for the first seconds."""
    camera.fault("black", "--for", 90)
    app = launch()
    app.press("Take Photo")
    app.find("Waiting for light…")
    assert Photo(roll.wait_for(1)[0]).code(scratch)
    assert not app.shows("The photo is black.")


def test_a_press_that_waits_for_light_is_not_lost_with_the_program(launch, camera, allowed, roll):
    camera.fault("black")
    app = launch()
    app.press("Take Photo")
    app.find("Waiting for light…")
    shots = allowed.folder / ".local/state/tintype/shots"
    wait_for(lambda: list(shots.glob("*.shot")), "the press is safe")
    app.kill()
    assert roll.files() == []
    again = launch()
    again.find("Recovered 1 photo")
    roll.wait_for(1)


@pytest.mark.parametrize("fault, words, result", [
    ("black", "The picture is black", "black"), ("still", "The picture stands still", "still")])
def test_a_picture_that_shows_nothing_is_named(app, camera, roll, fault, words, result):
    camera.fault(fault)
    app.find(words, timeout=20)
    app.press("What Helps?")
    app.find(prefix={"black": "Its picture is black.", "still": "Its picture stands still."}[result])


def test_a_photo_of_a_picture_that_stays_black_is_taken_and_says_so(app, camera, roll):
    camera.fault("black")
    app.find("The picture is black", timeout=20)
    app.press("Take Photo")
    app.find("The photo is black.")
    assert len(roll.wait_for(1)) == 1


def test_a_truncated_frame_is_not_saved_while_there_is_a_whole_one(app, camera, roll, scratch):
    camera.fault("truncated", 30, "--for", 3)
    app.person.click(app.button("Take Photo"))
    pixels = Photo(roll.wait_for(1)[0]).pixels(scratch)
    # The missing part of a truncated frame is one flat grey to the bottom.
    assert pixels[-40:].std() > 5


def test_a_corrupt_frame_that_nothing_flags_is_not_saved_while_there_are_whole_ones(app, camera, roll, scratch):
    camera.fault("corrupt", "--for", 3)
    app.person.click(app.button("Take Photo"))
    photo = Photo(roll.wait_for(1)[0])
    number = photo.code(scratch).number
    # The same frame decodes as the camera drew it: the next one differs from it by noise and a moving part only.
    app.person.click(app.button("Take Photo"))
    other = Photo(roll.wait_for(2)[1])
    assert other.code(scratch).number > number
    difference = abs(photo.pixels(scratch).astype(int) - other.pixels(scratch).astype(int)).mean()
    assert difference < 12


@pytest.mark.parametrize("fault", ["truncated", "ends-early"])
def test_a_photo_of_damaged_pictures_says_so(app, camera, roll, fault):
    camera.fault(fault, 50)
    camera.wait_for_frames(20)
    app.press("Take Photo")
    app.find("The camera sends damaged pictures. Part of the photo may be missing.")
    assert len(roll.wait_for(1)) == 1


# A program that is late takes several frames at once, and looks at the end of the newest only.
@pytest.mark.paced
def test_a_burst_leaves_pictures_out_that_end_early(app, camera, roll):
    camera.fault("ends-early", 50)
    camera.wait_for_frames(20)
    app.person.point_at(app.button("Take Photo"))
    app.person.button_down()
    camera.wait_for_frames(60)
    app.person.button_up()
    app.find("The camera sends damaged pictures. A burst leaves them out.")
    assert not roll.files()


@pytest.mark.main
def test_a_stalled_camera_is_restarted(app, camera):
    opens = camera.opens
    camera.fault("stall")
    wait_for(lambda: camera.opens > opens, "the camera is opened again")
    camera.fault("off")
    Viewfinder(app).wait_until_live()


def test_a_stalled_camera_that_recovers_is_used_without_a_click(app, camera):
    camera.fault("stall")
    app.find("The camera stopped sending pictures")
    app.find(prefix="Acme HD Webcam is connected but sends nothing.", role="label")
    camera.fault("off")
    Viewfinder(app).wait_until_live()


def test_a_camera_that_may_not_be_opened_is_explained_and_used_once_it_may(launch, camera, allowed):
    camera.fault("open-eacces")
    app = launch()
    app.find("This account may not use the camera")
    camera.fault("off")
    Viewfinder(app).wait_until_live()


@pytest.mark.alone
@pytest.mark.parametrize("fault", ["eio-dqbuf", "zero", "stall"])
def test_a_fault_that_stays_makes_no_busy_loop(app, camera, fault):
    camera.fault(fault)
    app.button("Try Again")
    start, ticks = time.monotonic(), processes.cpu_ticks(app.pid)
    wait_for(lambda: time.monotonic() > start + 2, "two seconds")
    used = (processes.cpu_ticks(app.pid) - ticks) / processes.TICKS_PER_SECOND
    assert used / (time.monotonic() - start) < 0.5
    assert app.is_running
