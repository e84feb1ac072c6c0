# SPDX-License-Identifier: GPL-3.0-or-later
"""A process's resources, so that a leak is seen from outside."""

import os
import re
from collections import Counter
from pathlib import Path

#: Threads that the runtime makes and ends as there is work (libdispatch, GLib's pool, also with the name of what it did
#: last for GStreamer), and the virtual camera's own.
_CASUAL_THREADS = ("-qos", "pool-", ":src", "tintype-encode", "vcam-gen")
#: The virtual camera's own descriptors begin here; the program would count one of its own for each open camera.
_FIRST_OF_CAMERA = 600
#: The note of an opening, which is open until its pictures have come for a moment.
_OPENING = "/tintype/openings/"
#: KiB by which memory may differ between two looks: pools that are filled, an arena that grew. The address sanitizer
#: keeps up to 256 MiB of what was freed.
_MEMORY_NOISE = (300 if "ASAN_OPTIONS" in os.environ else 12) << 10


class Footprint:
    """One look at a process.

    descriptors: open files; buffers: mapped buffers of the camera; threads: those that are there for good, by name in
    `lasting`;
    all_threads: with those that come and go; memory: KiB of its own.
    """

    def __init__(self, pid):
        own = [each for each in Path(f"/proc/{pid}/fd").iterdir() if int(each.name) < _FIRST_OF_CAMERA]
        self.descriptors = Counter(target for target in map(_target, own) if target and _OPENING not in target)
        self.buffers = Path(f"/proc/{pid}/maps").read_text().count("/memfd:vcam-buffer")
        names = [name for name in map(_name, Path(f"/proc/{pid}/task").iterdir()) if name]
        self.all_threads = len(names)
        self.lasting = Counter(name for name in names if not any(casual in name for casual in _CASUAL_THREADS))
        self.threads = self.lasting.total()
        status = Path(f"/proc/{pid}/status").read_text().split()
        self.memory = int(status[status.index("RssAnon:") + 1])

    def leaks_since(self, before):
        """The increases, in words; empty without any.

        Threads that come and go are bounded by what a machine's pools make.
        """
        opened = self.descriptors - before.descriptors
        kinds = f"descriptors ({', '.join(sorted(opened))})"
        pairs = [(kinds, self.descriptors.total(), before.descriptors.total()),
                 ("buffers", self.buffers, before.buffers),
                 ("threads", self.threads, before.threads),
                 ("casual threads", self.all_threads, before.all_threads + 16),
                 ("KiB", self.memory, before.memory + _MEMORY_NOISE)]
        return [f"{now - then} more {what}" for what, now, then in pairs if now > then]

    def facts(self):
        return {"descriptors": self.descriptors.total(), "buffers": self.buffers, "threads": self.all_threads,
                "memory_kib": self.memory}


def _target(descriptor):
    """The target of a descriptor, without numbers that differ; None if it is closed by now."""
    try:
        return re.sub(r"\d+", "", os.readlink(descriptor))
    except OSError:
        return None


def _name(task):
    try:
        return (task / "comm").read_text().strip()
    except OSError:
        return None
