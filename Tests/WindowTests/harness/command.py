# SPDX-License-Identifier: GPL-3.0-or-later
"""The program as a command: no display, no bus; typed by a person at a terminal, or run by another program."""

import os
import pty
import subprocess
import threading
from collections import namedtuple

Answer = namedtuple("Answer", "status output errors")


class Terminal:
    """Runs the program with the settings of a home and the cameras of a test.

    env: of a desktop; without one there is none.
    under: a command that starts it, such as that of a disk.
    """

    def __init__(self, home, cameras, env=None, under=()):
        self._env = (env or home.environment()) | cameras.env
        self._folder = home.folder
        self._under = under

    def tintype(self, *arguments, stdout=subprocess.PIPE, **env):
        """Runs it as another program does; `stdout`: where answers go instead of back."""
        done = subprocess.run(self._command(arguments, env), stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=60,
                              check=False, cwd=self._folder, stdin=subprocess.DEVNULL)
        return Answer(done.returncode, done.stdout, done.stderr)

    def typed(self, *arguments, **env):
        """Runs it at a terminal, as a person does."""
        master, slave = pty.openpty()
        shown = []
        reader = threading.Thread(target=_read, args=(master, shown))
        try:
            reader.start()
            done = subprocess.run(self._command(arguments, env), stdin=slave, stdout=slave, stderr=subprocess.PIPE,
                                  text=True, timeout=60, check=False, cwd=self._folder, start_new_session=True)
        finally:
            os.close(slave)
            reader.join()
            os.close(master)
        return Answer(done.returncode, b"".join(shown).decode().replace("\r\n", "\n"), done.stderr)

    def start(self, *arguments, errors=subprocess.DEVNULL, **env):
        """Starts it and does not wait: the process. `errors`: where what it says goes."""
        return subprocess.Popen(self._command(arguments, env), stdout=subprocess.DEVNULL, stderr=errors,
                                cwd=self._folder, stdin=subprocess.DEVNULL)

    def _command(self, arguments, env):
        variables = self._env | env
        # The command that starts it must not itself be preloaded with a camera.
        preload = [f"LD_PRELOAD={variables.pop(key)}" for key in ("LD_PRELOAD",) if key in variables]
        return ["env", "-i", *(f"{key}={value}" for key, value in variables.items()), *self._under,
                "env", *preload, "tintype", *arguments]


def _read(master, shown):
    """Reads what a terminal shows until it is closed everywhere."""
    while True:
        try:
            data = os.read(master, 4096)
        except OSError:
            return
        if not data:
            return
        shown.append(data)
