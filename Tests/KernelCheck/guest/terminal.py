# SPDX-License-Identifier: GPL-3.0-or-later
"""Tintype as a command: what it lists, what it shoots, what its doctor says."""

import json
import shutil
import threading
import time

from harness.command import Terminal
from harness.waiting import wait_for

from . import OUTPUT, drivers
from .photos import Photo


class RealCameras:
    """The window tests preload cameras; here there is nothing to preload."""
    env = {}


class Commands:
    """The commands of one home, in which the camera is allowed. name: of the camera that is looked for."""

    def __init__(self, home, name, sizes):
        self._terminal = Terminal(home, RealCameras)
        self._folder = home.folder
        self._name = name
        self._sizes = sizes

    def tintype(self, *arguments):
        return self._terminal.tintype(*arguments)

    def list(self):
        """The camera is listed, once, with its formats; the driver's other nodes are not."""
        answer = self.tintype("--list-cameras", "-v")
        assert answer.status == 0, answer.errors
        names = [line for line in answer.output.splitlines() if not line.startswith(" ")]
        assert names == [self._name], f"listed: {names}"
        missing = [size for size in self._sizes if f" {size} " not in answer.output]
        assert not missing, f"not listed: {missing}"
        formats = answer.output.count("  format: ")
        return f"{formats} formats"

    def shoot(self):
        """A photo is taken, shows something, and has one of the camera's sizes."""
        photo, _ = self._photo()
        return f"{photo.size}, {photo.kib} KiB"

    def shoot_without_lens(self):
        """If there is no lens to move that is said, and the photo is taken all the same."""
        _, errors = self._photo("--focus=0.5,0.5")
        assert "fixed focus" in errors, errors

    def shoot_focused(self):
        """The requested point is sharp, and things at another distance are not."""
        left, right = 0.25, 0.75
        (near, errors), (far, more) = self._photo(f"--focus={left},0.5"), self._photo(f"--focus={right},0.5")
        assert not errors + more, errors + more
        ratios = near.sharpness(left) / far.sharpness(left), far.sharpness(right) / near.sharpness(right)
        assert min(ratios) > 3, f"only {min(ratios):.1f} times as sharp"
        return f"{min(ratios):.1f} times as sharp as out of focus"

    def _photo(self, *arguments):
        """The photo, and what was complained of."""
        path = self._folder / "photo.jpg"
        path.unlink(missing_ok=True)
        answer = self.tintype(f"--shoot={path}", *arguments)
        assert answer.status == 0, answer.errors
        assert answer.output == f"{path}\n", answer.output
        # Kept for inspection.
        shutil.copy(path, OUTPUT / f"photo-{len(list(OUTPUT.glob('photo-*'))) + 1}.jpg")
        photo = Photo(path)
        assert photo.size in self._sizes, photo.size
        assert photo.shows_something(), "there is nothing in the picture"
        return photo, answer.errors

    def interrupted(self, node, pull):
        """The camera goes while a photo is being taken: that is said at once, and nothing is left behind."""
        answers = []
        path = self._folder / "interrupted.jpg"
        # A search keeps it busy for long enough.
        shooting = threading.Thread(target=lambda: answers.append(self.tintype(f"--shoot={path}", "--focus=0.75,0.5")))
        shooting.start()
        wait_for(lambda: drivers.is_open(node), f"{node} is open")
        # Not a wait for something: somewhere in the middle of it, wherever that is.
        time.sleep(1)
        begin = time.monotonic()
        pull()
        shooting.join(60)
        took = time.monotonic() - begin
        assert answers, "it hangs"
        assert answers[0].status == 1 and self._name in answers[0].errors, answers[0]
        assert not path.exists(), "there is a photo of nothing"
        assert took < 20, f"only after {took:.1f} s"
        return f"{answers[0].errors.strip()}; after {took:.1f} s"

    def doctor(self):
        """The doctor finds the camera and nothing wrong with it."""
        answer = self.tintype("--doctor", "--json")
        assert answer.status == 0, answer.output + answer.errors
        report = json.loads(answer.output)
        assert self._name in json.dumps(report, ensure_ascii=False), "the camera is not in the report"
        return "nothing wrong"
