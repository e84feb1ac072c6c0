"""Runs all checks, one driver after the other."""

import tempfile
from pathlib import Path

from harness import processes
from harness.home import Home

from ..webcam.descriptors import NAME
from . import drivers, usb
from .sheet import Sheet
from .terminal import Commands


def main():
    processes.adopt_orphans()
    sheet = Sheet()
    with tempfile.TemporaryDirectory(prefix="check-") as folder:
        check_vivid(sheet, Path(folder) / "vivid")
        check_uvcvideo(sheet, Path(folder) / "uvcvideo")
    sheet.end()


def make_home(folder):
    home = Home(folder)
    home.store(camera_access="yes", library_access="yes")
    return home


def check_vivid(sheet, folder):
    """The driver that the kernel brings for tests, with all the kinds of nodes that it can make."""
    commands = Commands(make_home(folder), "vivid-000-vid-cap", ["640x360", "640x480", "1280x720", "1920x1080"])
    sheet.run("vivid", "the driver is there", lambda: drivers.load("vivid"))
    sheet.run("vivid", "list", commands.list)
    sheet.run("vivid", "photo", commands.shoot)
    sheet.run("vivid", "doctor", commands.doctor)
    drivers.unload("vivid")


def check_uvcvideo(sheet, folder):
    """The driver of nearly all webcams, with a webcam on the USB."""
    commands = Commands(make_home(folder), NAME, ["1280x720", "640x480", "320x240"])
    sheet.run("uvcvideo", "the webcam is plugged in", plug)
    sheet.run("uvcvideo", "list", commands.list)
    sheet.run("uvcvideo", "photo", commands.shoot)
    sheet.run("uvcvideo", "doctor", commands.doctor)


def plug():
    usb.prepare()
    usb.plug()
    node = drivers.picture_node("uvcvideo")
    return f"{node}, {len(drivers.nodes('uvcvideo'))} nodes"


if __name__ == "__main__":
    main()
