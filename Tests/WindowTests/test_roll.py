# SPDX-License-Identifier: GPL-3.0-or-later
"""The photos that were taken: looked at, turned, given away and thrown away, while the folder lives."""

import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy
import pytest
from PIL import Image, ImageFilter

from harness import processes
from harness.accessible import Gone
from harness.disks import FullDisk, SmallDisk, can_mount
from harness.footprint import Footprint
from harness.photos import Photo
from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for

SERVICES = Path(__file__).resolve().parents[1] / "Services"
_COLOURS = {"red": (220, 30, 30), "green": (30, 180, 60), "blue": (40, 60, 220)}


def _photo(folder, name, colour, size=(640, 480), when=None):
    """A JPEG of one colour with a white upper left corner."""
    folder.mkdir(parents=True, exist_ok=True)
    image = Image.new("RGB", size, _COLOURS.get(colour, colour))
    image.paste((255, 255, 255), (0, 0, size[0] // 4, size[1] // 4))
    path = folder / name
    image.save(path, quality=95)
    if when:
        os.utime(path, (when, when))
    return path


@pytest.fixture
def three(home):
    """A library with three photos, the newest first: red, green, blue."""
    folder = home.camera_roll
    return [_photo(folder, f"IMG_20261122_1{hour}0203_004.jpg", colour)
            for hour, colour in ((4, "red"), (3, "green"), (2, "blue"))]


def _open(app):
    app.person.wait_for_focus()
    app.person.key("ctrl+p")
    app.find("Back to Camera", "button")


def _canvas(app):
    """The photo in front, or where it would be: the largest of what is named as a photo, because the small ones are, too."""
    def area(each):
        try:
            return each.control.extents[2] * each.control.extents[3]
        except Gone:
            return 0
    found = [each for each in app.seen() if each.name.startswith(("Photo ", "No photos", "1 of", "2 of"))]
    return max(found, key=area, default=None)


def _front(app):
    """The screen reader's description of the photo in front."""
    found = _canvas(app)
    return found.name if found else ""


def _wait_for_front(app, words):
    wait_for(lambda: _front(app).startswith(words), lambda: f"“{words}” in front: {_front(app)}")


@pytest.mark.main
def test_the_last_photo_is_there_after_a_start_and_opens_the_roll(launch, three):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.press("Last Photo")
    app.find("Back to Camera", "button")
    _wait_for_front(app, "Photo 1 of 3, taken ")
    app.wait_until_gone("Take Photo")
    app.person.key("Escape")
    app.find("Take Photo", "button")
    Viewfinder(app).wait_until_moving()


def test_a_title_is_no_part_of_a_sentence(launch, home, german):
    _photo(home.camera_roll, "IMG_20251122_140203_004.jpg", "red")
    app = launch("--camera=test", env=german)
    app.find("Letztes Foto", "button")
    app.person.wait_for_focus()
    app.person.key("ctrl+p")
    app.find("22. November 2025 um 14:02", "label")


@pytest.mark.long
def test_any_number_of_photos_is_looked_through_without_growing(launch, home):
    """Twice: what the first look makes once, pictures that are kept as long as there is room, the second finds."""
    count = int(os.environ.get("ROLL_PHOTOS", "120"))
    first = _photo(home.camera_roll, "IMG_20251122_140203_000.jpg", "red", (1280, 720))
    for number in range(1, count):
        time = f"14{number // 60 % 60:02}{number % 60:02}_{number % 1000:03}"
        shutil.copyfile(first, home.camera_roll / f"IMG_20251122_{time}.jpg")
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _open(app)
    count = len(list(home.camera_roll.iterdir()))
    looks = []
    for _ in range(2):
        for number in range(10, count, 10):
            app.person.key(*["Right"] * 10)
            _wait_for_front(app, f"Photo {number + 1} of {count}")
        looks.append(Footprint(app.pid))
        app.person.key("Home")
        _wait_for_front(app, f"Photo 1 of {count}")
    print(f"{count} photos: {looks[0].facts()} after the first look, {looks[1].facts()} after the second")
    first, second = looks
    # Each photo has 2.7 MiB as it is shown; the neighbours of the one in front are kept.
    assert second.memory < first.memory + 15 * (2.7 * 1024)
    second.memory = first.memory
    assert not second.leaks_since(first)


@pytest.mark.main
def test_arrows_step_and_stop_at_the_ends(launch, three):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _open(app)
    _wait_for_front(app, "Photo 1 of 3")
    app.person.key("Left")
    app.person.key("Right")
    _wait_for_front(app, "Photo 2 of 3")
    app.person.key("Right", "Right", "Right")
    _wait_for_front(app, "Photo 3 of 3")
    app.person.key("Home")
    _wait_for_front(app, "Photo 1 of 3")
    app.person.key("End")
    _wait_for_front(app, "Photo 3 of 3")


def test_the_camera_rests_while_the_roll_is_open(launch, cameras, home, three):
    home.store(camera_access="yes")
    camera = cameras.make()
    app = launch()
    Viewfinder(app).wait_until_live()
    _open(app)
    wait_for(lambda: not camera.is_streaming, "the camera is off")
    app.person.key("Escape")
    wait_for(lambda: camera.is_streaming, "the camera is on again")
    Viewfinder(app).wait_until_live()


def test_what_other_programs_add_and_delete_is_seen(launch, home, three):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _open(app)
    _wait_for_front(app, "Photo 1 of 3")
    _photo(home.camera_roll, "IMG_20261122_150203_004.jpg", "blue")
    _wait_for_front(app, "Photo 2 of 4")
    three[0].unlink()
    _wait_for_front(app, "Photo 2 of 3")
    for path in home.camera_roll.iterdir():
        path.unlink()
    app.find("No photos yet")


@pytest.mark.main
def test_a_photo_is_taken_away_and_comes_back_any_number_of_times(launch, home, three):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _open(app)
    _wait_for_front(app, "Photo 1 of 3")
    for left in (2, 1, 0):
        app.person.key("Delete")
        wait_for(lambda: len(list(home.camera_roll.iterdir())) == left, f"{left} are left")
        _wait_for_front(app, f"Photo 1 of {left}" if left else "No photos yet")
    for count in (1, 2, 3):
        app.person.key("ctrl+z")
        wait_for(lambda: len(list(home.camera_roll.iterdir())) == count, f"{count} are back")
        _wait_for_front(app, f"Photo 1 of {count}")
    assert sorted(home.camera_roll.iterdir()) == sorted(three)


def test_messages_that_replace_each_other_at_once_do_no_harm(launch, home, three):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _open(app)
    _wait_for_front(app, "Photo 1 of 3")
    for _ in range(8):
        app.person.key("Delete")
        wait_for(lambda: len(list(home.camera_roll.iterdir())) == 2, "one is thrown away", interval=0.005)
        # The file is gone a moment before the program knows what to undo.
        app.find("Undo")
        app.person.key("ctrl+z")
        wait_for(lambda: len(list(home.camera_roll.iterdir())) == 3, "it is back", interval=0.005)
    # Which of them is in front, so fast, is not the point.
    _wait_for_front(app, "Photo ")
    # Longer than a message takes to come and go.
    stays(lambda: app.is_running, "the program", 1.5)
    assert sorted(home.camera_roll.iterdir()) == sorted(three)


@pytest.mark.main
def test_a_damaged_file_says_so_and_stops_no_other(launch, home, three):
    (home.camera_roll / "IMG_20261122_160203_004.heic").write_bytes(b"")
    (home.camera_roll / "IMG_20261122_160203_005.heic").write_bytes(b"no picture at all" * 100)
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _open(app)
    app.find("The photo is damaged")
    app.person.key("Right")
    app.find("The file is empty")
    app.person.key("Right")
    _wait_for_front(app, "Photo 3 of 5")
    wait_for(lambda: not app.shows("The file is empty"), "the words go")


def test_a_burst_is_one_photo_until_it_is_unfolded(launch, home):
    folder = home.camera_roll
    for number in range(5):
        _photo(folder, f"IMG_20261122_140203_{number * 33:03}.jpg", "red")
    _photo(folder, "IMG_20261122_120203_000.jpg", "blue")
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _open(app)
    _wait_for_front(app, "1 of 2: burst of 5 photos")
    app.press("Burst of 5 photos")
    _wait_for_front(app, "Photo 1 of 6")
    app.press("Keep This One")
    wait_for(lambda: len(list(folder.iterdir())) == 2, "one is kept")
    _wait_for_front(app, "Photo 1 of 2")
    app.person.key("ctrl+z")
    wait_for(lambda: len(list(folder.iterdir())) == 6, "all are back")


@pytest.mark.main
def test_turning_changes_only_which_side_is_up(launch, three, tmp_path):
    before = numpy.asarray(Image.open(three[0]))
    modified = three[0].stat().st_mtime_ns
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _open(app)
    _wait_for_front(app, "Photo 1 of 3")
    app.person.key("ctrl+r")
    wait_for(lambda: Image.open(three[0]).getexif().get(0x0112) == 6, "it is turned")
    assert (numpy.asarray(Image.open(three[0])) == before).all(), "the pixels are as they were"
    assert three[0].stat().st_mtime_ns == modified
    app.person.key("ctrl+shift+r")
    wait_for(lambda: Image.open(three[0]).getexif().get(0x0112) == 1, "it is as it was")


def test_details_tell_what_is_known(launch, home, roll):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.press("Take Photo")
    photo, = roll.wait_for(1)
    _open(app)
    _wait_for_front(app, "Photo 1 of 1, taken today at ")
    app.person.key("i")
    app.find("Details")
    app.find(str(photo))
    app.find("Tintype Test Scene") if app.shows("Tintype Test Scene") else app.find("Camera")


def test_a_photo_that_was_just_taken_is_there_at_once(launch, roll):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.press("Take Photo")
    app.press("Last Photo")
    _wait_for_front(app, "Photo 1 of 1, ")
    roll.wait_for(1)
    _wait_for_front(app, "Photo 1 of 1, taken today at ")


def test_all_photos_are_shown_to_find_one(launch, three):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _open(app)
    _wait_for_front(app, "Photo 1 of 3")
    app.person.key("g")

    def cells():
        return [each for each in app.seen() if each.name.startswith("Photo ") and each.control.extents[3] > 100]
    wait_for(lambda: len(cells()) >= 3, "all photos are there")
    app.person.key("Right", "Right", "Return")
    _wait_for_front(app, "Photo 3 of 3")
    app.person.key("g")

    def has_keyboard():
        return [each.name for each in cells() if "focused" in each.states]
    wait_for(lambda: [name[:12] for name in has_keyboard()] == ["Photo 3 of 3"], has_keyboard)
    app.person.key("Escape")
    app.find("Back to Camera", "button")
    app.person.key("Escape")
    app.find("Take Photo", "button")


def test_the_keyboard_chooses_among_all_photos(launch, home, three):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _open(app)
    _wait_for_front(app, "Photo 1 of 3")
    app.person.key("g")

    def has_keyboard(words):
        def chosen():
            return [each.name[:12] for each in app.seen(prefix="Photo ") if "focused" in each.states]
        wait_for(lambda: chosen() == [words], chosen)
    has_keyboard("Photo 1 of 3")
    app.person.key("Right", "Right")
    has_keyboard("Photo 3 of 3")
    app.find("3 of 3", "label")
    app.person.key("Delete")
    wait_for(lambda: sorted(home.camera_roll.iterdir()) == sorted(three[:2]), "that one goes")
    undo = app.find("Undo", "button")
    wait_for(lambda: min(undo.extents[2:]) > 0, "it can be seen that it can come back")
    has_keyboard("Photo 2 of 2")
    app.person.key("Left", "Delete")
    wait_for(lambda: list(home.camera_roll.iterdir()) == [three[1]], "the one before goes")
    has_keyboard("Photo 1 of 1")
    app.person.key("ctrl+z")
    wait_for(lambda: sorted(home.camera_roll.iterdir()) == sorted(three[:2]), "it is back")
    has_keyboard("Photo 1 of 2")


def test_thumbnails_are_shared_with_the_desktop(launch, home, three):
    cache = home.root / ".cache/thumbnails/large"
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _open(app)
    made = wait_for(lambda: len(list(home.root.rglob("thumbnails/large/*.png"))) == 3
                    and list(home.root.rglob("thumbnails/large/*.png")), "three thumbnails are made")
    texts = [Image.open(path).text for path in made]
    assert {text["Thumb::URI"] for text in texts} == {path.as_uri() for path in three}
    assert {int(text["Thumb::MTime"]) for text in texts} == {int(path.stat().st_mtime) for path in three}
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in made), cache


def test_swiping_the_picture_to_the_right_opens_the_roll(launch, three):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.person.wait_for_focus()
    app.person.drag(app.find("Viewfinder"), 200)
    _wait_for_front(app, "Photo 1 of 3")


def test_a_swipe_goes_to_the_next_photo_and_a_double_click_enlarges(launch, three):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _open(app)
    _wait_for_front(app, "Photo 1 of 3")
    photo = _canvas(app).control
    app.person.drag(photo, -200)
    _wait_for_front(app, "Photo 2 of 3")
    app.person.key("4")
    app.find("400 %")
    app.person.key("1")
    wait_for(lambda: not app.shows("400 %"), "it is shown as it is")


@pytest.fixture
def mails(desktop, scratch):
    """The folder in which a desktop's mail program finds what was sent."""
    folder = scratch / "mails"
    folder.mkdir()
    desktop.start([sys.executable, SERVICES / "mail_portal.py", folder], "mail")
    log = desktop.folder / "mail.log"
    wait_for(lambda: "ready" in log.read_text(), "the mail portal is there")
    return folder


def _choose(app, words):
    app.press("Photo Menu")
    app.find(words, "menu item").press()


def test_a_photo_goes_by_mail_as_it_is(launch, mails, three):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _open(app)
    _wait_for_front(app, "Photo 1 of 3")
    _choose(app, "Send by Mail…")
    sent = mails / three[0].name
    wait_for(lambda: sent.exists() and sent.read_bytes() == three[0].read_bytes(), "the photo is attached")


def test_of_a_heic_photo_a_jpeg_goes_by_mail(launch, mails, roll, scratch):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.press("Take Photo")
    photo, = roll.wait_for(1)
    assert photo.suffix == ".heic"
    _open(app)
    _wait_for_front(app, "Photo 1 of 1, taken today")
    _choose(app, "Send by Mail…")
    sent = wait_for(lambda: list(mails.iterdir()), "the photo is attached")
    assert [path.name for path in sent] == [photo.stem + ".jpg"]
    assert Photo(sent[0]).kind() == "jpeg"
    seen, wanted = Photo(sent[0]).pixels(scratch).astype(int), Photo(photo).pixels(scratch).astype(int)
    assert abs(seen - wanted).mean() < 3


def test_without_a_way_to_the_mail_program_nothing_is_offered(launch, three):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _open(app)
    _wait_for_front(app, "Photo 1 of 3")
    app.press("Photo Menu")
    app.find("Save As…", "menu item")
    assert not app.shows("Send by Mail…")


def _clipboard(app, kind):
    """The clipboard's data of this type, as another program gets it."""
    return subprocess.run(["xclip", "-selection", "clipboard", "-o", "-t", kind], env=app.desktop.env,
                          capture_output=True, timeout=20, check=True).stdout


@pytest.mark.parametrize("kind", ["heic", "jpeg"])
def test_a_copied_photo_is_a_file_and_an_image_to_other_programs(launch, home, roll, scratch, kind):
    home.store(photo_format=kind)
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.press("Take Photo")
    photo, = roll.wait_for(1)
    _open(app)
    _wait_for_front(app, "Photo 1 of 1, taken today")
    app.person.key("ctrl+c")
    app.find("Photo copied")
    types = set(_clipboard(app, "TARGETS").decode().split())
    assert {"image/jpeg", "image/png", "text/uri-list"} <= types
    assert ("image/heic" in types) == (kind == "heic")
    assert _clipboard(app, f"image/{kind}") == photo.read_bytes(), "the photo's own kind is the file as it is"
    assert _clipboard(app, "text/uri-list").decode().split() == [photo.as_uri()]
    wanted = Photo(photo).pixels(scratch).astype(int)
    for type_ in ("image/jpeg", "image/png"):
        with Image.open(io.BytesIO(_clipboard(app, type_))) as image:
            seen = numpy.asarray(image.convert("RGB")).astype(int)
        assert seen.shape == wanted.shape and abs(seen - wanted).mean() < 3, type_


def _cell_of_strip(app, number):
    return wait_for(lambda: next((each.control for each in app.seen()
                                  if each.name.startswith(f"Photo {number} of 3") and 0 < each.control.extents[3] < 100),
                                 None),
                    f"the film strip shows photo {number}")


def test_a_photo_is_dragged_from_the_film_strip_to_another_program(launch, desktop, scratch, three):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _open(app)
    _wait_for_front(app, "Photo 1 of 3")
    record = scratch / "dropped"
    target = SimpleNamespace(pid=desktop.start([sys.executable, SERVICES / "drop.py", record], "drop").pid,
                             is_sandboxed=False)
    window = wait_for(lambda: desktop.display.windows(target, "Drop Here"), "the other program has a window")[0]
    wait_for(lambda: desktop.display.focus() == window, "the other program's window is there")
    app.person.resize(480, 560)
    app.person.move_window(0, 0)
    desktop.display.move(window, 500, 0)
    wait_for(lambda: desktop.display.geometry(window)[0] >= 499, "the windows lie side by side")
    left, top, width, height = desktop.display.geometry(window)
    cell = _cell_of_strip(app, 2)
    app.person.carry(cell, left + width // 2, top + height // 2)
    wait_for(lambda: record.exists() and record.read_text() == f"{three[1]}\n", "the photo's file is dropped, once")
    assert three[1].exists()


_FACTS = {"Make": "Maker of the test", "Model": "Camera of the test", "ExposureTime": 0.02, "FNumber": 2.8, "ISO": 200,
          "DateTimeOriginal": "2026:11:22 14:02:03", "OffsetTimeOriginal": "+01:00"}


def _facts(path):
    """exiftool's output, in numbers."""
    names = (*_FACTS, "Orientation", "ExifImageWidth", "ExifImageHeight")
    done = subprocess.run(["exiftool", "-json", "-n", *(f"-{name}" for name in names), path],
                          capture_output=True, text=True, timeout=60, check=True)
    return json.loads(done.stdout)[0]


def _save_as(app, path):
    app.person.key("ctrl+s")
    app.person.wait_for_dialog()
    app.person.key("ctrl+a")
    app.person.type_path(path)
    app.person.key("Return")


@pytest.mark.parametrize("kind", ["jpg", "heic"])
def test_a_photo_saved_as_another_kind_stands_upright_and_keeps_what_it_says(launch, home, scratch, kind):
    source = _photo(home.camera_roll, "IMG_20261122_140203_004.jpg", "red", (640, 480))
    words = [f"-{name}={value}" for name, value in _FACTS.items()]
    subprocess.run(["exiftool", "-q", "-overwrite_original", "-n", *words, "-ExifImageWidth=640", "-ExifImageHeight=480",
                    *(["-Orientation=6"] if kind == "jpg" else []), source], check=True, timeout=60)
    kinds = ("heic", "png", "jpg")
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _open(app)
    _wait_for_front(app, "Photo 1 of 1")
    if kind == "heic":
        # The same photo as HEIC is turned as HEIC photos are: by its own note, of which EXIF's is a copy.
        _save_as(app, home.camera_roll / "IMG_20261122_150203_004.heic")
        _wait_for_front(app, "Photo 2 of 2")
        app.person.key("Left")
        _wait_for_front(app, "Photo 1 of 2")
        app.person.key("ctrl+r")
        source.unlink()
        _wait_for_front(app, "Photo 1 of 1")
        source = home.camera_roll / "IMG_20261122_150203_004.heic"
    for suffix in kinds:
        copy = scratch / f"copy.{suffix}"
        _save_as(app, copy)
        wait_for(lambda: copy.exists() and copy.stat().st_size, f"{copy.name} is there")
        wait_for(lambda: app.desktop.display.focus() == app.person.main_window, "the dialog is gone")
        facts = _facts(copy)
        assert {name: facts.get(name) for name in _FACTS} == _FACTS, copy.name
        pixels = Photo(copy).pixels(scratch) if suffix != "png" else numpy.asarray(Image.open(copy).convert("RGB"))
        if suffix == source.suffix[1:]:
            assert copy.read_bytes() == source.read_bytes(), "its own kind is the file as it is"
            continue
        assert pixels.shape == (640, 480, 3), f"{copy.name} is upright"
        assert (pixels[40, 440] > 240).all() and pixels[40, 40].argmax() == 0 and pixels[40, 40, 1] < 100
        assert facts.get("Orientation", 1) == 1, "it is not turned twice"
        assert (facts["ExifImageWidth"], facts["ExifImageHeight"]) == (480, 640)


def _burst(folder, count, blurred):
    """A burst of a checkerboard, `blurred` for all but one; returns the sharp one."""
    tiles = numpy.kron(numpy.indices((30, 40)).sum(axis=0) % 2, numpy.ones((16, 16))).astype(numpy.uint8) * 200
    sharp = Image.fromarray(tiles).convert("RGB")
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"IMG_20261122_140203_{number * 33:03}.jpg" for number in range(count)]
    for number, path in enumerate(paths):
        image = sharp if number == 1 else sharp.filter(ImageFilter.GaussianBlur(blurred))
        image.save(path, quality=92)
    return paths[1]


@pytest.mark.parametrize("blurred", [1, 3])
def test_the_sharpest_photo_of_a_burst_is_in_front(launch, home, blurred):
    sharp = _burst(home.camera_roll, 6, blurred)
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _open(app)
    _wait_for_front(app, "1 of 1: burst of 6 photos")
    app.person.key("i")
    app.find(str(sharp))
    app.person.key("Delete")
    wait_for(lambda: not list(home.camera_roll.iterdir()), "the whole burst goes")
    app.person.key("ctrl+z")
    wait_for(lambda: len(list(home.camera_roll.iterdir())) == 6, "and comes back")


def test_all_of_a_burst_are_kept(launch, home):
    _burst(home.camera_roll, 5, 3)
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    last = app.button("Last Photo")
    wait_for(lambda: last.description == "Burst of 5 photos", "the burst is a stack")
    app.person.point_at(last)
    app.person.do("click", 3)
    app.find("Keep All", "menu item").press()
    wait_for(lambda: not last.description, "it is a stack no longer")
    assert len(list(home.camera_roll.iterdir())) == 5
    app.press("Undo")
    wait_for(lambda: last.description == "Burst of 5 photos", "it is a stack again")
    app.wait_until_gone("Keep All", "menu item")
    # And in the roll.
    _open(app)
    _wait_for_front(app, "1 of 1: burst of 5 photos")
    _choose(app, "Keep All")
    wait_for(lambda: any(" of 5, " in each.name for each in app.seen(prefix="Photo ")), "they are single photos")
    app.press("Back to Camera")
    app.wait_until_gone("Back to Camera")
    wait_for(lambda: not last.description, "it is a stack no longer")
    app.person.point_at(last)
    # A click while the menu is still there only closes it.
    app.wait_until_gone("Keep All", "menu item")
    app.person.do("click", 3)
    app.find("Show in Files", "menu item")
    assert not app.shows("Keep the Best", "menu item")
    app.find("Move to Trash", "menu item").press()
    wait_for(lambda: len(list(home.camera_roll.iterdir())) == 4, "one photo goes")
    assert app.close() == 0
    again = launch("--camera=test")
    Viewfinder(again).wait_until_moving()
    _open(again)
    _wait_for_front(again, "Photo 1 of 4")


@pytest.mark.parametrize("place", ["thumbnail", "roll"])
def test_the_best_of_a_burst_is_kept(launch, home, place):
    sharp = _burst(home.camera_roll, 5, 3)
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    last = app.button("Last Photo")
    wait_for(lambda: last.description == "Burst of 5 photos", "the burst is a stack")
    if place == "thumbnail":
        app.person.point_at(last)
        app.person.do("click", 3)
        app.find("Keep the Best", "menu item").press()
    else:
        app.person.click(last)
        app.press("Keep the Best")
    wait_for(lambda: list(home.camera_roll.iterdir()) == [sharp], "the others go")
    app.press("Undo")
    wait_for(lambda: len(list(home.camera_roll.iterdir())) == 5, "and come back")


@pytest.mark.wayland(lean=True, only=True)
def test_two_fingers_open_the_roll_and_take_the_photos_along(launch, three):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.person.wait_for_focus()
    viewfinder = app.find("Viewfinder")
    app.person.two_fingers(viewfinder, -200)
    app.person.two_fingers(viewfinder, 60, 120)
    app.person.wheel(-3, viewfinder)
    stays(lambda: not app.shows("Back to Camera"), "other moves mean something else", 0.5)
    app.person.two_fingers(viewfinder, 200)
    _wait_for_front(app, "Photo 1 of 3")
    photo = _canvas(app).control
    app.person.two_fingers(photo, -200)
    _wait_for_front(app, "Photo 2 of 3")
    stays(lambda: _front(app).startswith("Photo 2 of 3"), "one swipe is one photo", 0.5)
    app.person.two_fingers(photo, 200)
    _wait_for_front(app, "Photo 1 of 3")


@pytest.mark.wayland(only=True)
def test_two_fingers_over_the_film_strip_step_like_the_wheel(launch, three):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _open(app)
    _wait_for_front(app, "Photo 1 of 3")
    cell = _cell_of_strip(app, 2)
    app.person.two_fingers(cell, 0, -16, steps=16)
    _wait_for_front(app, "Photo 2 of 3")
    stays(lambda: _front(app).startswith("Photo 2 of 3"), "a notch is one photo", 0.3)


def test_a_layout_without_latin_letters_has_the_same_keys(desktop, launch, three, roll):
    processes.output(["setxkbmap", "ru,us"], desktop.env)
    # Codes of keys, as xdotool would look for the letters in the other layout.
    m, p, r, z = 58, 33, 27, 52
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    app.person.wait_for_focus()
    app.person.key(z, z)
    app.button("Zoom 2×, back to all")
    app.press("Take Photo")
    four = roll.wait_for(4)
    app.person.key(f"ctrl+{p}")
    _wait_for_front(app, "Photo 1 of 4")
    app.person.key("Right")
    _wait_for_front(app, "Photo 2 of 4")
    app.person.key("Delete")
    wait_for(lambda: not three[0].exists(), "the second photo goes")
    app.person.key(f"ctrl+{z}")
    wait_for(three[0].exists, "the same photo comes back")
    stays(lambda: all(path.exists() for path in four), "no other one goes", 0.5)
    # Neither turns a photo into a video, nor the mode behind it.
    app.person.key(f"ctrl+{m}", f"ctrl+{p}")
    app.button("Take Photo")
    assert "pressed" in app.find("Auto", "button").states
    app.person.key(r)
    app.find(prefix="Record sound")


@pytest.mark.parametrize("is_busy", [False, True], ids=["at-rest", "saving"])
def test_the_window_closes_with_the_roll_open(launch, three, roll, is_busy):
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    if is_busy:
        app.press("Take Photo")
        app.press("Last Photo")
        app.find("Back to Camera", "button")
    else:
        _open(app)
        _wait_for_front(app, "Photo 1 of 3")
        app.person.key("i", "g")
    assert app.close() == 0
    assert len(roll.photos()) == 3 + is_busy, "what was on its way is there"


def test_a_folder_that_is_moved_stays_and_one_that_goes_is_reported(launch, home, three):
    home.store(library_access="limited", library_folder=str(home.camera_roll))
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _open(app)
    _wait_for_front(app, "Photo 1 of 3")
    away = home.camera_roll.with_name("Away")
    home.camera_roll.rename(away)
    app.person.key("ctrl+r")
    wait_for(lambda: Image.open(away / three[0].name).getexif().get(0x0112) == 6, "a photo is turned where it is now")
    app.person.key("Delete", "ctrl+c", "ctrl+s")
    app.person.wait_for_dialog()
    app.person.key("Escape")
    app.person.wait_for_focus()
    shutil.rmtree(away)
    app.find("The photo folder is not there")
    app.person.key("ctrl+r", "Delete", "ctrl+c", "ctrl+z", "Right", "End", "g", "g", "i", "4")
    _photo(home.camera_roll, "IMG_20261122_120203_004.jpg", "blue")
    _wait_for_front(app, "Photo 1 of 1")
    assert not app.shows("The photo folder is not there")
    app.person.key("Escape")
    app.find("Take Photo", "button")
    Viewfinder(app).wait_until_moving()


@pytest.mark.skipif(not can_mount(), reason="mounting is not allowed here")
def test_a_disk_that_is_taken_out_is_reported_and_gets_the_photo_when_it_is_back(launch, home):
    home.pictures.mkdir(parents=True, exist_ok=True)
    home.store(library_access="limited", library_folder=str(home.camera_roll))
    disk = SmallDisk(home.pictures, 20)
    app = launch("--camera=test", under=disk.under)
    Viewfinder(app).wait_until_moving()
    folder = disk.seen_by(app, "Camera")
    _photo(folder, "IMG_20261122_120203_004.jpg", "blue")
    _open(app)
    _wait_for_front(app, "Photo 1 of 1")
    disk.take_out(app)
    app.find("The photo folder is not there")
    app.person.key("Delete", "ctrl+r", "ctrl+c", "Escape")
    app.press("Take Photo")
    app.find(prefix="The photo couldn’t be saved", role="alert")
    disk.put_in(app, "Camera")
    wait_for(lambda: len(list(folder.glob("IMG_*"))) == 1, "the photo is on the disk that came back")
    _open(app)
    _wait_for_front(app, "Photo 1 of 1, taken today")


@pytest.mark.skipif(not can_mount(), reason="mounting is not allowed here")
def test_a_disk_can_be_ejected_while_nothing_is_saved_and_is_used_again_when_it_is_back(launch, home):
    home.pictures.mkdir(parents=True, exist_ok=True)
    disk = SmallDisk(home.pictures, 20)
    app = launch("--camera=test", under=disk.under)
    Viewfinder(app).wait_until_moving()
    folder = disk.seen_by(app, "Camera")
    app.press("Take Photo")
    wait_for(lambda: list(folder.glob("IMG_*.heic")), "a photo is there")
    _open(app)
    _wait_for_front(app, "Photo 1 of 1, taken today")
    app.person.key("Escape")
    wait_for(lambda: disk.eject(app), lambda: f"nothing keeps the disk busy: {disk.users(app)}")
    disk.put_in(app, "Camera")
    app.press("Take Photo")
    wait_for(lambda: list(folder.glob("IMG_*.heic")), "a photo is on the disk that is back")


@pytest.mark.skipif(not can_mount(), reason="mounting is not allowed here")
def test_photos_go_where_they_are_found_when_a_disk_comes_over_the_folder(launch, home):
    home.pictures.mkdir(parents=True, exist_ok=True)
    disk = SmallDisk(home.pictures, 20)
    app = launch("--camera=test", under=disk.under)
    Viewfinder(app).wait_until_moving()
    folder = disk.seen_by(app, "Camera")
    app.press("Take Photo")
    wait_for(lambda: list(folder.glob("IMG_*.heic")), "a photo is there")
    _open(app)
    _wait_for_front(app, "Photo 1 of 1")
    disk.put_in(app)
    app.find("No photos yet")
    app.person.key("Escape")
    app.press("Take Photo")
    wait_for(lambda: list(folder.glob("IMG_*.heic")), "a photo is on the disk that came")


@pytest.mark.skipif(not can_mount(), reason="mounting is not allowed here")
def test_where_the_disk_is_full_a_photo_stays_as_it_is_and_that_is_said(launch, home):
    home.pictures.mkdir(parents=True, exist_ok=True)
    disk = FullDisk(home.pictures)
    app = launch("--camera=test", under=disk.under)
    Viewfinder(app).wait_until_moving()
    disk.mend(app)
    folder, filler = disk.seen_by(app, "Camera"), disk.seen_by(app, "filler")
    noise = numpy.random.default_rng(7).integers(0, 255, (480, 640, 3), numpy.uint8)
    photo = folder / "IMG_20261122_140203_004.jpg"
    Image.fromarray(noise).save(photo, quality=95)
    content = photo.read_bytes()
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass
    _open(app)
    _wait_for_front(app, "Photo 1 of 1")
    app.person.key("ctrl+r")
    app.find(prefix="The photo couldn’t be turned. There is no room left on the disk with ")
    assert photo.read_bytes() == content
    assert list(folder.iterdir()) == [photo], "nothing half-written"
    filler.unlink()
    app.person.key("ctrl+r")
    wait_for(lambda: photo.read_bytes() != content, "it is turned")
    assert Image.open(io.BytesIO(photo.read_bytes())).getexif()[0x0112] == 6


def _read_bytes(app):
    """How much the program has read from files so far."""
    return int(re.search(r"rchar: (\d+)", Path(f"/proc/{app.pid}/io").read_text())[1])


def test_the_photo_is_read_while_the_pointer_comes_to_it(launch, three):
    size = 4 << 20
    with three[0].open("ab") as file:
        # What follows the picture is no part of it, and read with it.
        file.write(bytes(size))
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    thumbnail = app.find("Last Photo")
    app.person.point_at(app.find("Viewfinder"))
    begin = _read_bytes(app)
    stays(lambda: _read_bytes(app) < begin + size, "the photo is let alone", 0.5)
    app.person.point_at(thumbnail)
    wait_for(lambda: _read_bytes(app) >= begin + size, "the photo is read")
    assert not app.shows("Back to Camera")
    app.person.click()
    _wait_for_front(app, "Photo 1 of 3")
    stays(lambda: _read_bytes(app) < begin + 2 * size, "it is read once", 0.5)


@pytest.mark.parametrize("width", [360, 960, 1400])
def test_the_grid_fills_the_window(launch, home, width):
    for number in range(20):
        _photo(home.camera_roll, f"IMG_20261122_1402{number:02}_000.jpg", "red")
    home.store(window_width=width, window_height=708)
    app = launch("--camera=test")
    Viewfinder(app).wait_until_moving()
    _open(app)
    _wait_for_front(app, "Photo 1 of 20")
    app.person.wait_for_focus()
    app.person.key("g")

    def edges():
        grid = app.find("All Photos", "grid")
        # GTK has cells in store.
        cells = [each.extents for each in grid.all() if each.has_role("image") and each.extents[2]]
        top = min((y for _, y, *_ in cells), default=0)
        row = sorted((x, x + wide) for x, y, wide, _ in cells if y == top)
        window = app.find("Tintype", "window").extents[2]
        return [0, *(end for _, end in row)], [*(begin for begin, _ in row), window]

    def is_full():
        gaps = [begin - end for end, begin in zip(*edges())]
        return len(gaps) > 2 and max(gaps) <= 16
    wait_for(is_full, lambda: f"no gap is wide: {edges()}")
