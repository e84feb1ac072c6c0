# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs all checks, one driver after the other."""

import json
import tempfile
from pathlib import Path

from harness import processes

from . import OUTPUT, cirrus, libcamera, uvcvideo, v4l2loopback, vivid
from .sheet import Sheet


def main():
    processes.adopt_orphans()
    options = json.loads((OUTPUT / "options.json").read_text())
    sheet = Sheet()
    with tempfile.TemporaryDirectory(prefix="check-") as folder:
        for driver in (vivid, uvcvideo, v4l2loopback, libcamera, cirrus):
            if options["driver"] in (None, driver.DRIVER):
                driver.check(sheet, Path(folder) / driver.DRIVER, with_window=not options["no_window"])
    sheet.end()


if __name__ == "__main__":
    main()
