# SPDX-License-Identifier: GPL-3.0-or-later
"""The pictures of the README and of the software centre, in .build/screenshots/published: `make screenshots`, which also
keeps one of every state of the window (test_every_state). They are of the real program and the test scene.

No test: nothing is asserted but that the state is there. Each is looked at by a person, and copied to data/screenshots.
"""

from pathlib import Path

import pytest
from PIL import Image

from harness import legibility
from harness.permission_store import CAMERA, LIBRARY, desktop, store  # noqa: F401
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

FOLDER = Path(__file__).resolve().parents[2] / ".build/screenshots/published"


@pytest.fixture
def publish():
    """Keeps a picture."""
    def publish(app, name):
        FOLDER.mkdir(parents=True, exist_ok=True)
        # Without the edge that a desktop without transparency gives a window.
        Image.fromarray(legibility.main(app).pixels()[4:-4, 4:-4]).save(FOLDER / f"{name}.png", optimize=True)
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
