# SPDX-License-Identifier: GPL-3.0-or-later
"""OpenCV's denoising of the bursts that merge-bench wrote, beside Tintype's: PSNR in RGB and seconds.

    python3 opencv.py FOLDER

FOLDER is that of `merge-bench --write=FOLDER`. Debian's python3-opencv, or that of PyPI.
"""

import pathlib
import re
import sys
import time

import numpy

try:
    import cv2
except ImportError:
    sys.exit("python3-opencv is not installed: nothing to compare with.")


def _psnr(picture, truth):
    return 10 * numpy.log10(255 ** 2 / max(1e-9, ((picture.astype(float) - truth) ** 2).mean()))


def _timed(call):
    begin = time.monotonic()
    result = call()
    return result, time.monotonic() - begin


def _best(truth, make):
    """The best of a few strengths, and the time of one: nobody tells OpenCV how much noise there is."""
    tries = [_timed(lambda strength=strength: make(strength)) for strength in (6, 10, 15)]
    return max((_psnr(picture, truth), seconds) for picture, seconds in tries)


def main(folder):
    folder = pathlib.Path(folder)
    print(f"{'burst':30}{'single':>8}{'ours':>8}{'one':>8}{'s':>7}{'multi':>8}{'s':>7}{'ECC':>8}{'s':>7}")
    for path in sorted(folder.glob("*-truth.png")):
        name = path.name.removesuffix("-truth.png")
        truth = cv2.imread(str(path))
        frames = [cv2.imread(str(frame)) for frame in sorted(folder.iterdir())
                  if re.fullmatch(re.escape(name) + r"-\d\d\.png", frame.name)]
        ours = cv2.imread(str(folder / f"{name}-ours.png"))
        # The frame in the middle of an odd window; the press's in front, mirrored, so that it is that.
        window = frames[7:0:-1] + frames[:8]
        one = _best(truth, lambda s, first=frames[0]: cv2.fastNlMeansDenoisingColored(first, None, s, s))
        multi = _best(truth, lambda s, all=window: cv2.fastNlMeansDenoisingColoredMulti(all, 7, 15, None, s, s))
        aligned, seconds = _timed(lambda all=frames: _aligned_mean(all))
        print(f"{name:30}{_psnr(frames[0], truth):8.2f}{_psnr(ours, truth):8.2f}{one[0]:8.2f}{one[1]:7.1f}"
              f"{multi[0]:8.2f}{multi[1]:7.1f}{_psnr(aligned, truth):8.2f}{seconds:7.1f}", flush=True)


def _aligned_mean(frames):
    """The mean after OpenCV's ECC, as its users would do it."""
    reference = cv2.GaussianBlur(cv2.cvtColor(frames[0], cv2.COLOR_BGR2GRAY), (5, 5), 0)
    total, count = frames[0].astype(numpy.float32), numpy.ones(reference.shape, numpy.float32)
    size = reference.shape[::-1]
    for frame in frames[1:]:
        grey = cv2.GaussianBlur(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), (5, 5), 0)
        warp = numpy.eye(2, 3, dtype=numpy.float32)
        criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 60, 1e-5)
        try:
            _, warp = cv2.findTransformECC(reference, grey, warp, cv2.MOTION_EUCLIDEAN, criteria, None, 5)
        except cv2.error:
            continue
        flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
        total += cv2.warpAffine(frame.astype(numpy.float32), warp, size, flags=flags)
        ones = numpy.ones(reference.shape, numpy.float32)
        count += cv2.warpAffine(ones, warp, size, flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP)
    return numpy.clip(total / count[..., None], 0, 255).round().astype(numpy.uint8)


if __name__ == "__main__":
    main(sys.argv[1])
