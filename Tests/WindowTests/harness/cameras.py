# SPDX-License-Identifier: GPL-3.0-or-later
"""Virtual cameras: made of a preloaded library that plays V4L2 to one program, see Tests/VirtualCamera."""

import collections
import importlib.util
import json
import os
import subprocess
from pathlib import Path
from subprocess import DEVNULL, Popen

import numpy

from . import processes
from .waiting import TIMEOUT, wait_for

#: The program that uses a camera in tests of a busy one.
BUSY_PROGRAM = "v4l2-ctl"
#: Of src/scene.h.
_SCENE_LEVELS = 6
_PROJECT = Path(__file__).resolve().parents[3]
_SOURCES = _PROJECT / "Tests/VirtualCamera"
_BUILT = _PROJECT / ".build/virtual-camera"


def build():
    """Builds the virtual camera where it is missing or old; costs nothing otherwise."""
    subprocess.run(["make", "--silent", "-C", _SOURCES], check=True)


def _framecode():
    spec = importlib.util.spec_from_file_location("framecode", _SOURCES / "framecode.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


framecode = _framecode()


class CameraBag:
    """The cameras of one test: `env` makes a program see them, and no other camera of the machine."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir()
        self.env = {"VCAM_DIR": str(self.folder), "LD_PRELOAD": str(_BUILT / "libvcam.so")}

        #: The same for a program started under `under_udev`, which also hears of cameras that come and go.
        self.env_under_udev = {"VCAM_DIR": str(self.folder)}
        self.under_udev = ["/usr/bin/python3", str(_SOURCES / "with-udev.py"), str(_BUILT)]

    def make(self, node="/dev/video0", modes=("MJPG:640x480@30",), name="Acme HD Webcam", **options):
        """Plugs in a camera. Options are those of `vcam create`; True stands for a bare one."""
        words = ["--name", name]
        for mode in modes:
            words += ["--mode", mode]
        for option, value in options.items():
            words += [f"--{option}"] if value is True else [f"--{option}", str(value)]
        camera = Camera(self, node)
        camera.command("create", *words)
        return camera

    def show(self, luma):
        """Puts this in front of all cameras of its size: rows of grey values.

        A camera that runs already shows it when something about its look changes, such as its brightness.
        """
        height, width = luma.shape
        stride, rows = (width + 15) & ~15, (height + 15) & ~15
        plane = numpy.full((rows, stride), 118, numpy.uint8)
        plane[:height, :width] = luma
        # The levels of blur, which are all sharp here, and the two halves of colour, which are grey (scene.c).
        grey = numpy.full(stride * rows, 128, numpy.uint8)
        data = plane.tobytes() * _SCENE_LEVELS + grey.tobytes()
        path = self.folder / f".scene-{width}x{height}"
        if path.exists():
            with path.open("r+b") as file:
                file.write(data)
        else:
            path.write_bytes(data)


#: A frame that was ready: the driver's count, the place of a coded picture in its stream, and whether it was whole.
Sent = collections.namedtuple("Sent", "sequence place is_whole")


class User:
    """Another program that streams from a camera."""

    def __init__(self, process):
        self._process = process

    def stop(self):
        processes.stop(self._process)


class Camera:
    """One virtual camera."""

    def __init__(self, bag, node):
        self._bag = bag
        self.node = node
        self._number = node.rpartition("/")[2]

    def command(self, name, *words):
        """Runs `vcam NAME …` for this camera and returns what it prints."""
        command = [_BUILT / "vcam", name, "--dir", self._bag.folder, "--node", self.node, *map(str, words)]
        environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, f"vcam {name} {words}: {done.stderr}"
        return done.stdout

    def unplug(self):
        self.command("unplug")

    def replug(self, node=None):
        """Plugs it in again; `node`: as another one than before."""
        if node:
            self.command("replug", "--as", node)
            self.node = node
        else:
            self.command("replug")

    def use(self):
        """Lets another program stream from it; returns that program, which has a method stop()."""
        command = [BUSY_PROGRAM, "--device", self.node, "--stream-mmap", "--stream-count=0"]
        user = Popen(command, env=os.environ | self._bag.env, stdout=DEVNULL, stderr=DEVNULL)
        wait_for(lambda: self.is_streaming, f"{BUSY_PROGRAM} streams")
        return User(user)

    def fault(self, *words):
        """Switches a fault, such as ("busy",), ("short", 100), ("stall", "off") or ("off",) for all."""
        self.command("fault", *words)

    def wait_for_fault_to_end(self, name):
        """Waits until a fault that was switched on for a number of frames has happened that often."""
        def is_over():
            line, = [line for line in self.command("fault", "list").splitlines() if line.split()[0] == name]
            return line.split()[-1] == "0"
        wait_for(is_over, f"the fault {name} is over")

    def status(self):
        return json.loads(self.command("stat"))

    @property
    def sent(self):
        """The frames that became ready for the program, the last thousand."""
        return [Sent(*frame[2:]) for frame in json.loads(self.command("stat", "--frames"))["frames"]]

    @property
    def opens(self):
        """How often any program has opened it."""
        return self.status()["opens"]

    @property
    def handles(self):
        """How many open files of it there are."""
        return self.status()["handles"]

    @property
    def is_streaming(self):
        return self.status()["streaming"]

    @property
    def newest_frame(self):
        return self.status()["frame_number"]

    def wait_for_frames(self, count):
        """Waits until it has delivered this many more frames."""
        start = self.status()["dequeued"]
        wait_for(lambda: self.status()["dequeued"] >= start + count, f"{count} frames are taken from the camera")

    def ready_at(self, number):
        """When the frame of this number was ready: seconds of the monotonic clock. None when that is forgotten."""
        nanoseconds = framecode.Ring(str(self._bag.folder / self._number / "state")).done_ns(number)
        return nanoseconds and nanoseconds / 1e9

    # Controls.

    @property
    def controls(self):
        """The values of all controls, by the driver's names as `vcam` writes them."""
        return self.status()["controls"]

    @property
    def control_writes(self):
        """How many values programs have set so far."""
        return self.status()["control_writes"]

    def set(self, control, value):
        """Turns a control as if on the device itself."""
        self.command("set", control, value)

    def wait_for_control(self, control, value, timeout=TIMEOUT):
        wait_for(lambda: self.controls[control] == value, lambda: f"{control} is {value}: {self.controls}", timeout)

    def set_by_another_program(self, control, value):
        """Lets v4l2-ctl set a control, by the name that it has for it."""
        command = [BUSY_PROGRAM, "--device", self.node, "--set-ctrl", f"{control}={value}"]
        subprocess.run(command, env=os.environ | self._bag.env, check=True, timeout=60, stdout=DEVNULL)
