# SPDX-License-Identifier: GPL-3.0-or-later
"""An X server with a window manager, whose frame buffer is mapped into memory, and xdotool as the hands."""

import contextlib
import mmap
import re
import struct
import subprocess

import numpy
from PIL import Image

from . import processes
from .waiting import wait_for

#: Not openbox's own number of them, so that it shows whether it was set.
_WORKSPACES = 2


class X11:
    """An Xvfb of this size in pixels. Windows are named by their X ids, and places are in device pixels."""

    name = "x11"
    #: Whether pictures of the screen come at once, so that they can be used for timing.
    is_prompt = True

    def __init__(self, desktop, size, scale):
        # Programs are told to draw larger (GDK_SCALE); the server knows nothing of it.
        assert scale == 1, "an X server has no scale"
        self.scale = scale
        self._desktop = desktop
        command = ["Xvfb", "-screen", "0", "{}x{}x24".format(*size), "-fbdir", desktop.folder, "-noreset", "-nocursor",
                   "-nolisten", "tcp", "-displayfd"]
        self.server, number = desktop.start_telling(command, "xvfb")
        desktop.env |= {"DISPLAY": ":" + number, "GDK_BACKEND": "x11"}
        self.screen = Screen(desktop.folder / "Xvfb_screen0")

    def settle(self):
        """Starts what needs the session's bus, and waits until all is there."""
        manager = self._desktop.start(["openbox", "--sm-disable", "--config-file", self._openbox_config()], "openbox")

        def answers():
            # What comes while it starts, openbox can leave unread until something else comes: it is asked until it answers.
            processes.output(["xdotool", "set_num_desktops", _WORKSPACES], self._desktop.env)
            text = processes.output(["xprop", "-root", "_NET_NUMBER_OF_DESKTOPS"], self._desktop.env)
            return manager.poll() is None and text.endswith(f"= {_WORKSPACES}\n")
        wait_for(answers, "the window manager runs")

    def _openbox_config(self):
        path = self._desktop.folder / "openbox.xml"
        path.write_text("""<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew></focus>
  <placement><policy>Smart</policy></placement>
  <keyboard/> <mouse/> <menu/>
</openbox_config>
""")
        return path

    def close(self):
        """The server ends with the desktop."""

    def set_power(self, is_on):
        """Blanks the screen, or lights it. To programs it looks like switching the power, which Xvfb doesn't have."""
        processes.output(["xset", "s", "reset" if is_on else "activate"], self._desktop.env)

    def hands(self, *words):
        """Keys and mouse, in the words of xdotool."""
        return processes.output(["xdotool", *words], self._desktop.env, check=words[0] != "search")

    # Windows.

    def windows(self, app, title=None):
        """The program's visible windows, all or those with this title, oldest first."""
        pid = app.pid
        if not pid:
            return []
        # A sandboxed program's id means nothing to the server, so GTK does not tell it. The one pattern is for all.
        mine = ("--class",) if app.is_sandboxed else ("--pid", pid)
        pattern = ("--name", f"^{title}$") if title else ("^tintype$",) if app.is_sandboxed else ()
        # The server counts ids upwards.
        return sorted(self.hands("search", "--onlyvisible", "--all", *mine, *pattern).split(), key=int)

    def focus(self):
        """The window with the keyboard; nothing if none has it, as between two windows."""
        try:
            return self.hands("getwindowfocus").strip()
        except subprocess.CalledProcessError:
            return ""

    def title(self, window):
        return self.hands("getwindowname", window).strip()

    def areas(self, app):
        """Of each visible window of the program, where it is; one that has just gone is left out."""
        found = {}
        for window in self.windows(app):
            with contextlib.suppress(subprocess.CalledProcessError):
                found[window] = self.geometry(window)
        return found

    def geometry(self, window):
        """(left, top, width, height)."""
        text = self.hands("getwindowgeometry", "--shell", window)
        return tuple(int(re.search(rf"^{key}=(-?\d+)", text, re.M)[1]) for key in ("X", "Y", "WIDTH", "HEIGHT"))

    def resize(self, window, width, height):
        self.hands("windowsize", window, width, height)

    def move(self, window, left, top):
        self.hands("windowmove", window, left, top)

    def minimize(self, window):
        self.hands("windowminimize", window)

    def restore(self, window):
        self.hands("windowmap", window, "windowactivate", window)

    def go_to_workspace(self, number):
        self.hands("set_desktop", number)

    def outline(self):
        """All windows in text, for people."""
        return processes.output(["xwininfo", "-root", "-tree"], self._desktop.env)


class Screen:
    """The screen whose frame buffer Xvfb keeps in a file (option -fbdir, in the format of xwd)."""

    def __init__(self, path):
        with open(path, "rb") as file:
            memory = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        fields = struct.unpack_from(">25I", memory, 0)
        header, width, height, stride, colors = fields[0], fields[4], fields[5], fields[12], fields[19]
        assert fields[11] == 32, "a pixel has 32 bits"
        start = header + colors * 12
        pixels = numpy.frombuffer(memory, numpy.uint8, stride * height, start).reshape(height, stride // 4, 4)
        self._pixels = pixels[:, :width]

    def shot(self, area=None):
        """A copy of an area (left, top, width, height), or of everything: rows, columns, colours."""
        left, top, width, height = area or (0, 0, self._pixels.shape[1], self._pixels.shape[0])
        pixels = self._pixels[max(0, top):top + height, max(0, left):left + width]
        # Blue, green, red, nothing: whole pixels are copied ten times as fast as turned ones.
        return pixels.copy()[:, :, 2::-1]

    def save(self, path):
        Image.fromarray(self.shot()).save(path)
