# SPDX-License-Identifier: GPL-3.0-or-later
"""`tintype --doctor` where the desktop gives the cameras: through its real Camera portal and PipeWire."""

import pytest

from harness.doctor import Report
from harness.permission_store import CAMERA, store  # noqa: F401
from harness.sandbox import desktop, media, sandbox  # noqa: F401


@pytest.fixture
def camera(media):  # noqa: F811
    return media.plug_in("MJPG:1280x720@30")


@pytest.fixture
def examined(sandbox, camera):  # noqa: F811
    def examine(with_portal=True):
        if with_portal:
            sandbox.start_portal()
        app = sandbox.launch("--doctor", "--json")
        status = app.wait_for_end()
        text = app.log_text()
        return Report(text[text.index("{\n"):text.rindex("}") + 1], status, 0)
    return examine


def test_an_allowed_camera_is_tried_out_through_the_portal(examined, camera, store):  # noqa: F811
    store.set(CAMERA, "yes")
    report = examined()
    assert report.check("sandbox").result == "flatpak"
    assert report.check("camera-portal").result == "running"
    assert report.check("pipewire").result == "connected"
    stream = report.check("camera-stream")
    assert stream.details["frames"] > 10 and stream.status != "problem"
    # No node can be seen there, and none is missed.
    assert not report.all("video-nodes") and not report.problems


@pytest.mark.parametrize("answer, result", [(None, "not-asked"), ("no", "denied")])
def test_no_question_is_asked_and_nothing_touched(examined, sandbox, camera, store, answer, result):  # noqa: F811
    if answer:
        store.set(CAMERA, answer)
    report = examined()
    # The portal does not tell a no from an open question; what counts is that it gives nothing.
    assert report.check("camera-permission").result in (result, "not-asked")
    assert report.check("pipewire").result == "not-allowed"
    assert not report.all("camera-stream")
    assert not sandbox.questions and not camera.was_used


def test_without_a_portal_it_is_the_portal_that_is_missing(examined, camera):
    report = examined(with_portal=False)
    portal = report.check("camera-portal")
    assert (portal.status, portal.result) == ("problem", "absent") and "xdg-desktop-portal" in portal.fix
    assert not camera.was_used
