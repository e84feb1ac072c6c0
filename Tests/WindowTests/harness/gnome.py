# SPDX-License-Identifier: GPL-3.0-or-later
"""The real GNOME Shell without a screen, driven from inside: by the JavaScript that it evaluates."""

import json
import shutil
import subprocess
import time
from pathlib import Path

import numpy
from gi.repository import Gio, GLib
from PIL import Image

from .accessible import _connect
from .waiting import wait_for

_SHELL, _PATH = "org.gnome.Shell", "/org/gnome/Shell"
_DISPLAY, _DISPLAY_PATH = "org.gnome.Mutter.DisplayConfig", "/org/gnome/Mutter/DisplayConfig"
_TIMEOUT_MS = 30000
#: Seconds between keys and between characters, as xdotool has it.
_PAUSE = 0.012
#: Nothing of the shell's own comes between, and places count in logical pixels.
_SETTINGS = (("org.gnome.shell", "welcome-dialog-last-shown-version", "99"),
             ("org.gnome.mutter", "experimental-features", "['scale-monitor-framebuffer']"),
             ("org.gnome.desktop.interface", "enable-hot-corners", "false"),
             # As that root is logged in: it would lie over the window.
             ("org.gnome.desktop.notifications", "show-banners", "false"),
             ("org.gnome.desktop.interface", "enable-animations", "false"))
_HANDS = """
const seat = imports.gi.Clutter.get_default_backend().get_default_seat();
const types = imports.gi.Clutter.InputDeviceType;
global.hands = {keyboard: seat.create_virtual_device(types.KEYBOARD_DEVICE),
                pointer: seat.create_virtual_device(types.POINTER_DEVICE)};
"""
_WINDOWS = """
const now = global.workspace_manager.get_active_workspace();
return global.get_window_actors().map(actor => actor.meta_window).map(window => {
    const box = window.get_frame_rect();
    return {id: window.get_id(), order: window.get_stable_sequence(), pid: window.get_pid(), title: window.get_title(),
            box: [box.x, box.y, box.width, box.height], focused: window.has_focus(),
            seen: !window.minimized && window.located_on_workspace(now) &&
                  window.get_window_type() !== imports.gi.Meta.WindowType.OVERRIDE_OTHER};
});
"""
_ALIASES = {"ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L"}


def is_installed():
    return shutil.which("gnome-shell") is not None


class GnomeShell:
    """A shell with one monitor of this size. Windows are named by its numbers, and places are in device pixels."""

    name = "gnome"
    #: Whether pictures of the screen come at once, so that they can be used for timing.
    is_prompt = False

    def __init__(self, desktop, size, scale):
        self.scale = scale
        self._desktop, self._size = desktop, size
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            desktop.env.pop(name, None)
        # The service that locks the screen is a program of its own in front of the shell.
        desktop.offer("org.gnome.ScreenSaver.service")
        desktop.env |= {"GDK_BACKEND": "wayland", "WAYLAND_DISPLAY": "wayland-gnome"}
        self._x = self._y = 0

    def settle(self):
        """Starts the shell, which needs the session's bus, and waits until it can be used."""
        env = self._desktop.env
        for schema, key, value in _SETTINGS:
            subprocess.run(["gsettings", "set", schema, key, value], env=env, check=True, timeout=60)
        # A bus without services in place of the computer's, and no sign of systemd, whose login sessions the shell would
        # want to be in.
        config = self._desktop.folder / "system-bus.conf"
        config.write_text(_SYSTEM_BUS.format(folder=env["XDG_RUNTIME_DIR"]))
        _, address = self._desktop.start_telling(
            ["dbus-daemon", "--nofork", "--nopidfile", f"--config-file={config}", "--print-address="], "system-bus")
        hidden = ["--tmpfs", "/run/systemd"] if Path("/run/systemd").exists() else []
        own = [f"DBUS_SYSTEM_BUS_ADDRESS={address}", "LIBGL_ALWAYS_SOFTWARE=1", "GDK_BACKEND="]
        self.server = self._desktop.start(
            ["bwrap", "--dev-bind", "/", "/", *hidden, "env", *own, "gnome-shell", "--headless", "--virtual-monitor",
             "{}x{}".format(*self._size), "--unsafe-mode", "--wayland", "--wayland-display=wayland-gnome", "--no-x11"],
            "gnome-shell")
        self._bus = _connect(env["DBUS_SESSION_BUS_ADDRESS"])
        wait_for(self._is_there, "GNOME Shell runs", timeout=90)
        self.evaluate(_HANDS)
        if self.scale != 1:
            self._set_scale()
        self.evaluate("Main.overview.hide()")
        wait_for(lambda: not self.evaluate("return Main.overview.visible"), "the overview has gone")
        self.screen = Screen(self)

    def _is_there(self):
        assert self.server.poll() is None, f"no shell, see {self._desktop.folder}/gnome-shell.log"
        try:
            return self.evaluate("return !Main.layoutManager._startingUp")
        except (GLib.Error, AssertionError):
            return False

    def close(self):
        """The shell ends with the desktop."""
        bus = self.__dict__.pop("_bus", None)
        if bus:
            bus.close_sync(None)

    def call(self, interface, method, signature, *arguments, path=_PATH, name=_SHELL):
        parameters = GLib.Variant(signature, arguments) if signature else None
        return self._bus.call_sync(name, path, interface, method, parameters, None, Gio.DBusCallFlags.NONE, _TIMEOUT_MS,
                                   None).unpack()

    def evaluate(self, script):
        """The result of a function with this body within the shell."""
        is_done, answer = self.call(_SHELL, "Eval", "(s)", f"(() => {{ {script} }})()")
        assert is_done, f"{script}: {answer}"
        return json.loads(answer) if answer else None

    def _set_scale(self):
        def ask(method, signature=None, *arguments):
            return self.call(_DISPLAY, method, signature, *arguments, path=_DISPLAY_PATH, name=_DISPLAY)
        serial, monitors, _, _ = ask("GetCurrentState")
        (connector, *_), modes, _ = monitors[0]
        once, logical = 1, (0, 0, float(self.scale), 0, True, [(connector, modes[0][0], {})])
        ask("ApplyMonitorsConfig", "(uua(iiduba(ssa{sv}))a{sv})", serial, once, [logical], {})

        def is_set():
            return ask("GetCurrentState")[2][0][2] == self.scale
        wait_for(is_set, f"the scale is {self.scale}")

    def set_power(self, is_on):
        """Switches the monitor on or off, as after a time without input."""
        value = GLib.Variant("i", 0 if is_on else 3)
        self.call("org.freedesktop.DBus.Properties", "Set", "(ssv)", _DISPLAY, "PowerSaveMode", value,
                  path=_DISPLAY_PATH, name=_DISPLAY)

    # Hands, in the words of xdotool.

    def hands(self, *words):
        words = [str(word) for word in words if word != "--"]
        while words:
            getattr(self, "_" + words.pop(0))(words)

    def _press(self, chord, is_down):
        keys = [_ALIASES.get(key, key) for key in chord.split("+")]
        for key in keys if is_down else reversed(keys):
            self._keyval(f"imports.gi.Clutter.KEY_{key}", is_down)

    def _keyval(self, value, is_down):
        state = "PRESSED" if is_down else "RELEASED"
        self._do(f"keyboard.notify_keyval(imports.gi.GLib.get_monotonic_time(), {value}, "
                 f"imports.gi.Clutter.KeyState.{state})")

    def _do(self, what):
        self.evaluate(f"global.hands.{what};")

    def _key(self, words):
        while words and not hasattr(self, "_" + words[0]):
            chord = words.pop(0)
            self._press(chord, True)
            self._press(chord, False)
            time.sleep(_PAUSE)

    def _keydown(self, words):
        self._press(words.pop(0), True)

    def _keyup(self, words):
        self._press(words.pop(0), False)

    def _type(self, words):
        if words[0] == "--delay":
            del words[:2]
        for character in words.pop(0):
            # ASCII characters are their own symbols.
            self._keyval(ord(character), True)
            self._keyval(ord(character), False)

    def _mousemove(self, words):
        self._x, self._y = float(words.pop(0)), float(words.pop(0))
        self._do(f"pointer.notify_absolute_motion(imports.gi.GLib.get_monotonic_time(), {self._x / self.scale}, "
                 f"{self._y / self.scale})")

    def _mousemove_relative(self, words):
        self._mousemove([self._x + float(words.pop(0)), self._y + float(words.pop(0))])

    def _button(self, button, is_down):
        state = "PRESSED" if is_down else "RELEASED"
        self._do(f"pointer.notify_button(imports.gi.GLib.get_monotonic_time(), {button}, "
                 f"imports.gi.Clutter.ButtonState.{state})")

    def _mousedown(self, words):
        self._button(words.pop(0), True)

    def _mouseup(self, words):
        self._button(words.pop(0), False)

    def _click(self, words):
        times, pause = 1, 0.0
        while words[0].startswith("--"):
            option, value = words.pop(0), words.pop(0)
            times, pause = (int(value), pause) if option == "--repeat" else (times, float(value) / 1000)
        button = words.pop(0)
        for _ in range(times):
            self._button(button, True)
            self._button(button, False)
            time.sleep(pause)

    def _sleep(self, words):
        time.sleep(float(words.pop(0)))

    # Windows.

    def outline(self):
        """All windows in text, for people."""
        return "\n".join(map(str, self._all()))

    def _all(self):
        return sorted(self.evaluate(_WINDOWS), key=lambda each: each["order"])

    def _one(self, window):
        return next(each for each in self._all() if str(each["id"]) == window)

    def _tell(self, window, call):
        self.evaluate(f"global.get_window_actors().map(actor => actor.meta_window)"
                      f".find(window => String(window.get_id()) === '{window}').{call}")

    def windows(self, app, title=None):
        """The program's visible windows, all or those with this title, oldest first."""
        return [str(each["id"]) for each in self._all()
                if each["pid"] == app.pid and each["seen"] and title in (None, each["title"])]

    def focus(self):
        return next((str(each["id"]) for each in self._all() if each["focused"]), "")

    def title(self, window):
        return self._one(window)["title"]

    def geometry(self, window):
        """(left, top, width, height)."""
        return tuple(round(value * self.scale) for value in self._one(window)["box"])

    def resize(self, window, width, height):
        left, top, *_ = self._one(window)["box"]
        self._tell(window, f"move_resize_frame(true, {left}, {top}, {round(width / self.scale)}, "
                           f"{round(height / self.scale)})")

    def move(self, window, left, top):
        self._tell(window, f"move_frame(true, {round(left / self.scale)}, {round(top / self.scale)})")

    def minimize(self, window):
        self._tell(window, "minimize()")

    def restore(self, window):
        self._tell(window, "activate(global.get_current_time())")

    def go_to_workspace(self, number):
        self.evaluate(f"global.workspace_manager.get_workspace_by_index({number}).activate(global.get_current_time())")


class Screen:
    """Pictures that the shell takes of itself."""

    def __init__(self, shell):
        self._shell, self._path = shell, shell._desktop.folder / "shot.png"

    def shot(self, area=None):
        """A copy of an area (left, top, width, height) in device pixels, or of everything: rows, columns, colours."""
        is_done, _ = self._shell.call("org.gnome.Shell.Screenshot", "Screenshot", "(bbs)", False, False, str(self._path),
                                      path="/org/gnome/Shell/Screenshot")
        assert is_done, "the shell takes no picture of itself"
        with Image.open(self._path) as image:
            pixels = numpy.asarray(image.convert("RGB"))
        left, top, width, height = area or (0, 0, pixels.shape[1], pixels.shape[0])
        return pixels[max(0, top):top + height, max(0, left):left + width].copy()

    def save(self, path):
        Image.fromarray(self.shot()).save(path)


_SYSTEM_BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <listen>unix:dir={folder}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*"/> <allow receive_sender="*"/> <allow own="*"/>
  </policy>
</busconfig>
"""
