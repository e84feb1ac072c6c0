# SPDX-License-Identifier: GPL-3.0-or-later
"""The machine's USB: webcams of the other machine, plugged in and pulled out through USB/IP."""

import socket

from .drivers import load

#: Where host/machine.py has them.
_WEBCAMS = ("10.0.2.100", 3240)
_HUB = "/sys/devices/platform/vhci_hcd.0/"
_HIGH_SPEED = 3
_PORT = 0


def prepare():
    """Loads the driver of the host controller; uvcvideo is loaded by udev, as on every machine."""
    load("vhci_hcd")


def plug():
    """Connects a webcam, which is a new one each time."""
    with socket.create_connection(_WEBCAMS) as cable:
        # The kernel has the connection for itself from here on.
        _tell("attach", f"{_PORT} {cable.fileno()} 65537 {_HIGH_SPEED}")


def unplug():
    _tell("detach", str(_PORT))


def _tell(file, words):
    with open(_HUB + file, "w") as attribute:
        attribute.write(words)
