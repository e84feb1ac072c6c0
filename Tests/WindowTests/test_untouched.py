# SPDX-License-Identifier: GPL-3.0-or-later
"""Before consent, after a denial and at a launch after it, nothing is opened and nothing is connected: by strace."""

import re

import pytest

from harness.permission_store import CAMERA, SCREENSHOTS, desktop, store  # noqa: F401
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

LOCAL = {"AF_UNIX", "AF_LOCAL", "AF_NETLINK"}


@pytest.fixture
def traced(launch, cameras, folder):
    """Starts the program under strace; returns it and what reads the trace so far."""
    camera = cameras.make()

    def start():
        trace = folder / "trace"
        app = launch(under=["strace", "-f", "-qq", "-e", "trace=open,openat,openat2,socket,socketpair", "-o", trace])
        return app, camera, trace.read_text
    return start


def families(trace):
    return set(re.findall(r"socket(?:pair)?\((AF_\w+)", trace)) - LOCAL


def nodes(trace):
    return re.findall(r'open\w*\((?:AT_FDCWD, )?"(/dev/video\d+)', trace)


def check(camera, trace):
    assert camera.opens == 0
    assert nodes(trace) == []
    assert families(trace) == set()


def test_first_launch(traced):
    app, camera, trace = traced()
    app.button("Allow")
    check(camera, trace())
    # The check can fail: the virtual camera itself is a pair of loopback sockets.
    app.press("Allow")
    Viewfinder(app).wait_until_live()
    wait_for(lambda: families(trace()), "an opened camera shows in the trace")


def test_a_denial_and_the_launch_after_it(traced, store):
    app, camera, trace = traced()
    app.press("Don't Allow")
    app.find("Camera access is off")
    wait_for(lambda: store.get(CAMERA) == ["no"], "it is stored")
    check(camera, trace())
    app.close()
    again, camera, trace = traced()
    again.find("Camera access is off")
    check(camera, trace())


def test_screenshots_are_not_looked_at_before_a_yes(traced, store, home):
    folder = home.pictures / "Screenshots"
    folder.mkdir(parents=True)
    store.set(CAMERA, "no")
    app, _, trace = traced()
    app.find("Camera access is off")
    app.person.wait_for_focus()
    refusal = "Tintype may not look at your screenshots"
    for stored in ((), ("no",)):
        store.set(SCREENSHOTS, *stored)
        app.person.key("ctrl+shift+b")
        app.find(refusal if stored else "Allow Tintype to look at your latest screenshot?", "label")
        assert str(folder) not in trace()
        app.person.wait_for_dialog()
        if stored:
            app.person.key("Escape")
        else:
            app.press("Don't Allow")
            app.find(refusal, "label")
            assert str(folder) not in trace()
            app.person.wait_for_dialog()
            app.person.key("Escape")
        app.wait_until_gone(refusal)
    # The check can fail.
    store.set(SCREENSHOTS, "yes")
    app.person.key("ctrl+shift+b")
    wait_for(lambda: str(folder) in trace(), "after a yes the folder shows in the trace")
