"""The program as a command in a terminal: no display, no bus."""

import subprocess
from collections import namedtuple

Answer = namedtuple("Answer", "status output errors")


class Terminal:
    """Runs the program with the settings of a home and the cameras of a test."""

    def __init__(self, home, cameras):
        self._env = home.environment() | cameras.env
        self._folder = home.folder

    def tintype(self, *arguments, **env):
        command = ["env", "-i", *(f"{key}={value}" for key, value in (self._env | env).items()), "tintype", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=self._folder,
                              stdin=subprocess.DEVNULL)
        return Answer(done.returncode, done.stdout, done.stderr)
