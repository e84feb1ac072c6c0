"""Prints what is in the clipboard."""

import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

Gtk.init()
loop = GLib.MainLoop()


def read(clipboard, result):
    sys.stdout.write(clipboard.read_text_finish(result) or "")
    loop.quit()


Gdk.Display.get_default().get_clipboard().read_text_async(None, read)
loop.run()
