"""What is on the screen: the X server's own frame buffer, mapped into memory. Colours are (red, green, blue)."""

import mmap
import struct

import numpy
from PIL import Image


class Screen:
    """The screen whose frame buffer Xvfb keeps in a file (option -fbdir, in the format of xwd)."""

    def __init__(self, path):
        with open(path, "rb") as file:
            memory = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        fields = struct.unpack_from(">25I", memory, 0)
        header, width, height, stride, colors = fields[0], fields[4], fields[5], fields[12], fields[19]
        assert fields[11] == 32, "a pixel has 32 bits"
        start = header + colors * 12
        pixels = numpy.frombuffer(memory, numpy.uint8, stride * height, start).reshape(height, stride // 4, 4)
        # Blue, green, red, nothing.
        self._pixels = pixels[:, :width, 2::-1]

    def shot(self, area=None):
        """A copy of an area (left, top, width, height), or of everything: rows, columns, colours."""
        left, top, width, height = area or (0, 0, self._pixels.shape[1], self._pixels.shape[0])
        return self._pixels[max(0, top):top + height, max(0, left):left + width].copy()

    def save(self, path):
        Image.fromarray(self.shot()).save(path)
