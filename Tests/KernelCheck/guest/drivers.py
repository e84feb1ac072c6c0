# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands to the kernel: which drivers to load, and when a camera comes and goes."""

import fcntl
import os
import struct
import subprocess
from pathlib import Path

from harness.waiting import wait_for

_DEVICES = Path("/sys/class/video4linux")


def load(module, *options):
    subprocess.run(["modprobe", module, *options], check=True)
    settle()


def insert(file, *options):
    """Loads a module that Debian does not have, and before it all that it needs."""
    needed = subprocess.run(["modinfo", "--field", "depends", file], check=True, capture_output=True, text=True).stdout
    subprocess.run(["modprobe", "--all", *needed.strip().split(",")], check=True)
    subprocess.run(["insmod", file, *options], check=True)
    settle()


def unload(module):
    subprocess.run(["rmmod", module], check=True)
    settle()


def settle():
    """Waits until udev has dealt with all that happened."""
    subprocess.run(["udevadm", "settle"], check=True)


def nodes(driver):
    """The driver's video nodes, in the order of their numbers; the first of uvcvideo's is the picture."""
    found = [each for each in _DEVICES.glob("video*") if (each / "device/driver").resolve().name == driver]
    return [Path("/dev") / each.name for each in sorted(found, key=lambda each: int(each.name[5:]))]


def picture_node(driver):
    """The driver's node for capturing pictures; waits for it."""
    def capturing():
        return [node for node in nodes(driver) if _can_capture(node)]
    return wait_for(capturing, f"a camera of {driver}")[0]


def _can_capture(node):
    """By the capabilities of the node itself, as VIDIOC_QUERYCAP tells them."""
    try:
        handle = os.open(node, os.O_RDWR)
    except OSError:
        return False
    try:
        answer = fcntl.ioctl(handle, 0x80685600, bytes(104))
    finally:
        os.close(handle)
    return bool(struct.unpack_from("I", answer, 88)[0] & 1)


def is_open(node):
    """Whether the program has this node open."""
    for program in Path("/proc").glob("[0-9]*"):
        try:
            if (program / "comm").read_text() == "tintype\n":
                if node in [each.readlink() for each in (program / "fd").iterdir()]:
                    return True
        except OSError:
            continue
    return False


def wait_until_written(node):
    """Waits until a program writes to a node of v4l2loopback's: it has no format before."""
    chosen = _DEVICES / node.name / "format"
    wait_for(lambda: chosen.read_text(), f"a program writes to {node}", 60)


def control(node, name):
    """The value of a control, without the words that a menu has for it."""
    command = ["v4l2-ctl", "--device", node, "--get-ctrl", name]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return int(done.stdout.partition(":")[2].split()[0])


def set_control(node, name, value):
    subprocess.run(["v4l2-ctl", "--device", node, "--set-ctrl", f"{name}={value}"], check=True)
