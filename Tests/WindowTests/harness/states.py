# SPDX-License-Identifier: GPL-3.0-or-later
"""The program's window over fakes, in any of its states: Tests/States, which lists them.

    states = States(desktop)
    states.show(state)
"""

import os
import subprocess
from collections import namedtuple
from pathlib import Path

from gi.repository import Gio, GLib

from .app import Tintype
from .home import APP_ID
from .waiting import wait_for

_PROJECT = Path(__file__).resolve().parents[3]
PROGRAM = Path(os.environ.get("TINTYPE_WINDOW_STATES", _PROJECT / ".build/debug/window-states"))
_PATH = "/" + APP_ID.replace(".", "/")
_TIMEOUT_MS = 20000

#: front: window, dialog or menu, where to look. keys: what is left to a person, in xdotool's words.
State = namedtuple("State", "name front keys")


def _is_old():
    """Whether it may lack a change. Only the gate has it built with everything else."""
    if "TINTYPE_WINDOW_STATES" in os.environ:
        return False
    changes = (file.stat().st_mtime for folder in ("Sources", "Tests/States", "Tests/Support")
               for file in (_PROJECT / folder).rglob("*.*"))
    return not PROGRAM.exists() or max(changes) > PROGRAM.stat().st_mtime


def every():
    """All states, as the program lists them."""
    if _is_old():
        command = [_PROJECT / "build-aux/swift-build", "--configuration", "debug", "--product", "window-states"]
        subprocess.run(command, check=True)
    lines = subprocess.run([PROGRAM, "--list"], capture_output=True, text=True, check=True).stdout.splitlines()
    return [State(name, front, keys) for name, front, *keys in map(str.split, lines)]


class States(Tintype):
    """The program that shows them."""

    program = str(PROGRAM)

    def __init__(self, desktop, arguments=(), env=None):
        super().__init__(desktop, arguments, env, name="window-states")
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self._bus = Gio.DBusConnection.new_for_address_sync(desktop.env["DBUS_SESSION_BUS_ADDRESS"], flags, None, None)
        self._bus.set_exit_on_close(False)
        wait_for(self._is_ready, lambda: f"it shows states\n{self.log_text()}")

    def _call(self, method, arguments):
        return self._bus.call_sync(APP_ID, _PATH, "org.gtk.Actions", method, arguments, None, Gio.DBusCallFlags.NONE,
                                   _TIMEOUT_MS, None).unpack()

    def _is_ready(self):
        try:
            return "show-state" in self._call("List", None)[0]
        except GLib.Error:
            return False

    def _shown(self):
        return self._call("Describe", GLib.Variant("(s)", ("show-state",)))[0][2][0]

    def show(self, state):
        """Goes to a state, with what is left to the person's hands."""
        self._call("Activate", GLib.Variant("(sava{sv})", ("show-state", [GLib.Variant("s", state.name)], {})))
        shown = wait_for(self._shown, f"{state.name} is shown")
        assert shown == state.name, f"{state.name}: {shown}"
        if state.front == "dialog":
            self.person.wait_for_dialog()
        elif state.front == "window":
            self.person.wait_for_focus()
        if state.keys:
            self.person.key(*state.keys)

    def end(self):
        self._bus.close_sync(None)
        self.kill()
