# SPDX-License-Identifier: GPL-3.0-or-later
"""v4l2loopback: virtual cameras, as OBS makes them, into which a program writes, or none does yet, or none any more."""

import signal
import subprocess
from contextlib import contextmanager
from pathlib import Path

from harness.command import Terminal

from . import OUTPUT, drivers
from .person import make_home
from .photos import Photo
from .terminal import RealCameras
from .window import Window

DRIVER = "v4l2loopback"
NODE = Path("/dev/video40")
#: Whether the node is an output until a program writes to it, which is how OBS loads the module.
KINDS = {"exclusive": 1, "shared": 0}


def check(sheet, folder, with_window):
    for kind, exclusive in KINDS.items():
        name = f"Virtual {kind}"
        _load(name, exclusive)
        home = make_home(folder / kind)
        terminal = Terminal(home, RealCameras)

        def run(what, body, kind=kind):
            return sheet.run(DRIVER, f"{kind}: {what}", body)

        run("list without a program", lambda: _lists(terminal, name))
        run("photo without a program", lambda: _says_so(terminal, name))
        run("photo with a program", lambda: _shoots(terminal, home, "320x240"))
        run("photo in another size", lambda: _shoots(terminal, home, "480x272"))
        run("photo in another format", lambda: _shoots(terminal, home, "480x272", "uyvy422"))
        run("photo in a third format", lambda: _shoots(terminal, home, "320x240", "yuv420p"))
        if with_window:
            _check_window(run, home, name)
        _unload()


def _check_window(run, home, name):
    words = f"Nothing comes from {name}: start it there."
    with Window(home, f"{DRIVER}-{name.split()[-1]}") as window:
        run("window: no program yet", lambda: window.explains(words))
        with _program("320x240"):
            run("window: a program starts", lambda: window.is_back(lambda: None, words))
        run("window: the program stops", lambda: window.explains(words))
        with _program("480x272"):
            run("window: it comes back in another size", lambda: window.is_back(lambda: None, words))
        run("window: the program stops again", lambda: window.explains(words))
        with _program("480x272", "uyvy422"):
            run("window: it comes back in another format", lambda: window.is_back(lambda: None, words))
        run("window: the program stops for the last time", lambda: window.explains(words))
        run("window: closes", window.close)


def _load(name, exclusive):
    options = [f"video_nr={NODE.name[5:]}", f'card_label="{name}"', f"exclusive_caps={exclusive}"]
    drivers.insert(OUTPUT / f"{DRIVER}.ko", *options)


def _unload():
    drivers.unload(DRIVER)


@contextmanager
def _program(size, pixels="yuyv422"):
    """A program that writes a moving picture of this size, in a format by ffmpeg's name."""
    words = ["ffmpeg", "-loglevel", "error", "-re", "-f", "lavfi", "-i", f"testsrc2=size={size}:rate=5", "-f", "v4l2",
             "-pix_fmt", pixels, NODE]
    with open(OUTPUT / "ffmpeg.log", "ab") as log, subprocess.Popen(words, stdin=subprocess.DEVNULL, stderr=log) as writer:
        try:
            yield
        finally:
            writer.send_signal(signal.SIGINT)


def _lists(terminal, name):
    answer = terminal.tintype("--list-cameras")
    assert answer.status == 0 and answer.output.splitlines()[0] == name, answer
    return answer.output.splitlines()[-1].strip()


def _says_so(terminal, name):
    answer = terminal.tintype("--shoot=/tmp/nothing.jpg")
    assert answer.status == 1, answer
    assert f"Nothing comes from {name}: start it there." in answer.errors, answer.errors
    assert "errno" not in answer.errors, answer.errors
    return answer.errors.strip()


def _shoots(terminal, home, size, pixels="yuyv422"):
    path = home.folder / "photo.jpg"
    with _program(size, pixels):
        drivers.wait_until_written(NODE)
        answer = terminal.tintype(f"--shoot={path}")
    assert answer.status == 0, answer.errors
    photo = Photo(path)
    assert photo.size == size and photo.shows_something(), photo.size
    return photo.size
