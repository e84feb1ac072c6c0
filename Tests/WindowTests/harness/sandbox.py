# SPDX-License-Identifier: GPL-3.0-or-later
"""A sandbox as Flatpak makes it, with the desktop's real services around it: PipeWire, its session manager, the
permission store, and the portal, whose dialogs are answered by a script.

    from harness.sandbox import desktop, sandbox  # noqa: F401

    app = sandbox.launch()
"""

import os
import shutil
import sys
from pathlib import Path

import pytest

from . import processes
from .app import Tintype
from .cameras import _BUILT
from .desktop import Desktop
from .waiting import wait_for

APP_ID = "io.github.tintype.Tintype"
SERVICES = Path(__file__).resolve().parents[2] / "Services"
_PORTAL = "org.freedesktop.portal.Desktop"
_STORE = "org.freedesktop.impl.portal.PermissionStore"
_INFO = f"""[Application]
name={APP_ID}
runtime=runtime/org.gnome.Platform/x86_64/43

[Instance]
instance-id=1
app-path=/app

[Context]
shared=ipc;
sockets=wayland;fallback-x11;
"""


@pytest.fixture
def desktop(folder, home, backend):
    """In place of the desktop without a portal."""
    portals = folder / "portals"
    portals.mkdir()
    (portals / "test.portal").write_text("[portal]\nDBusName=org.freedesktop.impl.portal.desktop.test\n"
                                         "Interfaces=org.freedesktop.impl.portal.Access;\nUseIn=test\n")
    environment = home.environment(backend) | {"XDG_CURRENT_DESKTOP": "test", "XDG_DESKTOP_PORTAL_DIR": str(portals),
                                               "VCAM_DIR": str(folder / "vcam")}
    (folder / "vcam").mkdir()
    with Desktop(folder / "desktop", environment, [_STORE + ".service"]) as desktop:
        yield desktop


@pytest.fixture
def media(desktop):
    return MediaSession(desktop)


@pytest.fixture
def sandbox(desktop, media, folder):
    sandbox = Sandbox(desktop, media, folder)
    yield sandbox
    sandbox.close()


class MediaSession:
    """PipeWire and WirePlumber, and cameras in them."""

    def __init__(self, desktop):
        self._desktop = desktop
        self._daemon = desktop.start(["pipewire"], "pipewire")
        socket = Path(desktop.env["XDG_RUNTIME_DIR"]) / "pipewire-0"
        wait_for(socket.exists, "PipeWire listens")
        desktop.start(["wireplumber"], "wireplumber")
        self._cameras = 0

    def end_daemon(self):
        """As a restart of the service does; its socket is gone, too."""
        processes.stop(self._daemon)

    def plug_in(self, *words):
        """A camera of MODEs, see Tests/VirtualCamera/pipewire/source.c."""
        self._cameras += 1
        return MediaCamera(self._desktop, f"camera-{self._cameras}", words or ("MJPG:1280x720@30",))


class MediaCamera:
    def __init__(self, desktop, name, words):
        self._log = desktop.folder / f"{name}.log"
        self.process = desktop.start([_BUILT / "vcam-pipewire", *words], name)
        wait_for(lambda: "ready" in self.said, lambda: f"the camera is there: {self.said}")

    @property
    def said(self):
        return self._log.read_text().splitlines()

    @property
    def was_used(self):
        return any(line.startswith("streaming") for line in self.said)

    @property
    def is_streaming(self):
        states = [line for line in self.said if line.startswith(("streaming", "paused"))]
        return bool(states) and states[-1].startswith("streaming")

    def unplug(self):
        self.process.kill()
        self.process.wait()


class Sandbox:
    """Starts the program in a sandbox, and answers for the desktop."""

    def __init__(self, desktop, media, folder):
        self._desktop = desktop
        self.media = media
        self._mood = folder / "mood"
        self._asked = folder / "asked"
        self._asked.touch()
        self._info = folder / "flatpak-info"
        self._info.write_text(_INFO)
        self._apps = []
        self.portal = None
        self.answer("never")

    def start_portal(self):
        """The real one. To be called when the cameras are plugged in: it looks for them only once."""
        self._desktop.start([sys.executable, SERVICES / "access_portal.py", self._mood, self._asked], "access")
        wait_for(lambda: "ready" in self._asked.read_text(), "the dialogs' service is there")
        program = next(path for path in ("/usr/libexec/xdg-desktop-portal", "/usr/lib/xdg-desktop-portal")
                       if Path(path).exists())
        self.portal = self._desktop.start([program, "--verbose"], "portal")
        self._wait_for_name()

    def start_mad_portal(self, mood):
        """One that misbehaves, see Tests/Services/camera_portal.py."""
        self.portal = self._desktop.start([sys.executable, SERVICES / "camera_portal.py", mood], "mad-portal")
        self._wait_for_name()

    def _wait_for_name(self):
        wait_for(lambda: "true" in self._bus("NameHasOwner", _PORTAL), "the portal is there")

    def _bus(self, method, *words):
        return processes.output(["gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path",
                                 "/org/freedesktop/DBus", "--method", f"org.freedesktop.DBus.{method}", *words],
                                self._desktop.env)

    def answer(self, mood):
        """The answer to questions from now on: grant, deny, close, fail, never, or milliseconds before granting."""
        self._mood.write_text(mood)

    @property
    def questions(self):
        """How often the desktop would have shown a dialog."""
        return [line for line in self._asked.read_text().splitlines() if line.startswith("asked")]

    def launch(self, *arguments, env=None):
        name = f"tintype-{len(self._apps)}" if self._apps else "tintype"
        app = Tintype(self._desktop, arguments, env, self._command(), name)
        self._apps.append(app)
        return app

    def close(self):
        for app in self._apps:
            app.kill()
            assert not app.complaints(), f"{app.log.name}: {app.complaints()}"

    def _command(self):
        """bubblewrap, which is what Flatpak uses: a root of its own with everything in it but device nodes, the file by
        which programs recognize Flatpak, and the one by which newer portals find the process."""
        instance = Path(self._desktop.env["XDG_RUNTIME_DIR"]) / ".flatpak/1/bwrapinfo.json"
        instance.parent.mkdir(parents=True, exist_ok=True)
        words = ["sh", "-c", 'exec "$@" 9>"$0"', instance, shutil.which("bwrap"), "--info-fd", "9", "--tmpfs", "/"]
        for name in sorted(os.listdir("/")):
            path = "/" + name
            if os.path.islink(path):
                words += ["--symlink", os.readlink(path), path]
            elif os.path.isdir(path) and name != "dev":
                words += ["--bind", path, path]
        return [*words, "--dev", "/dev", "--ro-bind", self._info, "/.flatpak-info", "--die-with-parent", "--"]
