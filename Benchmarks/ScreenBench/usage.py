# SPDX-License-Identifier: GPL-3.0-or-later
"""A program's costs: processor time from the scheduler, without the virtual camera's own thread, and memory."""

import time
from pathlib import Path

from harness import processes

#: The name of the thread that plays the camera inside the program's process.
CAMERA_THREAD = "vcam-gen"


def _thread_times(pid):
    """{thread: (name, nanoseconds of processor time)}."""
    found = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            name = (task / "comm").read_text().strip()
            found[pid, task.name] = name, int((task / "schedstat").read_text().split()[0])
        except OSError:
            continue
    return found


class Meter:
    """Of a process and all its descendants; of the X server, too, which does work for them."""

    def __init__(self, pid, server=None):
        self._pid = pid
        self._server = server
        self._begin()

    def _pids(self):
        return [self._pid, *processes.descendants(self._pid)]

    def _times(self, pids):
        found = {}
        for pid in pids:
            try:
                found |= _thread_times(pid)
            except OSError:
                continue
        return found

    def _begin(self):
        self._at = time.monotonic()
        self._before = self._times(self._pids())
        self._server_before = self._times([self._server]) if self._server else {}

    @staticmethod
    def _spent(before, after):
        spent = {}
        for thread, (name, value) in after.items():
            spent[name] = spent.get(name, 0) + value - before.get(thread, (name, 0))[1]
        return spent

    def read(self):
        """Milliseconds of processor time a second since this was made, by thread, and memory now."""
        seconds = time.monotonic() - self._at
        by_name = self._spent(self._before, self._times(self._pids()))
        server = self._spent(self._server_before, self._times([self._server])) if self._server else {}
        own = {name: value / 1e6 / seconds for name, value in by_name.items() if name != CAMERA_THREAD}
        return {
            "cpu_ms_per_s": sum(own.values()),
            "cpu_by_thread": {name: round(value, 1) for name, value in own.items() if value >= 1},
            "x_server_ms_per_s": sum(server.values()) / 1e6 / seconds,
            "pss_mib": sum(map(pss_mib, self._pids())),
        }


#: Files and libraries that play the camera inside the program's process. Its buffers stay: a real driver has them, too.
_CAMERA_FILES = ("/.scene-", "/libvcam.so", "/memfd:vcam-picture")


def pss_mib(pid):
    """The proportional set size in MiB, without the virtual camera: pages that several processes use count by part."""
    kib, is_counted = 0, True
    try:
        with open(f"/proc/{pid}/smaps") as lines:
            for line in lines:
                if line.startswith("Pss:"):
                    kib += int(line.split()[1]) * is_counted
                elif not line[0].isupper():
                    is_counted = not any(name in line for name in _CAMERA_FILES)
    except OSError:
        return 0
    return kib / 1024
