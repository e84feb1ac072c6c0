# SPDX-License-Identifier: GPL-3.0-or-later
"""A desktop with the real permission store, and what other programs do there.

    from harness.permission_store import desktop, store  # noqa: F401
"""

import subprocess

import pytest

from .desktop import Desktop

APP_ID = "io.github.tintype.Tintype"
CAMERA = ("devices", "camera")
MICROPHONE = ("devices", "microphone")
LIBRARY = (APP_ID + ".photos", "library")
SCREENSHOTS = (APP_ID + ".photos", "screenshots")
_NAME = "org.freedesktop.impl.portal.PermissionStore"
_PATH = "/org/freedesktop/impl/portal/PermissionStore"


@pytest.fixture
def desktop(folder, home, backend):
    """In place of the desktop without a store."""
    with Desktop(folder / "desktop", home.environment(backend), [_NAME + ".service"]) as desktop:
        yield desktop


@pytest.fixture
def store(desktop):
    return PermissionStore(desktop)


class PermissionStore:
    """The store as another program, such as the desktop's settings, uses it."""

    def __init__(self, desktop):
        self._env = desktop.env

    def set(self, entry, *words):
        """Records these words; none removes the entry of our program."""
        table, key = entry
        self._call("SetPermission", table, "true", key, APP_ID, "[" + ", ".join(f"'{word}'" for word in words) + "]")

    def get(self, entry):
        """The words recorded."""
        table, key = entry
        done = self._run("GetPermission", table, key, APP_ID)
        if done.returncode and "NotFound" in done.stderr:
            return []
        assert done.returncode == 0, done.stderr
        return [word.strip("'") for word in done.stdout.strip("()@as \n").strip(",").strip("[]").split(", ") if word]

    def _call(self, method, *arguments):
        done = self._run(method, *arguments)
        assert done.returncode == 0, done.stderr

    def _run(self, method, *arguments):
        command = ["gdbus", "call", "--session", "--dest", _NAME, "--object-path", _PATH, "--method",
                   f"{_NAME}.{method}", *arguments]
        return subprocess.run(command, env=self._env, capture_output=True, text=True, timeout=60, check=False)
