#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the picture: the frame code under abuse, sharpness by focus, exposure by light, colour by temperature.

    picture.py OUT      with VCAM_DIR set and a camera /dev/video0 that has MJPG 1920x1080
"""

import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import framecode  # noqa: E402

OUT = sys.argv[1]
WORK = os.path.join(os.environ["VCAM_DIR"], "work")
WIDTH, HEIGHT = 960, 540
failures = []


def expect(condition, text):
    if not condition:
        failures.append(text)
        print(f"  picture: {text}", file=sys.stderr)


def vcam(*words):
    subprocess.run([f"{OUT}/vcam", *words], check=True)


def capture(skip=12):
    """One JPEG after `skip` frames, as bytes."""
    path = f"{WORK}/frame.mjpg"
    subprocess.run(["v4l2-ctl", "-d", "/dev/video0", "--set-fmt-video=width=1920,height=1080,pixelformat=MJPG",
                    "--stream-mmap", f"--stream-skip={skip}", "--stream-count=1", f"--stream-to={path}"],
                   env={**os.environ, "LD_PRELOAD": f"{OUT}/libvcam.so"}, check=True, capture_output=True)
    with open(path, "rb") as file:
        return file.read()


def ffmpeg(data, *options):
    return subprocess.run(["ffmpeg", "-loglevel", "error", "-f", "mjpeg", "-i", "-", *options, "-"], input=data,
                          capture_output=True, check=True).stdout


def planes(data):
    """(Y, U, V) of a frame scaled down, as bytes."""
    raw = ffmpeg(data, "-vf", f"scale={WIDTH}:{HEIGHT}", "-pix_fmt", "yuv444p", "-f", "rawvideo")
    size = WIDTH * HEIGHT
    return raw[:size], raw[size:2 * size], raw[2 * size:]


def sharpness(luma, left):
    """Mean square difference of neighbours in a window of one half."""
    start = WIDTH // 8 if left else WIDTH * 5 // 8
    total = count = 0
    for y in range(HEIGHT // 3, HEIGHT * 2 // 3, 3):
        row = luma[y * WIDTH + start:y * WIDTH + start + WIDTH // 4]
        total += sum((a - b) ** 2 for a, b in zip(row, row[1:]))
        count += len(row)
    return total / count


def check_code(data):
    number = framecode.find(*gray(data, "scale=iw:ih"))
    expect(number is not None and not number.mirrored, "frame code at full size")
    for text in ("scale=960:-2", "scale=320:-2", "hflip,scale=640:-2", "scale=800:-2,pad=1000:900:50:200:gray",
                 "crop=ih*4/3:ih,scale=640:-2", "gblur=sigma=3,scale=960:-2"):
        found = framecode.find(*gray(data, text))
        expect(found is not None and found.number == number.number, f"frame code after {text}")
        expect(found is None or found.mirrored == ("hflip" in text), f"orientation after {text}")
    path = f"{WORK}/low.jpg"
    with open(path, "wb") as file:
        file.write(ffmpeg(data, "-vf", "scale=960:-2", "-q:v", "20", "-f", "mjpeg"))
    found = framecode.decode(path)
    expect(found is not None and found.number == number.number, "frame code in a coarse JPEG")
    ring = framecode.Ring(os.path.join(os.environ["VCAM_DIR"], "video0", "state"))
    expect(ring.done_ns(number.number) is not None, "time of the frame")


def gray(data, video_filter):
    pgm = ffmpeg(data, "-vf", video_filter, "-pix_fmt", "gray", "-f", "image2pipe", "-c:v", "pgm")
    _, size, _, pixels = pgm.split(b"\n", 3)
    width, height = map(int, size.split())
    return pixels, width, height


def check_lens():
    vcam("set", "focus_automatic_continuous", "0")
    left, right = [], []
    for focus in (20, 60, 110, 160, 230):
        vcam("set", "focus_absolute", str(focus))
        luma = planes(capture(20))[0]
        left.append(sharpness(luma, True))
        right.append(sharpness(luma, False))
    expect(max(left) == left[1] and left[1] > left[2] > left[3], f"left half sharp at 60: {left}")
    expect(max(right) == right[3] and right[0] < right[2] < right[3], f"right half sharp at 160: {right}")
    vcam("set", "focus_automatic_continuous", "1")


def mean(plane):
    rest = plane[len(plane) // 4:]  # below the code
    return sum(rest) / len(rest)


def check_light():
    normal = mean(planes(capture())[0])
    vcam("set", "light", "10")
    dark = mean(planes(capture(0))[0])
    settled = mean(planes(capture(30))[0])
    vcam("set", "light", "100")
    capture(30)
    expect(80 < normal < 160, f"exposure in good light: {normal}")
    expect(dark < normal - 15, f"darker at first in low light: {dark}")
    expect(abs(settled - normal) < 12, f"exposure settles: {settled} like {normal}")
    vcam("fault", "dark", "--for", "10")
    first = mean(planes(capture(2))[0])
    expect(first < normal / 3, f"the first frames are dark: {first}")
    vcam("fault", "off")
    vcam("set", "white_balance_automatic", "0")
    vcam("set", "white_balance_temperature", "6500")
    _, blue, red = planes(capture())
    expect(mean(red) > 131 and mean(blue) < 126, f"warm light: {mean(blue)} {mean(red)}")
    vcam("set", "white_balance_automatic", "1")


def main():
    os.makedirs(WORK, exist_ok=True)
    data = capture()
    expect(150_000 < len(data) < 600_000, f"size of a 1080p JPEG: {len(data)}")
    check_code(data)
    check_lens()
    check_light()
    return len(failures) > 0


if __name__ == "__main__":
    sys.exit(main())
