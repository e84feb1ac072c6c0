#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A FileChooser portal without a dialog: it decides at once, or fails.

    file_portal.py choose FOLDER|refuse|vanish

It chooses FOLDER, answers calls by an error, or ends while its dialog is open. It prints "ready" once it has the portal's
name, and "asked" for each call.
"""

import sys

from gi.repository import Gio, GLib

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
METHODS = "".join(f"""<method name="{name}">
    <arg type="s" name="parent_window" direction="in"/>
    <arg type="s" name="title" direction="in"/>
    <arg type="a{{sv}}" name="options" direction="in"/>
    <arg type="o" name="handle" direction="out"/>
  </method>""" for name in ("OpenFile", "SaveFile"))
INTERFACE = f"""<node><interface name="org.freedesktop.portal.FileChooser">{METHODS}
  <property name="version" type="u" access="read"/>
</interface></node>"""
MODE = sys.argv[1]


def ask(bus, sender, _path, _interface, _method, arguments, invocation):
    print("asked", flush=True)
    if MODE == "refuse":
        invocation.return_dbus_error("org.freedesktop.portal.Error.Failed", "no backend")
        return
    request = f"{PATH}/request/{sender[1:].replace('.', '_')}/{arguments.unpack()[2]['handle_token']}"
    invocation.return_value(GLib.Variant("(o)", (request,)))
    if MODE == "vanish":
        bus.flush_sync()
        loop.quit()
        return
    uris = GLib.Variant("as", [Gio.File.new_for_path(sys.argv[2]).get_uri()])
    bus.emit_signal(sender, request, "org.freedesktop.portal.Request", "Response",
                    GLib.Variant("(ua{sv})", (0, {"uris": uris})))


loop = GLib.MainLoop()
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0], ask,
                    lambda *_: GLib.Variant("u", 4), None)
Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
loop.run()
