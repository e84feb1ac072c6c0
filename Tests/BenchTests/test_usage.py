# SPDX-License-Identifier: GPL-3.0-or-later
"""Processor time is the program's own, without the thread that plays the camera."""

import subprocess
import sys
import time

import pytest

from ScreenBench.usage import Meter, pss_mib

_BUSY = "open('/proc/self/comm', 'w').write('{}')\nprint(flush=True)\nwhile True: pass"


@pytest.mark.parametrize("name, is_counted", [("worker", True), ("vcam-gen", False)])
def test_the_camera_is_not_counted(name, is_counted):
    process = subprocess.Popen([sys.executable, "-c", _BUSY.format(name)], stdout=subprocess.PIPE)
    try:
        process.stdout.readline()
        meter = Meter(process.pid)
        # Not a wait for something: the time that is measured.
        time.sleep(0.5)
        used = meter.read()["cpu_ms_per_s"]
        assert (used > 20) == is_counted, used
        assert pss_mib(process.pid) > 1
    finally:
        process.kill()
        process.wait()
