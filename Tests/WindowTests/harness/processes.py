# SPDX-License-Identifier: GPL-3.0-or-later
"""Child processes: started with a log, ended by their id, with everything that they started."""

import contextlib
import ctypes
import os
import signal
import subprocess
from pathlib import Path

from .waiting import wait_for

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
_PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans():
    """Makes this process the parent of grandchildren whose parent ends, so that none gets out of sight."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def start(command, log, env, **options):
    """Starts a command whose output goes to the end of the file `log`."""
    with open(log, "ab") as output:
        return subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=output,
                                stderr=output, env=env, start_new_session=True, **options)


def start_and_read(command, log, env, option):
    """Starts a command that writes one line to the descriptor named by `option`; returns it and the line."""
    read_end, write_end = os.pipe()
    process = start([*command, f"{option}{write_end}"], log, env, pass_fds=[write_end])
    os.close(write_end)
    with os.fdopen(read_end) as answer:
        line = answer.readline().strip()
    assert line, f"{command[0]} did not start, see {log}"
    return process, line


def stop(process, sign=signal.SIGTERM):
    """Ends a process that was started here, gently at first."""
    if process.poll() is None:
        process.send_signal(sign)
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Stopped:
    """A process that hangs meanwhile."""

    def __init__(self, pid):
        self._pid = pid

    def __enter__(self):
        os.kill(self._pid, signal.SIGSTOP)
        return self

    def __exit__(self, *_):
        self.go_on()

    def go_on(self):
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGCONT)


def children(pid):
    """The ids of a process's living children, of all its threads."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(word) for word in task.read_text().split()]
        except OSError:
            continue
    return [child for child in found if state(child) not in (None, "Z")]


def descendants(pid):
    """The ids of all living processes below one."""
    return [each for child in children(pid) for each in [child, *descendants(child)]]


def name(pid):
    """The name of a process's program; None when there is no such process."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return None


def state(pid):
    """The kernel's letter for a process's state; None when there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return None


def end_all(pids, gently=True):
    """Ends processes by their ids and waits until they are gone."""
    for sign in (signal.SIGTERM, signal.SIGKILL) if gently else (signal.SIGKILL,):
        for pid in pids:
            if state(pid) not in (None, "Z"):
                os.kill(pid, sign)
        try:
            wait_for(lambda: all(state(pid) in (None, "Z") for pid in pids), "processes end", 3)
            break
        except AssertionError:
            continue
    reap()


def reap():
    """Forgets orphans that have ended."""
    for child in _zombies():
        try:
            os.waitpid(child, os.WNOHANG)
        except ChildProcessError:
            continue


def _zombies():
    me = os.getpid()
    words = Path(f"/proc/{me}/task/{me}/children").read_text().split()
    return [int(word) for word in words if state(int(word)) == "Z"]


def cpu_ticks(pid):
    """Clock ticks of processor time that a process has used, in user and system mode."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def ticks_of_threads(pid, *but):
    """The same of its threads, without those with these names."""
    ticks = 0
    for thread in Path(f"/proc/{pid}/task").iterdir():
        try:
            name, fields = (thread / "stat").read_text().partition("(")[2].rsplit(")", 1)
        except OSError:
            continue  # It has ended.
        if name not in but:
            ticks += sum(map(int, fields.split()[11:13]))
    return ticks


def output(command, env=None, check=False):
    """The output of a command that ends by itself."""
    words = [str(word) for word in command]
    return subprocess.run(words, env=env, check=check, capture_output=True, text=True, timeout=60).stdout
