# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints what is in the clipboard. A Wayland compositor tells that only to whoever has the keyboard: a window takes it."""

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

Gtk.init()
loop = GLib.MainLoop()


def read(clipboard, result):
    sys.stdout.write(clipboard.read_text_finish(result) or "")
    loop.quit()


def paste(*_):
    Gdk.Display.get_default().get_clipboard().read_text_async(None, read)


def paste_once_active(window, _):
    if window.is_active():
        window.disconnect_by_func(paste_once_active)
        paste()


if type(Gdk.Display.get_default()).__name__ == "GdkWaylandDisplay":
    window = Gtk.Window(title="Paste Here")
    window.connect("notify::is-active", paste_once_active)
    window.present()
else:
    paste()
loop.run()
