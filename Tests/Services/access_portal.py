#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The part of a desktop's portal that shows dialogs. It shows none and answers as the file MOOD says when it is asked:

    access_portal.py MOOD LOG

grant, deny, close (the person closed the dialog), fail, never, or milliseconds to wait before granting. What is asked
goes to LOG, one line each.
"""

import sys
from pathlib import Path

from gi.repository import Gio, GLib

XML = """<node>
 <interface name="org.freedesktop.impl.portal.Access">
  <method name="AccessDialog">
   <arg type="o" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
   <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
   <arg type="a{sv}" direction="in"/><arg type="u" direction="out"/><arg type="a{sv}" direction="out"/>
  </method>
 </interface>
</node>"""
NAME = "org.freedesktop.impl.portal.desktop.test"
ANSWERS = {"grant": 0, "deny": 1, "close": 2}


def main(mood_file, log):
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)

    def note(line):
        with open(log, "a") as record:
            print(line, file=record, flush=True)

    def called(connection, sender, path, interface, method, arguments, invocation):
        mood = Path(mood_file).read_text().strip()
        note(f"asked for {arguments[1]}: {mood}")
        if mood == "never":
            return
        if mood == "fail":
            invocation.return_dbus_error("com.example.Broken", "no such luck")
            return
        answer = GLib.Variant("(ua{sv})", (ANSWERS.get(mood, 0), {}))
        GLib.timeout_add(int(mood) if mood.isdigit() else 0, lambda: invocation.return_value(answer))

    bus.register_object("/org/freedesktop/portal/desktop", Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], called,
                        None, None)
    Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: note("ready"), None)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main(*sys.argv[1:])
