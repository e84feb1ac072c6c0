# SPDX-License-Identifier: GPL-3.0-or-later
"""Traces system calls with strace: no device before consent, and never a network."""

import re

import pytest

from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for


@pytest.fixture
def trace(folder):
    """trace(calls) → the command that records these system calls of the program, and the file it writes."""
    def trace(calls):
        record = folder / "strace"
        return ["strace", "-f", "-qq", "-s", "256", "-e", f"trace={calls}", "-e", "signal=none", "-o", str(record)], record
    return trace


@pytest.fixture
def node(folder):
    """Something that can be opened where a camera's node is expected, but is no camera."""
    (folder / "video0").write_text("")
    return folder / "video0"


def _opened(record, node):
    text = record.read_text(errors="replace")
    return [line for line in text.splitlines() if re.search(rf'open(at2?)?\(.*"({re.escape(str(node))}|/dev/video)', line)]


def test_no_device_is_opened_before_allow(launch, trace, node):
    """Without the virtual camera, which would keep its opens from the kernel."""
    under, record = trace("open,openat,openat2")
    app = launch(f"--camera={node}", under=under, cameras_by=None)
    app.button("Allow")
    stays(lambda: not _opened(record, node), "nothing is opened while the question is open", 0.5)
    assert "libgtk-4" in record.read_text(), "strace sees what the program opens"
    app.press("Allow")
    wait_for(lambda: _opened(record, node), "it is opened after Allow")


def test_no_device_is_opened_after_dont_allow(launch, trace, node):
    under, record = trace("open,openat,openat2")
    app = launch(f"--camera={node}", under=under, cameras_by=None)
    app.press("Don't Allow")
    app.find("Camera access is off")
    stays(lambda: not _opened(record, node), "nothing is opened", 0.5)
    app.close()
    assert not _opened(record, node)


def test_nothing_is_sent_over_a_network(launch, trace, roll):
    under, record = trace("socket,connect,sendto")
    app = launch("--camera=test", under=under, cameras_by=None)
    Viewfinder(app).wait_until_moving()
    app.press("Take Photo")
    roll.wait_for(1)
    app.person.wait_for_focus()
    app.person.key("ctrl+comma")
    app.person.wait_for_dialog()
    app.person.key("Escape")
    app.person.wait_for_focus()
    app.close()
    families = set(re.findall(r"socket\((\w+)", record.read_text()))
    assert "AF_UNIX" in families, "strace sees sockets"
    # NETLINK is how udev tells of cameras; it does not leave the machine.
    assert families <= {"AF_UNIX", "AF_NETLINK"}
    assert "AF_INET" not in record.read_text()
