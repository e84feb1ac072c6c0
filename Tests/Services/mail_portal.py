#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An Email portal: keeps a copy of what it is given.

    mail_portal.py FOLDER

Each attachment becomes a file in FOLDER, under the name of the file that its descriptor leads to. It prints "ready" once
it has the portal's name.
"""

import os
import sys
from pathlib import Path

from gi.repository import Gio, GLib

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
INTERFACE = """<node><interface name="org.freedesktop.portal.Email">
  <method name="ComposeEmail">
    <arg type="s" name="parent_window" direction="in"/>
    <arg type="a{sv}" name="options" direction="in"/>
    <arg type="o" name="handle" direction="out"/>
  </method>
  <property name="version" type="u" access="read"/>
</interface></node>"""


def compose(bus, sender, _path, _interface, _method, arguments, invocation):
    options = arguments.unpack()[1]
    files = invocation.get_message().get_unix_fd_list().peek_fds()
    for place in options["attachment_fds"]:
        # As the real one does: the mail program gets a path.
        path = Path(os.readlink(f"/proc/self/fd/{files[place]}"))
        assert path.stat().st_ino == os.fstat(files[place]).st_ino
        (Path(sys.argv[1]) / path.name).write_bytes(path.read_bytes())
    request = f"{PATH}/request/{sender[1:].replace('.', '_')}/{options['handle_token']}"
    invocation.return_value(GLib.Variant("(o)", (request,)))
    bus.emit_signal(sender, request, "org.freedesktop.portal.Request", "Response", GLib.Variant("(ua{sv})", (0, {})))


bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0], compose,
                    lambda *_: GLib.Variant("u", 4), None)
Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
GLib.MainLoop().run()
