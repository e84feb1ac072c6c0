#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes coarse/ from the layers beside it: the mean light of four by four pixels. Needs python3-numpy and python3-pil."""

from pathlib import Path

import numpy
from PIL import Image

FOLDER = Path(__file__).parent
LAYERS = ("landscape", "room", "desk", "camera")


def light(code):
    """Linear light of sRGB codes, both 0…1."""
    return numpy.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)


def code(linear):
    """The inverse of light()."""
    return numpy.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)


def coarse(picture):
    """A picture at a quarter of its size."""
    pixels = numpy.asarray(picture.convert("RGBA")) / 255
    alpha = pixels[..., 3:]
    shown = numpy.concatenate([light(pixels[..., :3]) * alpha, alpha], axis=2)
    height, width = (side // 4 for side in shown.shape[:2])
    mean = shown[: height * 4, : width * 4].reshape(height, 4, width, 4, 4).mean(axis=(1, 3))
    alpha = mean[..., 3:]
    colour = numpy.divide(mean[..., :3], alpha, out=numpy.zeros_like(mean[..., :3]), where=alpha > 0)
    codes = numpy.concatenate([code(numpy.clip(colour, 0, 1)), alpha], axis=2)
    made = Image.fromarray(numpy.round(codes * 255).astype(numpy.uint8), "RGBA")
    return made.convert("RGB") if (alpha == 1).all() else made


for layer in LAYERS:
    for path in sorted(FOLDER.glob(f"{layer}*.png")):
        coarse(Image.open(path)).save(FOLDER / "coarse" / path.name, optimize=True)
