# SPDX-License-Identifier: GPL-3.0-or-later
"""Hours of frames with faults at random: nothing grows, and the picture is always back.

    make soak                 twenty minutes
    make soak SOAK_MINUTES=60 SOAK_SEED=7

The camera is several times faster than a real one, so that an hour is a working day's worth of frames. The table is in
.build/soak.
"""

import os
from pathlib import Path

import pytest

from harness.scene import Scene
from harness.soak import Soak

pytestmark = pytest.mark.alone

MINUTES = float(os.environ.get("SOAK_MINUTES", "0.5"))
SEED = int(os.environ.get("SOAK_SEED", "1"))
FOLDER = Path(__file__).resolve().parents[2] / ".build/soak"
#: Ten times as fast as usual.
MODE = "MJPG:320x240@300"


def test_a_long_life_with_a_bad_camera(launch, cameras, home, roll, scratch):
    home.store(camera_access="yes", photo_format="jpeg", microphone="none")
    camera = cameras.make(modes=[MODE])
    scene = Scene(launch(), camera, roll, scratch)
    scene.wait_until_live()
    soak = Soak(scene, SEED, 60 * MINUTES, home)
    try:
        soak.run()
    finally:
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / "table.txt").write_text(f"seed {SEED}, {MINUTES:g} minutes, {MODE}\n\n{soak.table()}")
    print("\n" + soak.table())
    # A photo is whole, or was never taken because the picture had gone by then.
    assert scene.check_photos(0) <= soak.photos
    assert not soak.troubles(), "\n".join(soak.troubles())
