#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A service that hangs: it has its name, takes every call and answers none.

    deaf_service.py NAME [mortal]

It prints "ready" once it has the name, and answers again from SIGUSR1 on, also what it was asked before: with an error. A
mortal one ends with the first call, as one that was killed.
"""

import os
import signal
import sys

from gi.repository import Gio, GLib


def main(name, is_mortal=False):
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    waiting = []
    is_deaf = True

    def answer(message):
        reply = message.new_method_error_literal("com.example.Awake", "good morning")
        bus.send_message(reply, Gio.DBusSendMessageFlags.NONE)

    def taken(connection, message, is_incoming):
        if not is_incoming or message.get_message_type() != Gio.DBusMessageType.METHOD_CALL:
            return message
        if is_mortal and message.get_destination() and message.get_path().startswith("/io/"):
            os._exit(0)
        if is_deaf:
            waiting.append(message)
        else:
            answer(message)
        return None

    def wake():
        nonlocal is_deaf
        is_deaf = False
        while waiting:
            answer(waiting.pop())
        return True

    bus.add_filter(taken)
    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, wake)
    Gio.bus_own_name_on_connection(bus, name, Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main(sys.argv[1], "mortal" in sys.argv[2:])
