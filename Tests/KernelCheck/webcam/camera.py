# SPDX-License-Identifier: GPL-3.0-or-later
"""Lens, sensor and scene at work: one encoded frame after the other."""

import io

import numpy
from PIL import Image, ImageChops, ImageDraw

from . import lens
from .controls import Controls
from .modes import MJPEG
from .scene import Scene
from .sensor import Sensor

_QUALITY = 80


class Camera:
    """The camera behind the webcam's interfaces. Times are seconds of the monotonic clock."""

    def __init__(self):
        self.controls = Controls()
        self._lens = lens.Lens()
        self._sensor = None
        self._mode = None
        self._scenes = {}
        self._noises = {}
        self._next = None
        self._count = 0

    def start(self, mode):
        if mode.size not in self._scenes:
            self._scenes[mode.size] = Scene(mode.size)
        self._mode, self._next = mode, None
        self._sensor = Sensor(self.controls)

    def stop(self):
        self._mode = None

    def wait(self, now):
        """Seconds until the next frame; None without a stream."""
        if not self._mode:
            return None
        return max(0.0, (self._next or now) - now)

    def frame(self, now):
        """The frame's bytes when one is due, else None."""
        if not self._mode or self._next and now < self._next:
            return None
        interval = 1 / self._mode.rate
        # After a delay no frames are made up for.
        self._next = max((self._next or now) + interval, now)
        self._count += 1
        self._focus(now)
        self._sensor.advance()
        return self._encode(self._picture())

    def _focus(self, now):
        if self.controls["focus auto"]:
            self._lens.move(lens.LEFT, now)
            self.controls.note("focus", self._lens.position)
        else:
            self._lens.move(self.controls["focus"], now)

    def _picture(self):
        picture = self._scenes[self._mode.size].seen_through(self._lens).point(self._sensor.tables())
        picture = ImageChops.add(picture, self._noise(), 1, -128)
        # Something that moves, at the edge: each picture is another one.
        width, height = self._mode.size
        place = self._count * 8 % width
        ImageDraw.Draw(picture).rectangle((place, height - 12, place + 40, height), (255, 255, 255))
        return picture

    def _noise(self):
        """Noise around the middle grey, another one for each frame but never made anew."""
        size, strength = self._mode.size, self._sensor.noise
        if (size, strength) not in self._noises:
            numbers = numpy.random.default_rng(self._count)
            values = numbers.normal(128, strength, (size[1], size[0], 3)).round().clip(0, 255)
            self._noises[size, strength] = Image.fromarray(values.astype(numpy.uint8))
        return ImageChops.offset(self._noises[size, strength], self._count * 37 % size[0], self._count * 53 % size[1])

    def _encode(self, picture):
        if self._mode.format == MJPEG:
            data = io.BytesIO()
            picture.save(data, "JPEG", quality=_QUALITY)
            return data.getvalue()
        planes = numpy.asarray(picture.convert("YCbCr"))
        packed = numpy.empty((*planes.shape[:2], 2), numpy.uint8)
        packed[..., 0] = planes[..., 0]
        packed[:, 0::2, 1], packed[:, 1::2, 1] = planes[:, 0::2, 1], planes[:, 0::2, 2]
        return packed.tobytes()
