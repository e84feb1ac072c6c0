#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A permission store that misbehaves: answers nonsense, late, or never. Run with one of the moods below.

    permission_store.py MOOD

"torn" has no entry, and says so once more before it refuses an answer. It owns the real store's name on the session bus
and prints "ready" once it does.
"""

import sys

from gi.repository import Gio, GLib

NAME = "org.freedesktop.impl.portal.PermissionStore"
#: A mood's answer to GetPermission and the other calls: a value, or milliseconds to wait before ["yes"].
NONSENSE = {
    "number": GLib.Variant("(i)", (7,)),
    "empty": GLib.Variant("()", ()),
    "words": GLib.Variant("(s)", ("yes",)),
    "nested": GLib.Variant("(aas)", ([["yes"]],)),
    "variant": GLib.Variant("(v)", (GLib.Variant("as", ["yes"]),)),
    "two": GLib.Variant("(as)", (["yes", "no"],)),
    "shouting": GLib.Variant("(as)", (["YES"],)),
    "padded": GLib.Variant("(as)", (["yes "],)),
    "blank": GLib.Variant("(as)", ([""],)),
    "many": GLib.Variant("(as)", (["yes"] * 50_000,)),
}


def answer(message, mood):
    if mood == "torn" and message.get_member() == "GetPermission":
        return message.new_method_error_literal("org.freedesktop.portal.Error.NotFound", "no entry")
    if mood == "torn":
        return message.new_method_error_literal("com.example.Broken", "no such luck")
    if mood in NONSENSE:
        return message_with(message.new_method_reply(), NONSENSE[mood])
    if mood == "error":
        return message.new_method_error_literal("com.example.Broken", "no such luck")
    return message_with(message.new_method_reply(), GLib.Variant("(as)", (["yes"],)))


def message_with(reply, body):
    reply.set_body(body)
    return reply


def main(mood):
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)

    def filtered(connection, message, is_incoming):
        if not is_incoming or message.get_message_type() != Gio.DBusMessageType.METHOD_CALL:
            return message
        if mood == "mute":
            return None
        if message.get_interface() != NAME:
            return message
        if mood == "never":
            return None
        delay = int(mood) if mood.isdigit() else 0
        if mood == "torn" and message.get_member() == "SetPermission":
            delay = 300
            changed = GLib.Variant("(ssbva{sas})", ("devices", "camera", False, GLib.Variant("s", ""), {}))
            connection.emit_signal(None, "/" + NAME.replace(".", "/"), NAME, "Changed", changed)
        reply = answer(message, mood)

        def send():
            connection.send_message(reply, Gio.DBusSendMessageFlags.NONE)
            return False
        GLib.timeout_add(delay, send)
        return None

    bus.add_filter(filtered)
    Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE,
                                   lambda *_: print("ready", flush=True), None)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main(sys.argv[1])
