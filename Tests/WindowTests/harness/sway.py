# SPDX-License-Identifier: GPL-3.0-or-later
"""A Wayland compositor without a screen: sway, with hands and eyes from Tests/WaylandPerson."""

import json
import math
import mmap
import os
import socket
import struct
import subprocess
from pathlib import Path

import numpy
from PIL import Image

from . import processes
from .waiting import wait_for

_PROJECT = Path(__file__).resolve().parents[3]
_SOURCES = _PROJECT / "Tests/WaylandPerson"
_PERSON = _PROJECT / ".build/wayland-person/wayland-person"
#: Requests of its protocol.
_COMMAND, _OUTPUTS, _TREE = 0, 3, 4
#: Windows float and have no borders, so that one has the size that it wants.
_CONFIG = """
xwayland disable
output * mode --custom {width}x{height}@60Hz scale {scale} position 0 0
default_border none
default_floating_border none
focus_on_window_activation focus
for_window [shell="xdg_shell"] floating enable
"""


def build():
    """Builds the hands and eyes where they are missing or old; costs nothing otherwise."""
    subprocess.run(["make", "--silent", "-C", _SOURCES], check=True)


def _not_root():
    """Sway refuses to be root's; in a user namespace root has another number."""
    return ["unshare", "--user", "--map-user=1000", "--map-group=1000"] if os.geteuid() == 0 else []


class Sway:
    """A sway with one output of this size. Windows are named by its numbers, and places are in device pixels."""

    name = "wayland"
    #: Whether pictures of the screen come at once, so that they can be used for timing.
    is_prompt = True
    #: Its output, by wlroots' name.
    backend = {"WLR_BACKENDS": "headless", "WLR_HEADLESS_OUTPUTS": "1"}

    def __init__(self, desktop, size, scale):
        self.scale = scale
        self._desktop, self._size = desktop, size
        runtime = Path(desktop.env["XDG_RUNTIME_DIR"])
        self._address = runtime / "sway"
        config = desktop.folder / "sway.conf"
        config.write_text(_CONFIG.format(width=size[0], height=size[1], scale=scale))
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            desktop.env.pop(name, None)
        own = self.backend | {"WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman", "SWAYSOCK": str(self._address)}
        settings = [f"{name}={value}" for name, value in own.items()]
        self.server = desktop.start([*_not_root(), "env", *settings, "sway", "--config", config], "sway")
        desktop.env["GDK_BACKEND"] = "wayland"
        self._wayland = wait_for(lambda: self._socket_of(runtime), "the compositor runs")
        desktop.env["WAYLAND_DISPLAY"] = self._wayland

    def _socket_of(self, runtime):
        assert self.server.poll() is None, f"no compositor, see {self._desktop.folder}/sway.log"
        found = [path.name for path in runtime.glob("wayland-*") if path.is_socket()]
        return found[0] if found and self._address.is_socket() else None

    def settle(self):
        """Waits until all is there."""
        wait_for(self._has_mode, "the output has its mode")
        self.screen = self.person = _Person(self._desktop, self._size, self.scale)
        # The pointer is part of what is seen: until it is used it lies outside all windows.
        self.hands("mousemove", self._size[0] - 1, self._size[1] - 1)

    def set_power(self, is_on):
        self.command(f"output * dpms {'on' if is_on else 'off'}")

    def set_scale(self, scale):
        """Another one while programs run."""
        self.command(f"output * scale {scale}")
        self.scale = self.person.scale = scale
        wait_for(self._has_mode, "the output has its scale")

    def _has_mode(self):
        output, = json.loads(self._request(_OUTPUTS))
        mode = output["current_mode"]
        return (mode["width"], mode["height"]) == self._size and output["scale"] == self.scale

    def close(self):
        """The compositor ends with the desktop."""
        if hasattr(self, "person"):
            self.person.close()

    def hands(self, *words):
        """Keys and mouse, in the words of xdotool."""
        self.person.do(*words)

    # Sway's own protocol.

    def _request(self, kind, text=""):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(20)
            connection.connect(str(self._address))
            payload = text.encode()
            connection.sendall(b"i3-ipc" + struct.pack("=II", len(payload), kind) + payload)
            length, _ = struct.unpack("=II", _exactly(connection, 14)[6:])
            return _exactly(connection, length)

    def command(self, text):
        """Lets sway do something, such as "workspace number 2"."""
        answers = json.loads(self._request(_COMMAND, text))
        assert all(each["success"] for each in answers), f"{text}: {answers}"

    def _nodes(self, node=None):
        node = node or json.loads(self._request(_TREE))
        yield node
        for each in node["nodes"] + node["floating_nodes"]:
            yield from self._nodes(each)

    def outline(self):
        """All windows in text, for people."""
        return json.dumps(json.loads(self._request(_TREE)), indent=1)

    def _node(self, window):
        return next(node for node in self._nodes() if str(node["id"]) == window)

    # Windows.

    def windows(self, app, title=None):
        """The program's visible windows, all or those with this title, oldest first."""
        mine = [node for node in self._nodes() if node.get("pid") == app.pid and node.get("visible")]
        found = [node["id"] for node in mine if title in (None, node["name"])]
        return [str(number) for number in sorted(found)]

    def focus(self):
        """The window with the keyboard; nothing if none has it."""
        return next((str(node["id"]) for node in self._nodes() if node["focused"] and node.get("pid")), "")

    def title(self, window):
        return self._node(window)["name"]

    def geometry(self, window):
        """(left, top, width, height)."""
        rect = self._node(window)["rect"]
        return tuple(round(rect[key] * self.scale) for key in ("x", "y", "width", "height"))

    def _tell(self, window, words):
        self.command(f"[con_id={window}] {words}")

    def resize(self, window, width, height):
        # Sway grows windows to all sides.
        left, top, *_ = self.geometry(window)
        self._tell(window, f"resize set {round(width / self.scale)} px {round(height / self.scale)} px")
        self.move(window, left, top)

    def move(self, window, left, top):
        self._tell(window, f"move absolute position {round(left / self.scale)} px {round(top / self.scale)} px")

    def minimize(self, window):
        """Sway can't, but has a place for windows that are not seen."""
        self._tell(window, "move scratchpad")

    def restore(self, window):
        self._tell(window, "scratchpad show")

    def go_to_workspace(self, number):
        self.command(f"workspace number {number + 1}")


class _Person:
    """The process that has a keyboard, a mouse and eyes; what it sees lies in a file that is mapped here."""

    def __init__(self, desktop, size, scale):
        self._size, self.scale = size, scale
        path = desktop.folder / "seen"
        self._log = open(desktop.folder / "person.log", "wb")
        self._process = subprocess.Popen([_PERSON, path], env=desktop.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         stderr=self._log, text=True, start_new_session=True)
        assert self._process.stdout.readline().strip() == "ok", f"no hands, see {self._log.name}"
        with path.open("rb") as file:
            self._seen = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)

    def close(self):
        self._process.stdin.close()
        processes.stop(self._process)
        self._process.stdout.close()
        self._log.close()

    def do(self, *words):
        """Does what the words say, and returns what was seen, as words."""
        self._process.stdin.write("\t".join(map(str, words)) + "\n")
        self._process.stdin.flush()
        seen, _, trouble = self._process.stdout.readline().rstrip("\n").partition("\t")
        assert not trouble and self._process.poll() is None, f"{words}: {trouble}"
        return seen.split()

    def _logical(self, area):
        """An area in logical pixels whose edges are edges of device pixels too, with this one in it."""
        grain = next(n for n in (1, 2, 4, 5) if float(n * self.scale).is_integer())
        left, top, width, height = area
        starts = [math.floor(each / self.scale / grain) * grain for each in (left, top)]
        ends = [math.ceil(each / self.scale / grain) * grain for each in (left + width, top + height)]
        return (*starts, ends[0] - starts[0], ends[1] - starts[1])

    def _whole(self, area):
        """The part of an area that is on the screen."""
        left, top, width, height = area or (0, 0, *self._size)
        right, bottom = min(left + width, self._size[0]), min(top + height, self._size[1])
        left, top = max(0, left), max(0, top)
        return left, top, max(0, right - left), max(0, bottom - top)

    def _picture(self, index, width, height, stride, logical, area):
        """One of the pictures that were left, cut to an area."""
        start = index * stride * height
        pixels = numpy.frombuffer(self._seen, numpy.uint8, stride * height, start).reshape(height, stride // 4, 4)
        left, top = area[0] - round(logical[0] * self.scale), area[1] - round(logical[1] * self.scale)
        # Blue, green, red, nothing.
        return pixels[top:top + area[3], left:left + area[2]].copy()[:, :, 2::-1]

    def shot(self, area=None):
        """A copy of an area (left, top, width, height), or of everything: rows, columns, colours."""
        area = self._whole(area)
        if not area[2] or not area[3]:
            return numpy.zeros((area[3], area[2], 3), numpy.uint8)
        logical = self._logical(area)
        width, height, stride = map(int, self.do("look", *logical))
        return self._picture(0, width, height, stride, logical, area)

    def watch(self, area, seconds):
        """Each new picture of an area within these seconds, with when it was presented: [(nanoseconds, pixels)]."""
        area = self._whole(area)
        logical = self._logical(area)
        width, height, stride, *times = map(int, self.do("watch", *logical, seconds))
        return [(when, self._picture(index, width, height, stride, logical, area)) for index, when in enumerate(times)]

    def save(self, path):
        Image.fromarray(self.shot()).save(path)


def _exactly(connection, length):
    parts = []
    while length:
        part = connection.recv(length)
        if not part:
            raise ConnectionError("sway has gone")
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
