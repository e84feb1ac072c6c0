# SPDX-License-Identifier: GPL-3.0-or-later
"""The scene before the camera: a wall of detail of every size, in two halves at two distances."""

import numpy
from PIL import Image, ImageFilter

from . import lens

#: Levels of blur for each pixel; differences between them are invisible.
_LEVELS = 6


class Scene:
    """The scene in the size of a picture. Blurred ones are kept: the lens comes by often."""

    def __init__(self, size):
        self._size = size
        sharp = _detail(size)
        middle = size[0] // 2
        self._halves = [(lens.LEFT, 0, sharp.crop((0, 0, middle, size[1]))),
                        (lens.RIGHT, middle, sharp.crop((middle, 0, *size)))]
        self._blurred = {}

    def seen_through(self, a_lens):
        picture = Image.new("RGB", self._size)
        for best, left, half in self._halves:
            level = round(a_lens.blur(best) * self._size[1] / 720 * _LEVELS)
            if (best, level) not in self._blurred:
                self._blurred[best, level] = half.filter(ImageFilter.GaussianBlur(level / _LEVELS))
            picture.paste(self._blurred[best, level], (left, 0))
        return picture


def _detail(size):
    """Noise of all scales and some hard edges; the same each time."""
    width, height = size
    numbers = numpy.random.default_rng(7)
    total = numpy.zeros((height, width, 3))
    for scale in (1, 2, 4, 8, 16, 32, 64):
        # Larger things are stronger, as in the world; all of it nearly grey, for the sake of the frames' size.
        shape = (height // scale + 1, width // scale + 1)
        small = numbers.normal(0, 5 * scale ** 0.4, (*shape, 1)) + numbers.normal(0, scale ** 0.4, (*shape, 3))
        total += small.repeat(scale, 0).repeat(scale, 1)[:height, :width]
    for _ in range(120):
        x, y = numbers.integers(0, width), numbers.integers(0, height)
        total[y:y + numbers.integers(4, 60), x:x + numbers.integers(4, 60)] += numbers.normal(0, 50, 3)
    return Image.fromarray((total + 120).clip(20, 230).astype(numpy.uint8))
