# SPDX-License-Identifier: GPL-3.0-or-later
"""Photo files, read by programs that have nothing to do with the one that wrote them."""

import json
import re
import subprocess

import numpy
from PIL import Image

from .cameras import framecode
from .waiting import PHOTO_TIMEOUT, wait_for

NAME = re.compile(r"IMG_(\d{8})_(\d{6})_(\d{3})(_\d+)?\.(heic|jpg)")


class CameraRoll:
    """The folder that photos go to."""

    def __init__(self, folder):
        self.folder = folder

    def files(self):
        """Everything in it, whatever it is."""
        return sorted(self.folder.iterdir()) if self.folder.is_dir() else []

    def photos(self):
        """The files with the name of a photo, in the order they were taken."""
        return [path for path in self.files() if NAME.fullmatch(path.name)]

    def wait_for(self, count, timeout=PHOTO_TIMEOUT):
        """Waits until there are at least `count` photos, and returns them."""
        what = f"{count} photos"
        return wait_for(lambda: len(self.photos()) >= count and self.photos(), what, timeout)


class Photo:
    """A photo file. Decoding it is what proves that it is whole."""

    def __init__(self, path):
        self.path = path

    def pixels(self, scratch):
        """Rows, columns, colours; `scratch` is a folder for what other programs make of it."""
        if self.path.suffix == ".jpg":
            with Image.open(self.path) as image:
                return numpy.asarray(image.convert("RGB"))
        made = scratch / f"{self.path.stem}.png"
        done = subprocess.run(["heif-convert", self.path, made], capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0 and made.exists(), f"heif-convert {self.path.name}: {done.stdout}{done.stderr}"
        with Image.open(made) as image:
            pixels = numpy.asarray(image.convert("RGB"))
        made.unlink()
        return pixels

    def code(self, scratch):
        """The code of the virtual camera's frame in it."""
        return framecode.decode(self.pixels(scratch))

    def kind(self):
        """The kind by its first bytes: "heic" or "jpeg"."""
        start = self.path.read_bytes()[:12]
        if start[4:8] == b"ftyp" and start[8:12] in (b"heic", b"heix", b"mif1"):
            return "heic"
        return "jpeg" if start[:3] == b"\xff\xd8\xff" else f"unknown: {start!r}"

    def metadata(self):
        """exiftool's report on it."""
        done = subprocess.run(["exiftool", "-json", self.path], capture_output=True, text=True, timeout=60, check=True)
        return json.loads(done.stdout)[0]
