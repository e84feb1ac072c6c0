"""The program as a command in a terminal: no display, no bus."""

import subprocess
from collections import namedtuple

Answer = namedtuple("Answer", "status output errors")


class Terminal:
    """Runs the program with the settings of a home and the cameras of a test.

    env: of a desktop, where there shall be one after all.
    under: a command that starts it, such as that of a disk.
    """

    def __init__(self, home, cameras, env=None, under=()):
        self._env = (env or home.environment()) | cameras.env
        self._folder = home.folder
        self._under = under

    def tintype(self, *arguments, stdout=subprocess.PIPE, **env):
        """stdout: where answers go instead of back."""
        variables = self._env | env
        # The command that starts it must not itself be preloaded with a camera.
        preload = [f"LD_PRELOAD={variables.pop(key)}" for key in ("LD_PRELOAD",) if key in variables]
        command = ["env", "-i", *(f"{key}={value}" for key, value in variables.items()), *self._under,
                   "env", *preload, "tintype", *arguments]
        done = subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
                              cwd=self._folder, stdin=subprocess.DEVNULL)
        return Answer(done.returncode, done.stdout, done.stderr)
