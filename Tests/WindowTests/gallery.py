# SPDX-License-Identifier: GPL-3.0-or-later
"""A picture of every state of the window that a person can meet, in .build/screenshots: `make screenshots`.

No test: nothing is asserted but that the state is there. Each is looked at by a person.
"""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from harness import legibility, qr
from harness.permission_store import CAMERA, LIBRARY, desktop, store  # noqa: F401
from harness.preferences import open_privacy
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

FOLDER = Path(__file__).resolve().parents[2] / ".build/screenshots"
DIALS = ["Shutter", "Gain", "White Balance", "Focus", "Exposure"]
SIZES = {"360x480": (360, 480), "360x640": (360, 640), "600x1000": (600, 1000), "960x708": (960, 708),
         "1400x900": (1400, 900)}
TABLE = FOLDER / "contrast.txt"


@pytest.fixture
def take(request):
    """Keeps a picture of the window, or of the dialog that has the keyboard, and the weakest contrast of its words."""
    def take(app, window=legibility.main):
        shown = window(app)
        # Whatever unfolds or fades is at its end when nothing is faint any more.
        contrasts = wait_for(shown.contrasts, "there are words")
        FOLDER.mkdir(parents=True, exist_ok=True)
        name = request.node.name.removeprefix("test_").replace("[", "-").rstrip("]")
        Image.fromarray(shown.pixels()).save(FOLDER / f"{name}.png")
        words, least = min(contrasts.items(), key=lambda item: item[1])
        with TABLE.open("a") as table:
            table.write(f"{least:5.1f}  {name}: {words}\n")
    return take


@pytest.fixture
def publish():
    """Keeps a picture for the README and the desktop's software centre: copied from here to data/screenshots."""
    def publish(app, name):
        folder = FOLDER / "published"
        folder.mkdir(parents=True, exist_ok=True)
        # Without the edge that a desktop without transparency gives a window.
        Image.fromarray(legibility.main(app).pixels()[4:-4, 4:-4]).save(folder / f"{name}.png", optimize=True)
    return publish


@pytest.fixture
def granted(store):  # noqa: F811
    """Camera and library are allowed."""
    store.set(CAMERA, "yes")
    store.set(LIBRARY, "yes")


@pytest.fixture
def scene(launch, home):
    """The test scene's picture, in which mode and window one likes."""
    def scene(mode="auto", size=(960, 708), *words, **options):
        home.store(last_shooting_mode=mode, window_width=size[0], window_height=size[1], **options)
        app = launch("--camera=test", *words)
        Viewfinder(app).wait_until_moving()
        if mode == "pro":
            app.find("Shutter", "slider")
        app.person.wait_for_focus()
        return app
    return scene


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("mode", ["auto", "pro"])
def test_size(scene, take, mode, size):
    take(scene(mode, size))


@pytest.mark.parametrize("size", ["360x640", "960x708"])
@pytest.mark.parametrize("dial", DIALS)
def test_ruler(scene, take, dial, size):
    app = scene("pro", SIZES[size])
    app.person.tab_to(dial)
    app.person.key("Return", "Right")
    app.button("Back to Automatic")
    take(app)


@pytest.mark.parametrize("button", ["Viewing Aids", "Presets", "More", "Self-Timer", "Main Menu", "Shape and Mirror"])
def test_menu(scene, take, button):
    app = scene("auto" if button == "Shape and Mirror" else "pro")
    person = app.person
    before = app.desktop.screen.shot(person.geometry())
    app.press(button)
    # It lies over the picture, which moves: most of a part of it is another.
    wait_for(lambda: _changed(before, app.desktop.screen.shot(person.geometry())), f"{button} is on the screen")
    take(app)


def _changed(before, after):
    """Whether so much is different that something must lie over it."""
    return (np.abs(before.astype(int) - after).max(axis=2) > 40).mean() > 0.015


@pytest.mark.parametrize("keys", [["g"], ["p"], ["e"], ["h"], ["g", "p", "h"]], ids="-".join)
def test_aids(scene, take, keys):
    app = scene("pro")
    app.person.key(*keys)
    take(app)


def test_zoomed(scene, take):
    app = scene()
    app.press("Zoom 1×, come nearer")
    app.button("Zoom 2×, back to all")
    take(app)


def test_scanning(scene, take):
    app = scene()
    app.person.key("ctrl+b")
    app.find("Point at a code", "label")
    take(app)


def test_countdown(scene, take, granted):
    app = scene(self_timer=10)
    app.press("Take Photo")
    app.button("Stop")
    take(app)


def test_last_photo(scene, take, granted, roll):
    app = scene()
    app.press("Take Photo")
    roll.wait_for(1)
    app.button("Last Photo")
    take(app)


def test_last_burst(scene, take, granted, home):
    home.camera_roll.mkdir(parents=True)
    for number in range(5):
        Image.new("RGB", (640, 480), (200, 60, 40)).save(home.camera_roll / f"IMG_20261122_140203_{number * 33:03}.jpg")
    app = scene()
    wait_for(lambda: app.find("Last Photo").description, "the burst is a stack")
    take(app)


@pytest.mark.parametrize("size", ["360x480", "360x640", "600x1000", "960x708"])
@pytest.mark.parametrize("mode", ["auto", "pro"])
def test_recording(scene, take, granted, mode, size):
    app = scene(mode, SIZES[size], microphone="none")
    app.press("Video")
    app.press("Record Video")
    # Size and room are said by the third second.
    wait_for(lambda: app.shows(prefix="Recording, ") and not app.shows("Recording, 0:00")
             and not app.shows("Recording, 0:01"), "it has recorded for two seconds")
    take(app)


@pytest.mark.parametrize("size", ["360x640", "960x708"])
def test_video(scene, take, size):
    app = scene("auto", SIZES[size])
    app.press("Video")
    app.button("Record Video")
    take(app)


@pytest.mark.parametrize("button, item", [("Sound", "Mute"), ("Speed", "Normal Speed")])
def test_video_menu(scene, take, granted, button, item):
    app = scene()
    app.press("Video")
    app.press(button)
    app.find(item)
    take(app)


@pytest.mark.parametrize("size", ["360x480", "960x708", "1400x900"])
@pytest.mark.parametrize("view", ["photo", "grid"])
def test_roll(scene, take, granted, home, view, size):
    home.camera_roll.mkdir(parents=True)
    for index in range(40):
        bands = (Image.linear_gradient("L").rotate(90 * index), Image.radial_gradient("L"),
                 Image.new("L", (256, 256), 6 * index))
        name = f"IMG_202611{index % 28 + 1:02}_1402{index:02}_004.jpg"
        Image.merge("RGB", bands).resize((1280, 720)).save(home.camera_roll / name)
    app = scene("auto", SIZES[size])
    app.person.key("ctrl+p")
    app.button("Back to Camera")
    if view == "grid":
        app.person.key("g")
    app.person.wait_for_focus()
    take(app)


@pytest.mark.parametrize("size", ["360x640", "960x708"])
def test_playing(scene, take, granted, size):
    app = scene("auto", SIZES[size], microphone="none")
    app.press("Video")
    app.press("Record Video")
    app.find("Recording, 0:03")
    app.press("Stop Recording")
    app.button("Record Video")
    app.press("Last Photo")
    app.press("Play")
    app.find("0:01", "label")
    app.press("Pause")
    take(app)


def test_focus(scene, take):
    app = scene()
    app.person.click(app.find("Viewfinder"))
    take(app)


def test_published_main(scene, publish, granted, roll):
    app = scene()
    app.press("Take Photo")
    roll.wait_for(1)
    app.button("Last Photo")
    publish(app, "main")


def test_published_focus(scene, publish):
    app = scene()
    left, top, width, height = app.person.area_on_screen(app.find("Viewfinder"))
    # The camera in front.
    app.person.click_at(left + width * 0.18, top + height * 0.68)
    wait_for(lambda: app.find("Viewfinder").description == "Focused", "it is sharp")
    publish(app, "focus")


def test_published_pro(scene, publish):
    app = scene("pro")
    app.person.click(app.find("Focus", "slider"))
    app.button("Back to Automatic")
    publish(app, "pro")


def test_published_video_and_roll(scene, publish, granted, roll):
    app = scene(microphone="none")
    for count in (1, 2):
        app.press("Take Photo")
        roll.wait_for(count)
    app.press("Video")
    app.press("Record Video")
    app.find("Recording, 0:03")
    publish(app, "video")
    app.press("Stop Recording")
    app.button("Record Video")
    app.person.wait_for_focus()
    app.press("Last Photo")
    app.button("Back to Camera")
    app.person.key("End")
    wait_for(lambda: app.shows(prefix="Photo 3 of 3"), "the first photo is in front")
    publish(app, "roll")


def test_fullscreen(scene, take):
    app = scene()
    app.person.key("F11")
    take(app)


def test_preferences(scene, take):
    app = scene()
    app.person.key("ctrl+comma")
    app.person.wait_for_dialog()
    take(app, legibility.front)


def test_shortcuts(scene, take):
    app = scene()
    app.person.key("ctrl+question")
    app.person.wait_for_dialog()
    take(app, legibility.front)


def test_help(scene, take):
    app = scene()
    app.person.key("F1")
    app.person.wait_for_dialog()
    take(app, legibility.front)


def test_privacy(scene, take):
    app = scene()
    open_privacy(app)
    take(app, legibility.front)


def test_two_cameras(launch, cameras, granted, take):
    cameras.make("/dev/video0", name="Acme HD Webcam", port="2")
    cameras.make("/dev/video1", name="Acme Document Camera", port="3")
    app = launch()
    Viewfinder(app).wait_until_live()
    app.press("Choose Camera")
    take(app)


@pytest.mark.parametrize("answer", [(), ["no"]], ids=["asked", "denied"])
def test_camera_permission(launch, cameras, store, take, answer):  # noqa: F811
    cameras.make()
    store.set(CAMERA, *answer)
    app = launch()
    app.button("Open Settings" if answer else "Allow")
    take(app)


@pytest.mark.parametrize("answer", [(), ["no"], ["limited"]], ids=["asked", "denied", "limited"])
def test_library_permission(launch, cameras, store, home, take, answer):  # noqa: F811
    cameras.make()
    home.store(library_folder=str(home.pictures))
    store.set(CAMERA, "yes")
    store.set(LIBRARY, *answer)
    app = launch()
    Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    app.button({(): "Choose Folder…", ("no",): "Save As…", ("limited",): "Limited Library"}[tuple(answer)])
    take(app)


@pytest.mark.parametrize("size", ["360x480", "360x640"])
def test_unsaved_photo(launch, cameras, store, home, take, size):  # noqa: F811
    cameras.make()
    width, height = SIZES[size]
    home.store(library_folder=str(home.pictures), window_width=width, window_height=height)
    store.set(CAMERA, "yes")
    store.set(LIBRARY, "no")
    app = launch()
    Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    app.button("Save As…")
    take(app)


def test_no_camera(launch, granted, take):
    app = launch()
    app.find("No camera found")
    take(app)


@pytest.mark.parametrize("fault, words", [
    ("stall", "The camera stopped sending pictures"), ("unplug", "Camera disconnected")])
def test_trouble(launch, cameras, granted, take, fault, words):
    camera = cameras.make()
    app = launch()
    Viewfinder(app).wait_until_live()
    camera.unplug() if fault == "unplug" else camera.fault(fault)
    app.find(words)
    take(app)


def test_busy(launch, cameras, granted, take):
    other = cameras.make().use()
    app = launch()
    app.find("Camera is in use")
    take(app)
    other.stop()


def test_code(launch, cameras, store, take):  # noqa: F811
    cameras.show(qr.scene("https://example.com/menu"))
    cameras.make(modes=["MJPG:1280x720@30"])
    store.set(CAMERA, "yes")
    app = launch()
    Viewfinder(app).wait_until_live()
    app.person.wait_for_focus()
    app.person.key("ctrl+b")
    app.button("Open…")
    take(app, legibility.front)


def test_something_wrong(launch, cameras, store, take):  # noqa: F811
    cameras.make()
    store.set(CAMERA, "no")
    app = launch()
    app.press("Something wrong?")
    app.button("Copy Report")
    take(app, legibility.front)
