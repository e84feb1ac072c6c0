"""Tintype as a command: what it lists, what it shoots, what its doctor says."""

import json

from harness.command import Terminal
from PIL import Image

from .sheet import Skipped


class _RealCameras:
    """Where the window tests preload cameras, there is nothing to preload."""
    env = {}


class Commands:
    """The commands of one home, in which the camera is allowed. name: of the camera that is looked for."""

    def __init__(self, home, name, sizes):
        self._terminal = Terminal(home, _RealCameras)
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

    def shoot(self, *arguments):
        """A photo is taken, can be decoded to its last line, shows something, and has one of the camera's sizes."""
        path = self._folder / "photo.jpg"
        path.unlink(missing_ok=True)
        answer = self.tintype(f"--shoot={path}", *arguments)
        assert answer.status == 0, answer.errors
        assert answer.output == f"{path}\n", answer.output
        with Image.open(path) as photo:
            photo.load()
            size = "{}x{}".format(*photo.size)
            darkest, lightest = photo.convert("L").getextrema()
        assert size in self._sizes, size
        assert lightest - darkest > 60, "there is nothing in the picture"
        return f"{size}, {path.stat().st_size >> 10} KiB"

    def doctor(self):
        """The doctor finds the camera and nothing wrong with it."""
        if "--doctor" not in self.tintype("--help").output:
            raise Skipped("not in this build")
        answer = self.tintype("--doctor", "--json")
        assert answer.status == 0, answer.output + answer.errors
        report = json.loads(answer.output)
        assert self._name in json.dumps(report, ensure_ascii=False), "the camera is not in the report"
        return "nothing wrong"
