# SPDX-License-Identifier: GPL-3.0-or-later
"""One webcam, from plugging in to pulling out: the cable is the standard input, a socket."""

import select
import socket
import time

from .camera import Camera
from .device import Device
from .usbip import Cable


def main():
    connection = socket.socket(fileno=0)
    cable = Cable(connection)
    device = Device(cable, Camera())
    wait = None
    try:
        while True:
            readable, _, _ = select.select([connection], [], [], wait)
            if readable:
                request = cable.receive()
                if request is None:
                    return
                device.serve(request)
            wait = device.tick(time.monotonic())
    except (BrokenPipeError, ConnectionResetError):
        return


if __name__ == "__main__":
    main()
