"""Where controls are, as newer GTK tells it once Tests/PlacesTold is preloaded into the program."""

import ctypes
import subprocess
from pathlib import Path

_PROJECT = Path(__file__).resolve().parents[3]
_LIBRARY = _PROJECT / ".build/places-told/libplaces.so"
#: Older GTK leaves nothing out.
IS_NEEDED = ctypes.CDLL("libgtk-4.so.1").gtk_get_minor_version() >= 14


def build():
    """Builds the library where it is needed, and missing or old; costs nothing otherwise."""
    if IS_NEEDED:
        subprocess.run(["make", "--silent", "-C", _PROJECT / "Tests/PlacesTold"], check=True)


def wrapper():
    """What stands before a program so that the library is preloaded into it, beside what already is."""
    return ["sh", "-c", 'LD_PRELOAD=$0:${LD_PRELOAD-} exec "$@"', _LIBRARY] if IS_NEEDED else []
