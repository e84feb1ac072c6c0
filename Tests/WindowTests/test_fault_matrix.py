# SPDX-License-Identifier: GPL-3.0-or-later
"""Every fault at every moment: what is said, how fast, how fast the picture is back, and that nothing is lost or leaks.

The faults of a moment share one window. The table is in .build/fault-matrix.
"""

import json
import subprocess
import time

import pytest

from harness.fault_table import Cell, FaultTable
from harness.faults import FAULTS
from harness.focus import Focus
from harness.footprint import Footprint
from harness.scene import Scene
from harness.waiting import wait_for

pytestmark = pytest.mark.paced
MOMENTS = ("at start", "streaming", "shot", "recording", "focus search", "control write", "twice in a row", "shutdown")
#: Seconds that closing the window may take, whatever the camera does.
CLOSING = 5.0
#: Seconds that starting the program may take on a machine that does other things, too.
STARTING = 10.0
#: The picture goes on, so that what a moment is about comes to its end.
HARMLESS = next(fault for fault in FAULTS if fault.says is None)
TABLE = FaultTable([fault.name for fault in FAULTS], MOMENTS)


@pytest.fixture
def camera(cameras):
    return cameras.make(modes=["MJPG:640x480@30"])


@pytest.fixture
def scene(launch, camera, home, roll, scratch):
    def start(**settings):
        home.store(camera_access="yes", photo_format="jpeg", **settings)
        return Scene(launch(), camera, roll, scratch)
    return start


def fill_column(scene, moment, play):
    """Plays every fault at a moment and writes the table; fails with what went wrong in any."""
    # Things made once, such as retry timers and the connection for sounds, stay from now on.
    for fault in (FAULTS[0], HARMLESS):
        play(fault, Cell(fault.name, moment))
    cells, first = [], Footprint(scene.app.pid)
    for fault in FAULTS:
        cell = Cell(fault.name, moment)
        cells.append(cell)
        before = Footprint(scene.app.pid)
        try:
            play(fault, cell)
            cell.troubles += scene.leaks_since(before)
            cell.footprint = Footprint(scene.app.pid).facts()
        except AssertionError as error:
            cell.troubles.append(str(error).split("\n", maxsplit=1)[0])
            start_over(scene, fault)
    cells[-1].troubles += [f"{leak} after all" for leak in Footprint(scene.app.pid).leaks_since(first)]
    finish(cells)


def finish(cells):
    TABLE.save(cells)
    troubles = [f"{cell.fault} at {cell.moment}: {cell.troubles}" for cell in cells if cell.troubles]
    assert not troubles, "\n".join(troubles)


def start_over(scene, fault):
    """After a cell that failed: the next one begins with a picture, or not at all."""
    fault.end(scene.camera)
    scene.panel.press("Try Again")
    scene.wait_until_live()


def test_while_streaming(scene):
    scene = scene()
    scene.wait_until_live()
    fill_column(scene, "streaming", scene.happen)


def test_twice_in_a_row(scene):
    scene = scene()
    scene.wait_until_live()
    fill_column(scene, "twice in a row", lambda fault, cell: scene.happen(fault, cell, times=2))


def test_during_a_shot(scene):
    scene = scene()
    scene.wait_until_live()
    shutter = scene.app.button("Take Photo")

    def play(fault, cell):
        wait_for(lambda: "sensitive" in shutter.states, "the shutter can be pressed")
        shutter.press()
        scene.happen(fault, cell)
        cell.photos = f"{scene.check_photos(1)} whole"

    fill_column(scene, "shot", play)


def test_while_recording(scene, home):
    """The video plays, with everything up to the fault, whether the fault ends it or not."""
    scene = scene(microphone="none")
    scene.wait_until_live()
    app = scene.app
    app.press("Video")
    app.button("Record Video")

    def play(fault, cell):
        scene.wait_until_live()
        app.press("Record Video")
        app.find("Stop Recording")
        app.find("Recording, 0:01")
        scene.happen(fault, cell)
        wait_for(lambda: app.shows("Stop Recording") or app.shows("Record Video"), "it goes on, or has ended")
        if app.shows("Stop Recording"):
            app.press("Stop Recording")
        app.button("Record Video")
        video, = home.camera_roll.glob("VID_*")
        count, length = _pictures_and_length(video)
        assert count > 1 and length >= 1, (count, length)
        cell.photos = f"{length:.1f} s of video"
        video.unlink()

    fill_column(scene, "recording", play)


def _pictures_and_length(video):
    """Of a video that another program decodes to its end, without a complaint."""
    answer = subprocess.run(["ffprobe", "-v", "error", "-of", "json", "-count_frames", "-select_streams", "v",
                             "-show_entries", "stream=nb_read_frames:format=duration", str(video)],
                            capture_output=True, text=True)
    assert answer.returncode == 0 and not answer.stderr, answer.stderr
    facts = json.loads(answer.stdout)
    return int(facts["streams"][0]["nb_read_frames"]), float(facts["format"]["duration"])


def test_during_a_focus_search(scene):
    scene = scene()
    scene.wait_until_live()
    focus = Focus(scene.app, scene.viewfinder)
    described = scene.app.find("Viewfinder")
    sides = [0.25, 0.75]

    def play(fault, cell):
        sides.reverse()
        focus.click(sides[0], 0.5)
        wait_for(lambda: described.description == "Focusing", "a search begins", interval=0.005)
        scene.happen(fault, cell)
        wait_for(lambda: described.description != "Focusing", "the search ends")

    fill_column(scene, "focus search", play)


def test_during_a_control_write(scene):
    scene = scene(last_shooting_mode="pro")
    scene.wait_until_live()
    directions = [3, -3]
    scene.app.person.point_at(scene.app.find("White Balance", "slider"))

    def play(fault, cell):
        # The dials are new ones after each reconnection, in the same places.
        scene.app.find("White Balance", "slider")
        writes = scene.camera.control_writes
        scene.camera.fault("slow-ioctl", 20)
        directions.reverse()
        scene.app.person.wheel(directions[0])
        wait_for(lambda: scene.camera.control_writes > writes, "the camera is being set")
        scene.happen(fault, cell)

    fill_column(scene, "control write", play)


def test_at_start_and_during_shutdown(launch, camera, home):
    home.store(camera_access="yes")
    started, closed = [], []
    for fault in FAULTS:
        started.append(Cell(fault.name, "at start"))
        closed.append(Cell(fault.name, "shutdown"))
        fault.begin(camera, is_streaming=False)
        app = launch()
        try:
            scene = see_start(fault, app, camera, started[-1])
            close_with(fault, scene, closed[-1])
        except AssertionError as error:
            started[-1].troubles.append(str(error).split("\n", maxsplit=1)[0])
            app.kill()
        camera.fault("off")
    finish(started + closed)


def see_start(fault, app, camera, cell):
    """The state of a program that was just started, and how it gets its picture."""
    begun = time.monotonic()
    scene = Scene(app, camera)
    # Without a camera, none could come back.
    cell.said = "No camera found" if fault.name == "unplug" else fault.says
    if cell.said:
        cell.said_ms = 1000 * (scene.panel.wait_for(cell.said, STARTING + fault.say_limit) - begun)
    scene.app.find("Viewfinder")
    if not cell.said:
        scene.wait_until_live()
    scene.area = scene.viewfinder.area()
    # Without udev, cameras are looked for twice a second.
    scene.recover(fault, cell, allowance=0.5 if fault.name == "unplug" else 0)
    return scene


def close_with(fault, scene, cell):
    """Closes the window while the fault happens: the program ends well, and the camera is free."""
    close = scene.app.button("Close")
    fault.begin(scene.camera)
    begun = time.monotonic()
    close.press()
    if scene.app.wait_for_end(CLOSING) != 0:
        cell.troubles.append("did not end well")
    cell.said, cell.said_ms = "ended", 1000 * (time.monotonic() - begun)
    if scene.camera.handles:
        cell.troubles.append("the camera is still open")
    fault.end(scene.camera)
