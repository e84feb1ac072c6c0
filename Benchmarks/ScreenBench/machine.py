# SPDX-License-Identifier: GPL-3.0-or-later
"""The machine of the measurements, and its other load."""

import os
import platform
import re
import subprocess
from pathlib import Path

_PACKAGES = ("libgtk-4-1", "libadwaita-1-0", "libyuv0", "libturbojpeg0", "gstreamer1.0-tools", "ffmpeg", "guvcview",
             "cheese", "xvfb")


def facts():
    """Processor, kernel, memory, versions of what is compared."""
    return {"processor": _processor(), "processors": os.cpu_count(), "kernel": platform.release(),
            "has_gpu": os.path.exists("/dev/dri/renderD128"), "versions": _versions()}


def _processor():
    found = re.search(r"^model name\s*:\s*(.*)$", Path("/proc/cpuinfo").read_text(), re.M)
    return found[1].strip() if found else platform.machine()


def _versions():
    try:
        done = subprocess.run(["dpkg-query", "--show", "--showformat=${Package} ${Version}\n", *_PACKAGES],
                              capture_output=True, text=True, check=False)
    except OSError:
        return {}
    return dict(line.split() for line in done.stdout.splitlines() if len(line.split()) == 2)


def load():
    """Processes that could run, averaged over one minute, and how often something had to wait for a processor."""
    waiting = None
    try:
        waiting = float(re.search(r"some avg10=([\d.]+)", Path("/proc/pressure/cpu").read_text())[1])
    except (OSError, TypeError):
        pass
    return {"average": os.getloadavg()[0], "waiting_percent": waiting}
