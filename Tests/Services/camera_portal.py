#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A Camera portal that misbehaves, in place of the real one.

    camera_portal.py MOOD

MOOD says what it does: "handle" (names another request), "letters" (answers with words where a number belongs),
"empty" (answers with nothing), "huge" (a number that means nothing), "no" (refuses, as it should), "deaf" (takes the
question and never answers), "mute" (does not even take it), "pipe" (grants, and gives a connection to nowhere), "paper"
(grants, and gives no connection). It prints "ready" once it has the portal's name.
"""

import os
import sys

from gi.repository import Gio, GLib

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
RESPONSES = {
    "letters": GLib.Variant("(ss)", ("0", "yes")),
    "empty": GLib.Variant("()", ()),
    "huge": GLib.Variant("(ua{sv})", (4_000_000_000, {})),
    "no": GLib.Variant("(ua{sv})", (1, {})),
    "pipe": GLib.Variant("(ua{sv})", (0, {})),
    "paper": GLib.Variant("(ua{sv})", (0, {})),
}


class Portal:
    def __init__(self, mood, bus):
        self.mood, self.bus, self.was_granted = mood, bus, False

    def take(self, connection, message, is_incoming):
        if not is_incoming or message.get_message_type() != Gio.DBusMessageType.METHOD_CALL:
            return message
        if message.get_interface() != "org.freedesktop.portal.Camera":
            return message
        if self.mood != "mute":
            self.answer(message)
        return None

    def answer(self, message):
        if message.get_member() == "OpenPipeWireRemote":
            return self.open(message)
        token = message.get_body().get_child_value(0).unpack()["handle_token"]
        sender = message.get_sender()[1:].replace(".", "_")
        request = f"{PATH}/request/{sender}/{token}"
        named = "/somewhere/else" if self.mood == "handle" else request
        self.reply(message.new_method_reply(), GLib.Variant("(o)", (named,)))
        if self.mood in RESPONSES:
            self.was_granted = True
            self.bus.emit_signal(message.get_sender(), request, "org.freedesktop.portal.Request", "Response",
                                 RESPONSES[self.mood])

    def open(self, message):
        if not (self.was_granted and self.mood in ("pipe", "paper")):
            refusal = message.new_method_error_literal("org.freedesktop.portal.Error.NotAllowed", "Permission denied")
            return self.bus.send_message(refusal, Gio.DBusSendMessageFlags.NONE)
        reply = message.new_method_reply()
        if self.mood == "paper":
            return self.reply(reply, GLib.Variant("(s)", ("here you are",)))
        read_end, write_end = os.pipe()
        reply.set_unix_fd_list(Gio.UnixFDList.new_from_array([read_end]))
        os.close(write_end)
        return self.reply(reply, GLib.Variant("(h)", (0,)))

    def reply(self, reply, body):
        reply.set_body(body)
        self.bus.send_message(reply, Gio.DBusSendMessageFlags.NONE)


def main(mood):
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    bus.add_filter(Portal(mood, bus).take)
    Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main(sys.argv[1])
