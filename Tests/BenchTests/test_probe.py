# SPDX-License-Identifier: GPL-3.0-or-later
"""The eye, on a program whose delay, losses, size and direction are known because they were put in."""

import pytest

from ScreenBench.programs import Mode, Program
from ScreenBench.running import Run
from ScreenBench.timeline import median

MODE = Mode("YUYV", 640, 480, 10)
#: Milliseconds that a busy machine may add or take away.
SLACK = 45


def pipeline(*elements, before=()):
    """A program that shows the camera through more elements of GStreamer; `before`: words in front of its command."""
    middle = [word for element in elements for word in (*element.split(), "!")]
    command = [*before, "gst-launch-1.0", "-q", "v4l2src", "device=/dev/video0", "!", *middle, "videoconvert", "!",
               "ximagesink", "sync=false"]
    return Program("pipeline", "floor", "gst-launch-1.0", lambda mode: command)


def measured(stage, program, seconds=4):
    """(the spot, what was measured)."""
    with Run(stage, program, MODE) as run:
        assert run.locate(timeout=20), "no code on the screen"
        return run.spot, run.measure(seconds)


def test_an_injected_delay_is_seen(stage):
    _, plain = measured(stage, pipeline())
    _, late = measured(stage, pipeline("identity sleep-time=60000"))
    added = late["latency_ms"]["p50"] - plain["latency_ms"]["p50"]
    assert 60 - SLACK / 3 < added < 60 + SLACK, f"{plain['latency_ms']}, {late['latency_ms']}"


def test_all_frames_are_seen_and_losses_are(stage):
    _, plain = measured(stage, pipeline())
    assert plain["shown_fps"] == pytest.approx(10, abs=1.2)
    assert plain["dropped"] <= 2
    _, few = measured(stage, pipeline("videorate drop-only=true max-rate=5"))
    assert few["shown_fps"] == pytest.approx(5, abs=1)
    assert few["dropped"] >= 12, few
    assert few["longest_gap_ms"] >= 150


def test_a_mirrored_and_scaled_picture_is_read(stage):
    spot, found = measured(stage, pipeline("videoflip video-direction=horiz", "videoscale", "video/x-raw,width=400"))
    assert spot.mirrored
    assert spot.width < 400
    assert found["shown_fps"] == pytest.approx(10, abs=1.2)


def test_the_start_is_measured_from_the_beginning(stage):
    plain, late = pipeline(), pipeline(before=["sh", "-c", "sleep 0.7; exec \"$@\"", "sh"])
    spot, _ = measured(stage, plain, seconds=0.5)
    taken = {}
    for name, program in (("plain", plain), ("late", late)):
        times = []
        for _ in range(3):
            with Run(stage, program, MODE) as run:
                times.append(run.first_frame_ms(spot))
        taken[name] = median(times)
    # A frame takes 100 ms, so one start may be that much luckier than another.
    assert 700 - 100 - SLACK < taken["late"] - taken["plain"] < 700 + 100 + 5 * SLACK, taken


def test_nothing_is_found_where_no_program_shows_anything(stage):
    nothing = Program("nothing", "peer", "sleep", lambda mode: ["sleep", "20"])
    with Run(stage, nothing, MODE) as run:
        assert not run.locate(timeout=1)


def test_what_another_program_left_on_the_screen_is_not_taken_for_this_one(stage):
    nothing = Program("nothing", "peer", "sleep", lambda mode: ["sleep", "20"])
    with Run(stage, pipeline(), MODE) as before:
        assert before.locate(timeout=20)
        stage.camera.fault("stall")
        try:
            with Run(stage, nothing, MODE) as run:
                assert not run.locate(timeout=1)
        finally:
            stage.camera.fault("off")
