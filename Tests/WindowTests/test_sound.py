# SPDX-License-Identifier: GPL-3.0-or-later
"""The sound of videos: asked for once, never opened before a yes, of the microphone that was chosen."""

import os
import re
import signal

import pytest

from harness import videos
from harness.sound import SoundServer, heard
from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for

QUESTION = "Record sound with your videos?"


@pytest.fixture
def server(desktop):
    server = SoundServer(desktop)
    server.plug_in("Desk", 440)
    server.choose("Desk")
    yield server
    server.close()


@pytest.fixture
def connections(folder):
    """(the command that records every connection that the program makes, those to the sound server so far)."""
    record = folder / "strace"

    def made(server):
        return [line for line in record.read_text(errors="replace").splitlines()
                if re.search(rf'connect\(.*"{re.escape(str(server.socket))}"', line)]
    return ["strace", "-f", "-qq", "-s", "256", "-e", "trace=connect", "-e", "signal=none", "-o", str(record)], made


def _record(app, home, seconds=2):
    """Lets a running video go on for this long; returns its microphone's tone and loudness."""
    videos.record_for(app, seconds)
    app.press("Stop Recording")
    video = videos.finished(app, home)
    assert float(videos.probe(video, "-show_format")["format"]["duration"]) >= seconds
    sound = heard(video)
    video.unlink()
    return sound


@pytest.mark.main
def test_a_denied_microphone_stays_closed(server, connections, launch, home):
    under, made = connections
    app = launch("--camera=test", under=under)
    Viewfinder(app).wait_until_moving()
    app.person.click(app.find("Video"))
    app.press("Record Video")
    app.find(QUESTION)
    stays(lambda: not made(server), "the sound server is left alone while the question is open", 0.5)
    app.press("Don't Allow")
    app.find("The microphone is not allowed: the video is without sound.")
    assert _record(app, home) is None
    app.press("Record Video")
    assert _record(app, home) is None
    assert not app.shows(QUESTION) and not made(server)
    assert home.settings()["microphone-access"] == "'no'"


def test_an_allowed_microphone_is_recorded(server, connections, launch, home):
    under, made = connections
    app = launch("--camera=test", under=under)
    Viewfinder(app).wait_until_moving()
    app.person.wait_for_focus()
    app.person.key("r")
    app.find(QUESTION)
    assert not made(server)
    app.press("Allow")
    hertz, loudest = _record(app, home)
    assert made(server) and abs(hertz - 440) < 20 and 4000 < loudest < 16000
    # From now on the level is shown before anything is recorded.
    app.find("Microphone Level")
    app.press("Record Video")
    assert _record(app, home) and not app.shows(QUESTION)


def _in_the_popover(app, name, *keys, until=lambda: True):
    """Presses keys on one of the controls behind “Sound”, until that is so."""
    app.press("Sound")
    app.find("Lapel")
    app.person.tab_to(name)
    app.person.key(*keys)
    wait_for(until, f"{keys} have done what they do")
    app.person.key("Escape")
    app.wait_until_gone("Lapel")


def test_another_microphone_its_gain_and_silence_are_chosen(server, launch, home):
    server.plug_in("Lapel", 1000)
    home.store(microphone_access="yes")
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.person.click(app.find("Video"))
    app.find("Microphone Level")
    _in_the_popover(app, "Automatic", "Down", "Down", "Down")
    assert home.settings()["microphone"] == "'Lapel'"
    app.press("Record Video")
    hertz, loudest = _record(app, home)
    assert abs(hertz - 1000) < 50
    _in_the_popover(app, "Gain", *["Left"] * 12)
    app.press("Record Video")
    hertz, quieter = _record(app, home)
    assert abs(hertz - 1000) < 50 and abs(quieter / loudest - 0.25) < 0.05, (hertz, quieter, loudest)
    _in_the_popover(app, "Mute", "space", until=lambda: "checked" in app.find("Mute", "switch").states)
    app.press("Record Video")
    assert _record(app, home)[1] < 10


def test_another_microphone_in_the_place_of_the_chosen_one_is_named_as_it_is(server, launch, home):
    server.plug_in("R&D_<2>", 1000)
    server.choose("R&D_<2>")
    home.store(microphone_access="yes", microphone="Lapel")
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.person.wait_for_focus()
    app.person.key("r")
    app.find("The chosen microphone is not there. R&D_<2> is used.")
    assert abs(_record(app, home)[0] - 1000) < 50


def test_a_sound_server_that_dies_leaves_the_pictures(server, launch, home):
    home.store(microphone_access="yes")
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.person.wait_for_focus()
    app.person.key("r")
    videos.record_for(app, 1)
    server.kill()
    app.find("Desk is gone: the video goes on without sound.")
    videos.record_for(app, 4)
    app.press("Stop Recording")
    video = videos.finished(app, home)
    lengths = {kind: float(stream["duration"]) for kind, stream in videos.streams(video).items()}
    # The recorded sound is there, and silence after it.
    assert abs(heard(video)[0] - 440) < 20
    assert lengths["video"] >= 4 and abs(lengths["audio"] - lengths["video"]) < 0.3, lengths


def test_a_microphone_that_is_pulled_out_costs_no_picture_and_is_taken_up_again(server, allowed, cameras, launch, home):
    home.store(microphone_access="yes", video_format="original")
    cameras.make(modes=["MJPG:1280x720@30"])
    app = launch()
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    app.person.key("r")
    videos.record_for(app, 2)
    server.pull_out("Desk")
    app.find("Desk is gone: the video goes on without sound.")
    videos.record_for(app, 7)
    server.plug_in("Desk", 1000)
    app.find("Sound is recorded again, from Desk.")
    videos.record_for(app, 12)
    app.press("Stop Recording")
    video = videos.finished(app, home)
    assert not app.shows(prefix="The computer was too slow")
    times = videos.times(video)
    assert max(later - earlier for earlier, later in zip(times, times[1:])) < 0.5
    assert abs(heard(video)[0] - 1000) < 50


@pytest.mark.parametrize("way", ["Escape", "close"])
def test_a_question_that_is_left_open_records_nothing(server, launch, home, way):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.person.wait_for_focus()
    app.person.key("r")
    app.find(QUESTION)
    app.person.wait_for_dialog()
    if way == "Escape":
        app.person.answer(QUESTION, "Escape")
        app.button("Record Video")
        assert not app.shows(prefix="The microphone is not allowed")
    else:
        os.kill(app.pid, signal.SIGTERM)
        assert app.wait_for_end() is not None
    assert not videos.all_in(home) and not videos.journal(home)
