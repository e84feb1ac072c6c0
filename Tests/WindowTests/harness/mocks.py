# SPDX-License-Identifier: GPL-3.0-or-later
"""Services of a desktop with scripted answers, by python-dbusmock."""

import subprocess

from .waiting import wait_for

_MOCK = "org.freedesktop.DBus.Mock."


class Mock:
    """One service, on the private bus until the desktop ends."""

    def __init__(self, desktop, name, path, interface, *options):
        self._env, self._name, self._path, self._interface = desktop.env, name, path, interface
        words = options or [name, path, interface]
        desktop.start(["/usr/bin/python3", "-m", "dbusmock", "--session", *words], interface)
        wait_for(lambda: self.call("org.freedesktop.DBus.Peer.Ping"), f"{name} runs")

    def _run(self, method, *arguments, path=None):
        command = ["gdbus", "call", "--session", "--dest", self._name, "--object-path", path or self._path, "--method",
                   method, *arguments]
        return subprocess.run(command, env=self._env, capture_output=True, text=True, check=False)

    def call(self, method, *arguments, path=None):
        return self._run(method, *arguments, path=path).returncode == 0

    def say(self, signal, value):
        assert self.call(_MOCK + "EmitSignal", self._interface, signal, "b", f"[<{value}>]")

    def answer(self, method, takes, gives, code):
        """Makes a method with these signatures run this Python code."""
        assert self.call(_MOCK + "AddMethod", self._interface, method, takes, gives, code)

    def calls(self, method):
        """How often a method was called."""
        return self._run(_MOCK + "GetCalls").stdout.count(f"'{method}'")
