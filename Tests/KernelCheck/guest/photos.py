# SPDX-License-Identifier: GPL-3.0-or-later
"""Photos as another decoder sees them."""

from PIL import Image, ImageFilter, ImageStat


class Photo:
    """A photo that could be decoded to its last line."""

    def __init__(self, path):
        with Image.open(path) as image:
            image.load()
            self._grey = image.convert("L")
        self.size = "{}x{}".format(*image.size)
        self.kib = path.stat().st_size >> 10

    def shows_something(self):
        darkest, lightest = self._grey.getextrema()
        return lightest - darkest > 60

    def sharpness(self, x):
        """How much fine detail there is around the middle of the height, x in parts of the width."""
        width, height = self._grey.size
        left, top, side = int(x * width) - height // 8, height * 3 // 8, height // 4
        # The filter leaves the pixels at the border as they are, so it is for the whole picture.
        edges = self._grey.filter(ImageFilter.FIND_EDGES)
        return ImageStat.Stat(edges.crop((left, top, left + side, top + side))).var[0]
