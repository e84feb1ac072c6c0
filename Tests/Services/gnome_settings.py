#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""GNOME Settings' D-Bus name; writes down what it is asked to show.

    gnome_settings.py FILE
"""

import sys

from gi.repository import Gio, GLib

XML = """<node>
 <interface name="org.freedesktop.Application">
  <method name="ActivateAction">
   <arg type="s" direction="in"/><arg type="av" direction="in"/><arg type="a{sv}" direction="in"/>
  </method>
 </interface>
</node>"""


def main(file):
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)

    def note(line):
        with open(file, "a") as record:
            print(line, file=record, flush=True)

    def called(connection, sender, path, interface, method, arguments, invocation):
        action, parameters, _ = arguments.unpack()
        note(f"{action} {parameters}")
        invocation.return_value(None)

    bus.register_object("/org/gnome/Settings", Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], called, None, None)
    Gio.bus_own_name_on_connection(bus, "org.gnome.Settings", Gio.BusNameOwnerFlags.NONE,
                                   lambda *_: note("ready"), None)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main(sys.argv[1])
