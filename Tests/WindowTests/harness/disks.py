# SPDX-License-Identifier: GPL-3.0-or-later
"""Disks that can't take photos: mounts that only the program under test sees, in a mount namespace of its own.

An account that may not mount is root in a user namespace around that; the program is the account again in one within, for
buses refuse a client that takes itself for root.

    disk = FullDisk(home.pictures)
    app = launch(…, under=disk.under)
    disk.mend(app)
"""

import os
import subprocess
from pathlib import Path

if os.geteuid() == 0:
    _UNSHARE, _RUN = ["unshare", "--mount"], 'exec "$@"'
else:
    _UNSHARE = ["unshare", "--mount", "--map-root-user"]
    _RUN = f'unshare --map-user={os.geteuid()} --map-group={os.getegid()} "$@"'


class Disk:
    """A folder with something else mounted over it.

    under: the command that starts the program where it is so.
    """

    def __init__(self, folder, script):
        self.folder = Path(folder)
        self.under = [*_UNSHARE, "sh", "-ec", f"{script}; {_RUN}", "sh"]

    def seen_by(self, app, path=""):
        """A path below the folder, as the program sees it."""
        return Path(f"/proc/{app.pid}/root{self.folder}") / path

    def _inside(self, app, *command):
        enter = ["nsenter", "--target", str(app.launcher), "--mount"]
        if os.geteuid() != 0:
            enter += ["--user", "--preserve-credentials"]
        subprocess.run([*enter, *command], check=True, capture_output=True)


def can_mount():
    """Whether this machine lets this account."""
    command = [*Disk("/mnt", "mount -t tmpfs tmpfs /mnt").under, "true"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


class FullDisk(Disk):
    """A small file system without any room; `mend` makes some."""

    def __init__(self, folder):
        filler = f"dd if=/dev/zero of='{folder}/filler' bs=4k 2>/dev/null || true"
        super().__init__(folder, f"mount -t tmpfs -o size=4m tmpfs '{folder}'; mkdir '{folder}/Camera'; {filler}")

    def mend(self, app):
        self.seen_by(app, "filler").unlink()


class SmallDisk(Disk):
    """A small, empty file system."""

    def __init__(self, folder, megabytes):
        self._mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs"]
        super().__init__(folder, f"{' '.join(self._mount)} '{folder}'")

    def take_out(self, app):
        """As a disk that is pulled: away for every program, whoever uses it."""
        self._inside(app, "umount", "--lazy", str(self.folder))

    def eject(self, app):
        """As a file manager does; whether nothing kept it busy."""
        try:
            self._inside(app, "umount", str(self.folder))
        except subprocess.CalledProcessError as error:
            assert b"busy" in error.stderr, error.stderr
            return False
        return True

    def users(self, app):
        """What the program has open there."""
        names = [os.readlink(entry) for entry in Path(f"/proc/{app.pid}/fd").iterdir()]
        return [name for name in names if name.startswith(str(self.folder))]

    def put_in(self, app, *folders):
        """Another one at the same place, with these folders, empty, from the first moment on."""
        made = " ".join(f"'/mnt/{folder}'" for folder in folders)
        # Moving a mount is more than an account without rights can do.
        self._inside(
            app, "sh", "-ec",
            f"{' '.join(self._mount)} /mnt; {f'mkdir {made};' if made else ''} mount --bind /mnt '{self.folder}'; "
            "umount /mnt")


class ReadOnlyDisk(Disk):
    """A folder that can only be read; `mend` lets it be written."""

    def __init__(self, folder):
        super().__init__(folder, f"mount --bind '{folder}' '{folder}'; mount -o remount,bind,ro '{folder}'")

    def mend(self, app):
        self._inside(app, "mount", "-o", "remount,bind,rw", str(self.folder))


class BlockedFolder:
    """A file where the folder should be; `mend` removes it. Needs no mount."""

    under = ()

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.rmdir()
        self.folder.write_text("not a folder\n")

    def seen_by(self, _app, path=""):
        return self.folder / path

    def mend(self, _app):
        self.folder.unlink()
