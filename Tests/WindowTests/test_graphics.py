# SPDX-License-Identifier: GPL-3.0-or-later
"""A GPU draws the same as is drawn without one, and a useless GPU is not used."""

import json
import shutil
import subprocess
from pathlib import Path

import numpy
import pytest

from harness import processes
from harness.cameras import _BUILT
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

#: Drawn by the processor here, as a GPU would.
GL = {"GSK_RENDERER": "gl"}
VULKAN = {"GSK_RENDERER": "vulkan"}

#: Whether GTK has Vulkan without being built for it.
HAS_VULKAN = subprocess.run(["pkg-config", "--atleast-version=4.16", "gtk4"], check=False).returncode == 0
needs_vulkan = pytest.mark.skipif(not HAS_VULKAN, reason="GTK has Vulkan since 4.16")


def picture(app, area, before):
    """The picture in an area below the frame's number, which changes, as numbers that can be subtracted."""
    viewfinder = Viewfinder(app)
    # The camera's exposure settles.
    viewfinder.wait_for_frame_in(area, before + 60)
    pixels = app.desktop.screen.shot(area).astype(int)
    left, top, width, height = viewfinder.box_in(pixels)
    return pixels[top + height // 2:top + height - 60, left + 8:left + width - 8]


def test_the_gpu_s_colours_are_those_of_every_arrangement_matrix_and_range(desktop):
    done = subprocess.run([_BUILT.parent / "planes-check/check"], env=desktop.env | GL, capture_output=True, text=True,
                          timeout=60, check=False)
    print(done.stdout, done.stderr)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) > 70, "nothing was compared"


def libraries(app):
    """The file names of the libraries that a program has loaded."""
    with open(f"/proc/{app.pid}/maps") as maps:
        return {line.split()[-1].rpartition("/")[2] for line in maps if "/" in line}


@pytest.mark.parametrize("renderer", [GL, pytest.param(VULKAN, marks=needs_vulkan)], ids=["gl", "vulkan"])
def test_a_gpu_shows_what_cairo_shows(launch, cameras, allowed, home, renderer):
    home.store(mirror_preview="on")
    camera = cameras.make(modes=["MJPG:640x480@30"], fixed=True)
    app = launch()
    area = Viewfinder(app).area()
    shown = [picture(app, area, camera.newest_frame)]
    app.close()
    app = launch(env=renderer)
    # Drawn by the processor, neither leaves time for questions through accessibility.
    shown.append(picture(app, area, camera.newest_frame))
    assert renderer is GL or "libvulkan_lvp.so" in libraries(app)
    assert shown[0].shape == shown[1].shape
    difference = numpy.abs(shown[0] - shown[1])
    # Colour is blended between its samples by the one and not by the other, so edges differ; the test above has the rest.
    assert numpy.median(difference) <= 1 and numpy.percentile(difference, 90) <= 2


@pytest.fixture
def gpu(folder):
    """A command under which a program finds the node of a GPU; what draws is the processor."""
    node = folder / "renderD128"
    node.touch()
    return ["bwrap", "--dev-bind", "/", "/", "--dev", "/dev", "--dir", "/dev/dri", "--bind", node,
            "/dev/dri/renderD128"]


@pytest.fixture
def record(home):
    """The file that says how it went with the GPU."""
    return home.folder / ".local/state/tintype/graphics"


def test_a_start_that_never_showed_a_frame_is_the_last_with_the_gpu(launch, camera, allowed, gpu, record, desktop):
    app = launch(under=gpu)
    wait_for(lambda: record.exists() and record.read_text(), "the GPU is tried", interval=0.001)
    app.kill()
    assert record.read_text().startswith("trying ")

    app = launch(under=gpu, env={"G_MESSAGES_DEBUG": "tintype-main"})
    Viewfinder(app).wait_until_live()
    assert "without the GPU" in app.log_text()
    app.close()
    assert record.read_text().startswith("failed ")

    done = subprocess.run([*gpu, shutil.which("tintype"), "--doctor", "--json", "--camera=test"], env=desktop.env,
                          capture_output=True, text=True, timeout=60, check=False)
    check, = [each for each in json.loads(done.stdout)["checks"] if each["id"] == "graphics"]
    assert (check["status"], check["details"]["result"]) == ("note", "failed")

    launch(under=gpu, env=GL)
    wait_for(lambda: not record.exists(), "a frame is shown, so that the GPU is used again")


@pytest.mark.wayland()
def test_a_gpu_that_is_the_processor_is_left(launch, camera, allowed, gpu, record):
    app = launch(under=gpu)
    wait_for(lambda: record.exists() and record.read_text().startswith("software "), "it is known for what it is")
    assert not [name for name in libraries(app) if name.startswith("libvulkan_")], "GTK takes no planes with Vulkan"
    app.kill()
    app = launch(under=gpu, env={"G_MESSAGES_DEBUG": "tintype-main"})
    Viewfinder(app).wait_until_live()
    assert "without the GPU" in app.log_text()


def test_without_a_gpu_nothing_of_gl_is_loaded(app, record):
    # GTK itself loads its module for media wherever that is installed, and with it what that is linked with.
    modules = [str(path) for path in Path("/usr/lib").glob("*/gtk-4.0/*/media/*.so")]
    linked = {Path(word).resolve().name for word in processes.output(["ldd", f"/proc/{app.pid}/exe", *modules]).split()
              if word.startswith("/")}
    assert not [name for name in libraries(app) - linked
                if "GLX" in name or "dri" in name or "libEGL_" in name or "vulkan" in name]
    assert not record.exists()
