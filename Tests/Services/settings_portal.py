#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Settings portal, with one value that can be changed from outside through its own method Set(v).

    settings_portal.py VALUE     where VALUE is a GVariant in text, e.g. "<true>"
"""

import sys

from gi.repository import Gio, GLib

XML = """<node>
 <interface name="org.freedesktop.portal.Settings">
  <method name="Read"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/></method>
  <method name="Set"><arg type="v" direction="in"/></method>
  <property name="version" type="u" access="read"/>
  <signal name="SettingChanged"><arg type="s"/><arg type="s"/><arg type="v"/></signal>
 </interface>
</node>"""
PATH = "/org/freedesktop/portal/desktop"
NAME = "org.freedesktop.portal.Settings"


def main(text):
    value = GLib.Variant.parse(None, text, None, None)
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)

    def called(connection, sender, path, interface, method, arguments, invocation):
        nonlocal value
        if method == "Set":
            value = arguments.get_child_value(0)
            signal = GLib.Variant.new_tuple(GLib.Variant("s", "org.gnome.desktop.privacy"),
                                            GLib.Variant("s", "disable-camera"), value)
            connection.emit_signal(None, PATH, NAME, "SettingChanged", signal)
            return invocation.return_value(None)
        # Read wraps its answer twice; so does the real one.
        return invocation.return_value(GLib.Variant.new_tuple(GLib.Variant.new_variant(value)))

    bus.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], called,
                        lambda *_: GLib.Variant("u", 1), None)
    Gio.bus_own_name_on_connection(bus, "org.freedesktop.portal.Desktop", Gio.BusNameOwnerFlags.NONE,
                                   lambda *_: print("ready", flush=True), None)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main(sys.argv[1])
