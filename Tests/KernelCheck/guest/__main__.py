"""Runs all checks, one driver after the other."""

import tempfile
from pathlib import Path

from harness import processes

from . import uvcvideo, vivid
from .sheet import Sheet


def main():
    processes.adopt_orphans()
    sheet = Sheet()
    with tempfile.TemporaryDirectory(prefix="check-") as folder:
        vivid.check(sheet, Path(folder) / "vivid")
        uvcvideo.check(sheet, Path(folder) / "uvcvideo")
    sheet.end()


if __name__ == "__main__":
    main()
