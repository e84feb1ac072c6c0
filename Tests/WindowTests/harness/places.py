# SPDX-License-Identifier: GPL-3.0-or-later
"""Places of controls, as newer GTK reports them with Tests/WidgetPlaces preloaded into the program."""

import ctypes
import subprocess
from pathlib import Path

_PROJECT = Path(__file__).resolve().parents[3]
_LIBRARY = _PROJECT / ".build/widget-places/libplaces.so"
#: Older GTK leaves nothing out.
IS_NEEDED = ctypes.CDLL("libgtk-4.so.1").gtk_get_minor_version() >= 14


def build():
    """Builds the library where it is needed, and missing or old; costs nothing otherwise."""
    if IS_NEEDED:
        subprocess.run(["make", "--silent", "-C", _PROJECT / "Tests/WidgetPlaces"], check=True)


def wrapper():
    """The words before a program that preload the library into it, besides others."""
    return ["sh", "-c", 'LD_PRELOAD=$0:${LD_PRELOAD-} exec "$@"', _LIBRARY] if IS_NEEDED else []
