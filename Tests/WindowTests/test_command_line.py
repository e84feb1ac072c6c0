# SPDX-License-Identifier: GPL-3.0-or-later
"""Tintype without a window."""

import os
import re
import socket
import stat
import subprocess
import time
import types
from pathlib import Path

import numpy
import pytest

from harness import videos
from harness.command import Terminal
from harness.photos import Photo
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for


@pytest.fixture
def terminal(home, cameras):
    return Terminal(home, cameras)


@pytest.fixture
def camera(cameras):
    return cameras.make(name="Acme HD Webcam", serial="A1B2", modes=["MJPG:1280x720@30", "YUYV:640x480@30,15"])


@pytest.mark.main
def test_help_names_every_option(terminal):
    answer = terminal.tintype("--help")
    assert answer.status == 0
    for option in ("--camera", "--list-cameras", "--shoot", "--allow-camera", "--version", "--help"):
        assert option in answer.output


def _options(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text))


def test_manual_and_completions_know_the_same_options(terminal):
    data = Path(__file__).resolve().parents[2] / "data"
    known = _options(terminal.tintype("--help").output)
    assert len(known) == 20
    assert _options((data / "tintype.1").read_text().replace("\\-", "-")) == known
    for shell in ("tintype.bash", "_tintype"):
        assert _options((data / "completions" / shell).read_text()) - {"--filter", "--regex"} == known, shell
    fish = (data / "completions/tintype.fish").read_text()
    assert {"--" + name for name in re.findall(r"-l (\S+)", fish)} == known


def test_without_a_display_there_is_one_clear_sentence(terminal):
    answer = terminal.tintype("--camera=test")
    assert answer.status == 1 and not answer.output
    assert answer.errors == ("tintype: there is no display for a window. "
                             "tintype --shoot takes a photo without one.\n")


def test_version(terminal):
    answer = terminal.tintype("--version")
    assert answer.status == 0
    assert answer.output.startswith("tintype ") and any(c.isdigit() for c in answer.output)


@pytest.mark.parametrize("arguments", [["--no-such-option"], ["--shoot="], ["--camera"], ["file.jpg"],
                                       ["--help", "--version"], ["--focus=0.5,0.5"], ["--focus=2,0", "--shoot"]])
def test_unknown_arguments_are_refused(terminal, arguments):
    answer = terminal.tintype(*arguments)
    assert answer.status == 2
    assert arguments[0].partition("=")[0] in answer.errors and not answer.output


# What every process has, and this one has not.

COMMANDS = [["--help"], ["--version"], ["--list-cameras"], ["--list-cameras", "--verbose"], ["--permissions"], ["--doctor"],
            ["--doctor", "--json"], ["--shoot", "--camera=test"], ["--shoot=a.jpg", "--camera=test"], ["--allow-camera"],
            ["--reset-permissions"]]
#: Those with a window, or with encoders and decoders of videos.
LARGE_COMMANDS = [["--camera=test"], ["--record=a.mp4", "--camera=test", "--seconds=0.5"], ["--compress-videos"]]
#: The virtual camera has descriptors of its own.
NO_CAMERAS = types.SimpleNamespace(env={})


@pytest.mark.parametrize("limit", [8, 12, 20, 40])
def test_with_few_descriptors_there_are_words(home, desktop, limit):
    name = "DBUS_SESSION_BUS_ADDRESS"
    environment = home.environment() | {name: desktop.env[name]}
    terminal = Terminal(home, NO_CAMERAS, environment, under=["prlimit", f"--nofile={limit}"])
    for arguments in COMMANDS + LARGE_COMMANDS:
        answer = terminal.tintype(*arguments)
        (home.folder / "a.jpg").unlink(missing_ok=True)
        assert answer.status in (0, 1), (arguments, answer)
        assert answer.output or answer.errors or arguments == ["--compress-videos"], (arguments, answer)
        is_refused = limit < 20 or limit < 40 and arguments in LARGE_COMMANDS
        assert ("too few files may be open here" in answer.errors) == is_refused, (arguments, answer)
        assert "disk reported" not in answer.errors, (arguments, answer)


def test_a_low_limit_that_may_be_raised_is_raised(home):
    terminal = Terminal(home, NO_CAMERAS, under=["prlimit", "--nofile=12:1024"])
    for arguments in COMMANDS:
        assert "too few files" not in terminal.tintype(*arguments).errors, arguments


def test_without_proc_there_are_words(home):
    under = ["unshare", "--map-root-user", "--mount", "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh"]
    if subprocess.run([*under, "true"], check=False, capture_output=True).returncode != 0:
        pytest.skip("this user may not mount anything")
    terminal = Terminal(home, NO_CAMERAS, under=under)
    for arguments in COMMANDS + LARGE_COMMANDS:
        answer = terminal.tintype(*arguments)
        if arguments in (["--help"], ["--version"]):
            assert answer.status == 0 and answer.output, (arguments, answer)
        else:
            assert answer.status == 1 and "/proc is not there" in answer.errors, (arguments, answer)
    assert terminal.tintype("--no-such-option").status == 2


# Answers that don't arrive.

@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["--permissions"], ["--list-cameras"], ["--doctor"]])
def test_a_closed_stdout_is_a_failure(terminal, camera, arguments):
    with open("/dev/full", "wb") as full:
        answer = terminal.tintype(*arguments, stdout=full)
    assert answer.status != 0
    assert "the answer can’t be written: No space left on device" in answer.errors


@pytest.mark.parametrize("streams", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_standard_streams_are_filled(launch, streams, folder):
    target = folder / "photo.jpg"
    app = launch("--camera=test", f"--shoot={target}", under=["sh", "-c", f'exec "$@" {streams}', "sh"])
    status = app.wait_for_end()
    # Nothing can say where the photo is.
    assert (status == 0) == (">&-" not in streams.split())
    assert Photo(target).kind() == "jpeg"


def test_a_closed_pipe_ends_quietly(terminal):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        answer = terminal.tintype("--help", stdout=closed)
    assert answer.status != 0 and not answer.errors


@pytest.fixture
def silent_bus(folder):
    """A bus that accepts every connection and says nothing."""
    path = folder / "silent-bus"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen(16)
        yield f"unix:path={path}"


@pytest.mark.parametrize("arguments", [["--permissions"], ["--list-cameras"], ["--shoot", "--camera=test"], ["--doctor"]])
def test_a_bus_that_says_nothing_is_not_waited_for(terminal, camera, allowed, silent_bus, arguments):
    began = time.monotonic()
    answer = terminal.tintype(*arguments, DBUS_SESSION_BUS_ADDRESS=silent_bus)
    # There may be an unreadable no on record: then nothing is saved, with a message.
    assert "does not say" in answer.errors if "--shoot" in arguments else answer.output
    # The doctor asks several times, and looks at a camera.
    assert time.monotonic() - began < (15 if "--doctor" in arguments else 5)


# Listing cameras.

def test_listing_opens_nothing_before_consent(terminal, camera):
    answer = terminal.tintype("--list-cameras")
    assert answer.status == 0
    assert "Acme HD Webcam" in answer.output and "/dev/video0" in answer.output
    assert "046d" in answer.output and "A1B2" in answer.output, "no stable id"
    assert "1280x720" not in answer.output
    assert camera.opens == 0


def test_listing_tells_formats_after_consent(terminal, camera, allowed):
    answer = terminal.tintype("--list-cameras")
    assert answer.status == 0
    assert "1280x720" in answer.output and "640x480" in answer.output
    assert camera.opens > 0 and camera.handles == 0


def test_the_list_says_how_each_camera_focuses(terminal, cameras, allowed):
    cameras.make("/dev/video0", name="With a Motor")
    cameras.make("/dev/video1", name="Without One", without="focus_absolute,focus_automatic_continuous", port="1-2")
    answer = terminal.tintype("--list-cameras", "-v")
    assert answer.status == 0
    motor, fixed = answer.output.split("Without One")
    assert "focus: contrast search over 0…250, step " in motor and "focus: fixed" in fixed
    for each in (motor, fixed):
        assert "exposure: spot metering by exposure time and gain" in each


def test_listing_without_a_camera(terminal):
    answer = terminal.tintype("--list-cameras")
    assert answer.status == 0 and "No camera found." in answer.output


def test_the_id_is_the_same_in_another_place(terminal, camera):
    first = _ids(terminal)
    camera.unplug()
    camera.replug(node="/dev/video5")
    assert _ids(terminal) == first


def test_identical_cameras_have_different_ids(terminal, cameras):
    cameras.make("/dev/video0", name="Twin", port="1-1")
    cameras.make("/dev/video1", name="Twin", port="1-2")
    assert len(set(_ids(terminal))) == 2


def _ids(terminal):
    lines = terminal.tintype("--list-cameras").output.splitlines()
    return [line.partition("id:")[2].strip() for line in lines if "id:" in line]


# Taking a photo.

@pytest.mark.main
def test_shooting_the_test_scene_needs_no_consent(terminal, roll, scratch):
    answer = terminal.tintype("--camera=test", "--shoot")
    assert answer.status == 0, answer.errors
    assert answer.output == f"{roll.photos()[0]}\n"
    assert Photo(roll.photos()[0]).pixels(scratch).std() > 10
    assert "Tintype" in Photo(roll.photos()[0]).metadata()["Software"]


def test_shooting_a_camera_without_consent_is_refused(terminal, camera, roll):
    answer = terminal.tintype("--shoot")
    assert answer.status != 0 and answer.errors and not answer.output
    assert camera.opens == 0 and not roll.files()


@pytest.mark.parametrize("fault", ["truncated", "ends-early"])
def test_shooting_waits_for_a_whole_picture(terminal, camera, allowed, roll, scratch, fault):
    camera.fault(fault, 50, "--for", 20)
    answer = terminal.tintype("--shoot")
    assert answer.status == 0 and not answer.errors
    assert Photo(roll.photos()[0]).code(scratch)


@pytest.mark.parametrize("fault", ["truncated", "ends-early"])
def test_shooting_says_when_only_damaged_pictures_come(terminal, camera, allowed, roll, fault):
    camera.fault(fault, 50)
    answer = terminal.tintype("--shoot")
    assert answer.status == 0
    assert "Acme HD Webcam sends damaged pictures. Part of the photo may be missing." in answer.errors
    assert answer.output == f"{roll.photos()[0]}\n"


def test_shooting_waits_for_light(terminal, camera, allowed, roll, scratch):
    camera.fault("black", "--for", 75)
    answer = terminal.tintype("--shoot")
    assert answer.status == 0 and not answer.errors
    assert Photo(roll.wait_for(1)[0]).code(scratch)


def test_shooting_a_black_picture_says_so(terminal, camera, allowed, roll):
    camera.fault("black")
    answer = terminal.tintype("--shoot")
    assert answer.status == 0 and "is black" in answer.errors
    assert len(roll.wait_for(1)) == 1


@pytest.mark.parametrize("fault", ["empty-first", "restart-junk", "no-dht", "double-soi"])
def test_what_leaves_as_jpeg_is_read_by_strict_programs(terminal, camera, allowed, home, fault):
    camera.fault(fault)
    for option, name in ((["--shoot"], "mine.jpg"), (["--record", "--seconds=1", "--no-sound"], "mine.mkv")):
        answer = terminal.tintype(f"{option[0]}={home.folder}/{name}", *option[1:])
        assert answer.status == 0 and not answer.errors, answer.errors
        command = ["ffmpeg", "-v", "error", "-xerror", "-i", f"{home.folder}/{name}", "-f", "null", "-"]
        read = subprocess.run(command, capture_output=True, text=True)
        assert read.returncode == 0 and not read.stderr, read.stderr


def test_allow_camera_shoots_and_is_remembered(terminal, camera, roll, scratch):
    assert terminal.tintype("--shoot", "--allow-camera").status == 0
    assert terminal.tintype("--shoot").status == 0
    assert [Photo(path).pixels(scratch).shape for path in roll.photos()] == [(720, 1280, 3)] * 2
    assert camera.handles == 0


def test_a_denial_is_taken_back_at_a_terminal_only(terminal, camera, home, roll):
    home.store(camera_access="no")
    for arguments in (["--allow-camera"], ["--allow-camera", "--shoot"], ["--allow-camera", "--permissions"],
                      ["--reset-permissions"]):
        answer = terminal.tintype(*arguments)
        assert answer.status == 1 and "Only a person can change that" in answer.errors, answer
        assert home.settings()["camera-access"] == "'no'"
    assert camera.opens == 0 and not roll.files()
    assert terminal.typed("--allow-camera").status == 0
    assert home.settings()["camera-access"] == "'yes'"


def test_a_librarys_denial_is_taken_back_at_a_terminal_only(terminal, camera, home, roll):
    home.store(camera_access="yes", library_access="no")
    answer = terminal.tintype("--reset-permissions")
    assert answer.status == 1 and "Only a person can change that" in answer.errors, answer
    assert (home.settings()["camera-access"], home.settings()["library-access"]) == ("'yes'", "'no'")
    assert terminal.tintype("--shoot").status == 1
    assert camera.opens == 0 and not roll.files()
    assert terminal.typed("--reset-permissions").status == 0
    assert (home.settings()["camera-access"], home.settings()["library-access"]) == ("'ask'", "'ask'")


def test_denying_needs_no_terminal(terminal, camera, allowed):
    assert terminal.tintype("--deny-camera").status == 0
    assert "camera: denied" in terminal.tintype("--permissions").output


def test_the_microphone_is_allowed_and_denied_apart_from_the_camera(terminal, home):
    assert "microphone: not-determined" in terminal.tintype("--permissions").output
    allowed = terminal.tintype("--allow-microphone")
    assert allowed.status == 0 and allowed.output == "Tintype may use the microphone.\n"
    listed = terminal.tintype("--permissions").output
    assert "microphone: authorized" in listed and "camera: not-determined" in listed
    listed = terminal.tintype("--deny-microphone", "--allow-camera", "--permissions").output
    assert "microphone: denied" in listed and "camera: authorized" in listed
    assert home.settings()["microphone-access"] == "'no'"


def test_screenshots_are_allowed_and_denied_apart_from_saving(terminal, home):
    assert "screenshots: not-determined" in terminal.tintype("--permissions").output
    allowed = terminal.tintype("--allow-screenshots")
    assert allowed.status == 0 and allowed.output == "Tintype may look at your latest screenshot.\n"
    assert "screenshots: authorized" in terminal.tintype("--permissions").output
    assert terminal.tintype("--deny-screenshots").status == 0
    assert "screenshots: denied" in terminal.tintype("--permissions").output
    # Only a person takes a no back.
    for argument in ("--allow-screenshots", "--reset-permissions"):
        assert terminal.tintype(argument).status == 1
    assert terminal.typed("--reset-permissions").status == 0
    assert "screenshots: not-determined" in terminal.tintype("--permissions").output


def test_a_microphones_denial_is_taken_back_at_a_terminal_only(terminal, home):
    home.store(microphone_access="no")
    for arguments in (["--allow-microphone"], ["--allow-microphone", "--permissions"], ["--reset-permissions"]):
        answer = terminal.tintype(*arguments)
        assert answer.status == 1 and "Only a person can change that" in answer.errors, answer
        assert home.settings()["microphone-access"] == "'no'"
    assert terminal.typed("--reset-permissions").status == 0
    assert home.settings()["microphone-access"] == "'ask'"
    assert terminal.typed("--allow-microphone").status == 0
    assert home.settings()["microphone-access"] == "'yes'"


def test_why_the_camera_is_not_allowed_is_said(terminal, camera, home):
    assert "not allowed yet. Add --allow-camera" in terminal.tintype("--shoot").errors
    home.store(camera_access="no")
    denied = terminal.tintype("--shoot")
    assert denied.status == 1 and "Preferences" in denied.errors and "yet" not in denied.errors
    home.store(camera_access="yes")
    home.store_text("disable-camera", "true", "org/gnome/desktop/privacy")
    off = terminal.tintype("--shoot")
    assert off.status == 1 and "turned off for this whole computer" in off.errors
    assert camera.opens == 0


@pytest.mark.main
def test_shooting_into_a_file(terminal, camera, allowed, home, roll, scratch):
    answer = terminal.tintype(f"--shoot={home.folder}/mine.jpg")
    assert answer.status == 0, answer.errors
    photo = Photo(home.folder / "mine.jpg")
    assert answer.output == f"{photo.path}\n"
    assert photo.kind() == "jpeg" and photo.code(scratch)
    assert not roll.files() and not answer.errors


@pytest.mark.parametrize("x", [0.25, 0.75])
def test_shooting_what_is_focused_first(terminal, cameras, allowed, home, scratch, x):
    camera = cameras.make(modes=["YUYV:640x480@30"])
    answer = terminal.tintype(f"--shoot={home.folder}/mine.jpg", f"--focus={x},0.5")
    assert answer.status == 0 and not answer.errors
    # Beside the frame's code, which is always sharp.
    grey = Photo(home.folder / "mine.jpg").pixels(scratch)[180:300].mean(axis=2)
    halves = [numpy.abs(numpy.diff(half, axis=1)).mean() for half in numpy.array_split(grey, 2, axis=1)]
    assert (halves[0] > halves[1]) == (x < 0.5), halves
    assert camera.status()["controls"]["focus_automatic_continuous"] == 1, "the camera does not get its focus back"


def test_a_focus_that_gets_no_whole_picture_is_given_up(terminal, camera, allowed, home):
    camera.fault("truncated", 95)
    answer = terminal.tintype(f"--shoot={home.folder}/mine.jpg", "--focus=0.5,0.5")
    assert answer.status == 0 and "couldn’t focus there" in answer.errors


def test_a_camera_without_a_format_is_left_for_the_next_one_as_in_the_window(terminal, cameras, allowed, home):
    cameras.make(name="Depth", port="1-1", **{"device-caps": "0x04a00000"})
    cameras.make("/dev/video2", name="Colour", port="1-2")
    for word in (f"--shoot={home.folder}/mine.jpg", f"--record={home.folder}/mine.mp4"):
        answer = terminal.tintype(word, *["--seconds=1", "--no-sound"] * word.startswith("--record"))
        assert answer.status == 0 and not answer.errors, answer
    asked = terminal.tintype("--shoot", "--camera=/dev/video0")
    assert asked.status == 1 and "Depth has no format" in asked.errors


@pytest.mark.parametrize("others, width", [
    ((), 640), (("GREY:320x240@15",), 640), (("GREY:320x240@15", "YUYV:1280x720@30"), 1280)])
def test_a_camera_without_colours_is_left_for_one_that_has_them(terminal, cameras, allowed, home, scratch, others, width):
    for number, mode in enumerate(("GREY:640x360@15", *others)):
        cameras.make(f"/dev/video{number}", modes=[mode], port=f"1-{number + 1}")
    answer = terminal.tintype(f"--shoot={home.folder}/mine.jpg")
    assert answer.status == 0, answer.errors
    assert Photo(home.folder / "mine.jpg").pixels(scratch).shape[1] == width


def test_a_recording_of_damaged_pictures_has_its_length(terminal, camera, allowed, home):
    camera.fault("truncated", 95)
    answer = terminal.tintype(f"--record={home.folder}/mine.mp4", "--seconds=2", "--no-sound")
    assert answer.output == f"{home.folder}/mine.mp4\n", answer


def test_a_recording_that_is_cut_off_is_kept_and_fails(terminal, camera, allowed, home):
    video = home.folder / "mine.mp4"
    command = terminal.start(f"--record={video}", "--seconds=60", "--no-sound")
    # Its exposure settles first, for at most two seconds.
    camera.wait_for_frames(90)
    camera.unplug()
    assert command.wait(60) == 1
    assert videos.streams(video)["video"]


def test_a_fixed_focus_is_reported(terminal, cameras, allowed, home):
    cameras.make(modes=["YUYV:640x480@30"], without="focus_absolute,focus_automatic_continuous")
    answer = terminal.tintype(f"--shoot={home.folder}/mine.jpg", "--focus=0.5,0.5")
    assert answer.status == 0 and "fixed focus" in answer.errors


def test_shooting_into_a_file_here(terminal, home):
    answer = terminal.tintype("--camera=test", "--shoot=here.heic")
    assert answer.status == 0, answer.errors
    assert Photo(home.folder / "here.heic").kind() == "heic"


def test_where_heic_can_not_be_made_no_file_is_named_so(terminal, home, folder):
    # In place of libheif, which is loaded when it is needed, there is something that can't be.
    (folder / "libheif.so.1").write_text("")
    places = [str(folder), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
    answer = terminal.tintype("--camera=test", f"--shoot={home.folder}/doc.heic", LD_LIBRARY_PATH=":".join(places))
    assert answer.status == 0 and answer.output == f"{home.folder}/doc.jpg\n"
    assert "the photo is a JPEG" in answer.errors
    assert Photo(home.folder / "doc.jpg").kind() == "jpeg" and not (home.folder / "doc.heic").exists()


@pytest.mark.parametrize("word", ["/dev/video1", "video1", "Right Camera"])
def test_the_camera_can_be_named(terminal, cameras, allowed, roll, scratch, word):
    left = cameras.make("/dev/video0", name="Left Camera")
    cameras.make("/dev/video1", name="Right Camera", modes=["MJPG:640x480@30"])
    assert terminal.tintype("--shoot", f"--camera={word}").status == 0
    assert Photo(roll.photos()[0]).pixels(scratch).shape == (480, 640, 3)
    assert left.opens == 0


@pytest.mark.parametrize("trouble", ["busy", "eio-streamon", "stall", "open-eacces"])
def test_a_failing_camera_is_explained(terminal, camera, allowed, roll, trouble):
    camera.fault(trouble)
    answer = terminal.tintype("--shoot")
    assert answer.status == 1 and answer.errors.startswith("tintype: ") and not answer.output
    assert "Acme HD Webcam" in answer.errors
    assert not roll.files() and camera.handles == 0


def test_a_missing_camera_is_explained(terminal, allowed, roll):
    answer = terminal.tintype("--shoot")
    assert answer.status == 1 and "there is no camera" in answer.errors
    assert terminal.tintype("--shoot", "--camera=/dev/video9").status == 1
    assert not roll.files()


def test_an_unwritable_folder_is_explained(terminal, home):
    home.pictures.rmdir()
    home.pictures.write_text("not a folder")
    answer = terminal.tintype("--camera=test", "--shoot")
    assert answer.status == 1 and "is not a folder" in answer.errors and not answer.output


# A file that is there already.

@pytest.mark.parametrize("library", ["yes", "no"])
def test_a_photo_that_was_interrupted_replaces_nothing_later(terminal, launch, home, roll, library):
    home.store(library_access=library)
    file = home.folder / "doc.heic"
    process = terminal.start("--camera=test", f"--shoot={file}")
    entries = home.folder / ".local/state/tintype/shots"
    wait_for(lambda: list(entries.glob("*.shot")), "the shot is in the journal", interval=0.001)
    process.kill()
    process.wait()
    assert not file.exists(), "too late"
    file.write_text("newer\n")
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    wait_for(lambda: not list(entries.glob("*.shot")), "it is finished")
    assert file.read_text() == "newer\n"
    assert Photo(home.folder / "doc (recovered).heic").kind() == "heic"
    assert not roll.files()


def test_a_pipe_is_not_replaced(terminal, home):
    file = home.folder / "doc.jpg"
    os.mkfifo(file)
    answer = terminal.tintype("--camera=test", f"--shoot={file}")
    assert answer.status == 1 and "not a file" in answer.errors and not answer.output
    assert stat.S_ISFIFO(file.stat().st_mode)


def test_a_link_stays_and_its_file_is_replaced(terminal, home):
    (home.folder / "real.jpg").write_text("old")
    (home.folder / "real.jpg").chmod(0o600)
    (home.folder / "doc.jpg").symlink_to("real.jpg")
    assert terminal.tintype("--camera=test", f"--shoot={home.folder}/doc.jpg").status == 0
    assert (home.folder / "doc.jpg").is_symlink()
    assert Photo(home.folder / "real.jpg").kind() == "jpeg"
    assert stat.S_IMODE((home.folder / "real.jpg").stat().st_mode) == 0o600


# The key that forbids saving.

@pytest.mark.parametrize("file", ["", "=doc.jpg"])
def test_where_saving_is_turned_off_nothing_is_saved(terminal, home, roll, file):
    home.store_text("disable-save-to-disk", "true", "org/gnome/desktop/lockdown")
    answer = terminal.tintype("--camera=test", f"--shoot{file}")
    assert answer.status == 1 and "turned off for this whole computer" in answer.errors
    assert not roll.files() and not (home.folder / "doc.jpg").exists()


def test_a_limit_on_files_is_said(home, cameras):
    limited = Terminal(home, cameras, under=["prlimit", "--fsize=20000"])
    answer = limited.tintype("--camera=test", "--shoot=doc.jpg")
    assert answer.status == 1 and "larger than any file" in answer.errors
    assert not (home.folder / "doc.jpg").exists()


def test_a_pictures_folder_whose_name_is_no_text_is_said(terminal, home):
    pictures = os.fsencode(home.folder) + b"/Bil\xffder"
    os.mkdir(pictures)
    (home.config / "user-dirs.dirs").write_bytes(b'XDG_PICTURES_DIR="' + pictures + b'"\n')
    before = os.listdir(os.fsencode(home.folder))
    answer = terminal.tintype("--camera=test", "--shoot")
    assert answer.status == 1 and "no valid text" in answer.errors
    assert os.listdir(pictures) == [] and set(os.listdir(os.fsencode(home.folder))) <= {*before, b".local"}


def test_a_file_whose_name_is_no_text_is_refused(terminal, home):
    before = os.listdir(home.folder)
    assert terminal.tintype("--camera=test", b"--shoot=do\xffc.jpg").status == 2
    assert os.listdir(home.folder) == before


def test_folders_that_are_not_absolute_are_ignored(terminal, home, roll):
    home.store(library_access="limited", library_folder="elsewhere")
    (home.folder / "elsewhere").mkdir()
    answer = terminal.tintype("--camera=test", "--shoot", XDG_STATE_HOME="state")
    assert answer.status == 0, answer.errors
    assert len(roll.photos()) == 1
    assert not list((home.folder / "elsewhere").iterdir()) and not (home.folder / "state").exists()


@pytest.mark.parametrize("name", ["doc.jpg", "doc.heic"])
def test_both_formats_name_the_maker(terminal, cameras, allowed, home, name):
    cameras.make(name="Logitech Webcam C925e")
    assert terminal.tintype(f"--shoot={home.folder}/{name}").status == 0
    metadata = Photo(home.folder / name).metadata()
    assert metadata["Make"] == "Logitech" and "C925e" in metadata["Model"]
