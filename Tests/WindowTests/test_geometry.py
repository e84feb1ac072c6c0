# SPDX-License-Identifier: GPL-3.0-or-later
"""The picture on the screen: whole, undistorted, centred on true black, and sharp at device pixels."""

import math

import numpy
import pytest
from PIL import Image

from harness import legibility
from harness.cameras import framecode
from harness.photos import Photo
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

#: Logical pixels: wide, tall, and near the smallest.
SIZES = [(980, 560), (520, 740), (400, 470)]
#: Logical pixels above and below the picture.
HEADER, DECK = 48, 120
#: How bright the line around a window is on black, of 255.
LINE = 20


def _fit(width, height, area_width, area_height):
    """The largest box of this shape in an area: left, top, width, height."""
    factor = min(area_width / width, area_height / height)
    box_width, box_height = width * factor, height * factor
    return (area_width - box_width) / 2, (area_height - box_height) / 2, box_width, box_height


def _settled_pixels(viewfinder, width, height, outline=0):
    """The viewfinder's pixels once the picture has the size that fits.

    outline: pixels at both sides that a window's thin line may lie over.
    """
    def settled():
        pixels = viewfinder.pixels()
        for side in (pixels[:, :outline], pixels[:, pixels.shape[1] - outline:]):
            side[side.max(axis=2) <= LINE] = 0
        expected = _fit(width, height, pixels.shape[1], pixels.shape[0])
        found = viewfinder.box_in(pixels)
        return [pixels, expected] if found and numpy.allclose(found, expected, atol=2) else None
    return wait_for(settled, lambda: f"picture that fits, not {viewfinder.box_in(viewfinder.pixels())}", timeout=10)


@pytest.mark.wayland(scales=(1, 1.5, 2))
@pytest.mark.parametrize("width, height", [(1280, 720), (640, 480)])
def test_the_picture_fits_without_distortion(launch, cameras, allowed, scale, width, height):
    cameras.make(modes=[f"MJPG:{width}x{height}@30"])
    app = launch()
    viewfinder = Viewfinder(app)
    viewfinder.wait_until_live()
    app.person.move_window(0, 0)
    # If a display blends windows, libadwaita draws a thin line around them, inside.
    outline = 0 if app.desktop.display.name == "x11" else math.ceil(scale)
    for window_width, window_height in SIZES:
        app.person.resize(round(window_width * scale), round(window_height * scale))
        pixels, (left, top, box_width, box_height) = _settled_pixels(viewfinder, width, height, outline)
        code = wait_for(lambda: framecode.decode(viewfinder.pixels()), "a frame number")
        # 48 whole blocks between the code's edges, of 52 that fill at most 70 % of the width (framecode.h).
        half = 24 * int(width * 0.7 / 52) / width
        assert abs((code.left - left) / box_width - (0.5 - half)) < 0.01
        assert abs((code.right - left) / box_width - (0.5 + half)) < 0.01
        around = pixels.copy()
        around[max(0, round(top) - 1):round(top + box_height) + 1, max(0, round(left) - 1):round(left + box_width) + 1] = 0
        assert not around.any(), "not true black around the picture"


@pytest.mark.wayland(scales=(1, 2))
def test_the_picture_is_sharp_at_device_pixels(launch, cameras, allowed, home, roll, scratch, scale):
    """At its own size the picture on the screen has the detail that the photo of the same frame has."""
    home.store(photo_format="jpeg", photo_quality=100)
    camera = cameras.make(modes=["MJPG:1280x720@30"])
    app = launch()
    viewfinder = Viewfinder(app)
    viewfinder.wait_until_live()
    app.person.move_window(0, 0)
    _give_viewfinder(app, 1280, 720)
    _settled_pixels(viewfinder, 1280, 720)
    # The last frame stays on the screen until the program notices, and is what the photo is of.
    camera.fault("stall")
    wait_for(lambda: viewfinder.code() == viewfinder.code(), "the picture stands still")
    shown = viewfinder.pixels()
    app.press("Take Photo")
    photo = Photo(roll.wait_for(1)[0])
    assert photo.code(scratch).number == framecode.decode(shown).number
    taken = photo.pixels(scratch)
    blurred = numpy.asarray(Image.fromarray(shown).resize((640, 360), Image.BOX).resize((1280, 720), Image.BILINEAR))
    # The zoom's buttons lie over the lower edge.
    shown, taken, blurred = (each[:540] for each in (shown, taken, blurred))
    assert _difference(shown, taken) < 0.3 * _difference(blurred, taken)


def _give_viewfinder(app, width, height):
    """Makes the window so large that the viewfinder has this size in device pixels."""
    _, _, now_width, now_height = Viewfinder(app).area()
    _, _, window_width, window_height = app.person.geometry()
    app.person.resize(window_width + width - now_width, window_height + height - now_height)
    wait_for(lambda: Viewfinder(app).area()[2:] == (width, height), f"the viewfinder is {width}x{height}")


def _difference(one, other):
    return numpy.abs(one.astype(int) - other.astype(int)).mean()


@pytest.mark.wayland(scales=(1, 2))
def test_the_next_start_knows_the_size_of_the_viewfinder(launch, cameras, allowed, scale):
    """So that its first picture is made before there is a window."""
    cameras.make()
    app = launch()
    viewfinder = Viewfinder(app)
    viewfinder.wait_until_live()
    app.person.move_window(0, 0)
    _give_viewfinder(app, 1280, 720)
    assert app.close() == 0
    stored = allowed.settings()
    assert (int(stored["viewfinder-width"]), int(stored["viewfinder-height"])) == (1280, 720)


@pytest.mark.screen(3840, 2160)
@pytest.mark.wayland(scales=(1.25, 1.5))
@pytest.mark.parametrize("kind", ["auto", "pro", "video"])
def test_a_4k_screen_is_filled(launch, cameras, allowed, german, kind):
    allowed.store(last_shooting_mode="pro" if kind == "pro" else "auto")
    cameras.make("/dev/video0", name="Acme HD Webcam", port="2", modes=["MJPG:1280x720@30"])
    cameras.make("/dev/video1", name="Acme Document Camera", port="3")
    app = launch(env=german)
    view = Viewfinder(app, "Sucher")
    view.wait_until_live()
    app.person.wait_for_focus()
    if kind == "video":
        app.press("Video")
        app.button("Video aufnehmen")
    if kind == "pro":
        app.find("Weißabgleich", "slider")
    scale = app.scale
    window = app.find("Tintype", "window")
    app.person.key("F11")
    full = 3840 / scale, 2160 / scale
    # Without transparency GTK's edge around the window is a part of it.
    wait_for(lambda: all(0 <= all_ - seen <= 10 for all_, seen in zip(full, window.extents[2:])), lambda: window.extents)
    assert legibility.main(app).beyond() == {}

    def fits():
        area, box = view.area(), Viewfinder.box_in(view.pixels())
        room = 3840 - 2 * area[0], 2160 - 2 * area[0] - (HEADER + DECK) * scale
        assert all(abs(seen - size) <= 2 * scale for seen, size in zip(area[2:], room)), (area, room)
        wanted = min(area[2], area[3] * 16 / 9), min(area[3], area[2] * 9 / 16)
        return box and all(abs(seen - size) <= 2 for seen, size in zip(box[2:], wanted))
    wait_for(fits, lambda: f"the picture is as large as it can be: {Viewfinder.box_in(view.pixels())} in {view.area()}", 10)
