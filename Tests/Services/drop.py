# SPDX-License-Identifier: GPL-3.0-or-later
"""A window on which files can be dropped; writes the path of each into the file that it is given."""

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk  # noqa: E402

TITLE = "Drop Here"


def drop(_target, value, _x, _y):
    with open(sys.argv[1], "a", encoding="utf-8") as record:
        record.write(value.get_path() + "\n")
    return True


Gtk.init()
target = Gtk.DropTarget.new(Gio.File, Gdk.DragAction.COPY)
target.connect("drop", drop)
window = Gtk.Window(title=TITLE, default_width=300, default_height=200)
window.add_controller(target)
window.present()
GLib.MainLoop().run()
