#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a program that sees the virtual cameras through udev too, with real hotplug events.

    VCAM_DIR=D with-udev.py OUT PROGRAM [ARGUMENT...]

OUT is the folder with `vcam` and `libvcam.so`. Whenever `vcam unplug` or `vcam replug` changes D/dev, the
umockdev testbed follows and sends the uevent, as the kernel and udevd would. Needs python3-gi,
gir1.2-umockdev-1.0 and umockdev (Debian's python3, hence the first line). Exits with the program's status.
"""

import os
import re
import subprocess
import sys

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import GLib, UMockdev  # noqa: E402

PRELOAD = "libumockdev-preload.so.0"

FOLLOW_MS = 20
"""How often D/dev is looked at. Real hotplug takes tens of milliseconds as well."""


class Follower:
    """Keeps the testbed in step with the cameras that are plugged."""

    def __init__(self, testbed, vcam, folder):
        self._testbed, self._vcam, self._folder = testbed, vcam, folder
        self._paths = {}  # node name -> paths in the testbed, parents first

    def follow(self):
        present = set(os.listdir(self._folder)) if os.path.isdir(self._folder) else set()
        for name in self._paths.keys() - present:
            for path in reversed(self._paths.pop(name)):
                self._testbed.uevent(path, "remove")
                self._testbed.remove_device(path)
        for name in sorted(present - self._paths.keys()):
            text = subprocess.run([self._vcam, "udev", "--node", f"/dev/{name}"], capture_output=True,
                                  text=True, env={**os.environ, "LD_PRELOAD": ""}).stdout
            if not text:
                continue  # pulled out again already
            self._testbed.add_from_string(text)
            self._paths[name] = ["/sys" + path for path in re.findall(r"^P: (.*)$", text, re.M)]
            for path in self._paths[name]:
                self._testbed.uevent(path, "add")
        return True


def main(arguments):
    if len(arguments) < 2 or "VCAM_DIR" not in os.environ:
        sys.exit(__doc__)
    if PRELOAD not in os.environ.get("LD_PRELOAD", ""):
        # The sender of uevents looks devices up with libudev, so this process needs the testbed's view as well.
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "LD_PRELOAD": PRELOAD})
    out, program = os.path.abspath(arguments[0]), arguments[1:]
    testbed = UMockdev.Testbed.new()
    follower = Follower(testbed, f"{out}/vcam", os.path.join(os.environ["VCAM_DIR"], "dev"))
    follower.follow()
    preload = f"{out}/libvcam.so:{PRELOAD}"
    environment = {**os.environ, "UMOCKDEV_DIR": testbed.get_root_dir(), "LD_PRELOAD": preload}
    child = subprocess.Popen(program, env=environment)
    loop, status = GLib.MainLoop(), []

    def look():
        follower.follow()
        if child.poll() is not None:
            status.append(child.returncode)
            loop.quit()
            return False
        return True

    GLib.timeout_add(FOLLOW_MS, look)
    loop.run()
    sys.exit(status[0] if status[0] >= 0 else 128 - status[0])


if __name__ == "__main__":
    main(sys.argv[1:])
