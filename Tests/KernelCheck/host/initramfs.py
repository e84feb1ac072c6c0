# SPDX-License-Identifier: GPL-3.0-or-later
"""The first file system of the emulated machine: busybox, the modules that reach this machine's files, and `init`.

Written here as the archive "newc" of cpio, which takes a few lines, so that no program is needed for it.
"""

import shutil
from pathlib import Path

from . import kernel as kernels

#: Modules needed to see this machine's files and to write beside them.
MODULES = ["virtio_pci", "9pnet_virtio", "9p", "overlay"]
_INIT = Path(__file__).with_name("init")
_FOLDER, _PROGRAM, _FILE = 0o040755, 0o100755, 0o100644


def write(kernel, path):
    """Writes the archive for a kernel into the file `path`."""
    busybox = Path(shutil.which("busybox")).read_bytes()
    entries = [(name, _FOLDER, b"") for name in ("bin", "dev", "modules", "proc", "host", "above", "root")]
    entries += [("init", _PROGRAM, _INIT.read_bytes()), ("bin/busybox", _PROGRAM, busybox)]
    for index, module in enumerate(kernels.modules(kernel, MODULES)):
        # The shell sorts names: the number keeps the order.
        entries.append((f"modules/{index:02}-{module.name}", _FILE, module.read_bytes()))
    entries.append(("TRAILER!!!", 0, b""))
    with open(path, "wb") as archive:
        for number, entry in enumerate(entries, 1):
            archive.write(_entry(number, *entry))


def _entry(number, name, mode, data):
    """One file: thirteen numbers, the name, the data, each filled up to four bytes."""
    encoded = name.encode() + b"\0"
    fields = [number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(encoded), 0]
    header = b"070701" + b"".join(b"%08X" % field for field in fields) + encoded
    return _filled(header) + _filled(data)


def _filled(data):
    return data + bytes(-len(data) % 4)
