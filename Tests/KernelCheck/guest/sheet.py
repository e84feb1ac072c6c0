# SPDX-License-Identifier: GPL-3.0-or-later
"""The results, a line for each check, written at once: what was found stays also where the machine hangs later."""

import json
import time
import traceback

from . import OUTPUT


class Sheet:
    """Runs checks, which are functions that raise where something is wrong and may return words about what they saw."""

    def __init__(self):
        self._path = OUTPUT / "results.jsonl"

    def run(self, driver, name, check):
        """Returns whether it went well."""
        begin = time.monotonic()
        try:
            result, words = "ok", str(check() or "")
        except Exception as error:  # A check that fails in whatever way must not keep the others from running.
            traceback.print_exc()
            result, words = "FAILED", f"{error}" or type(error).__name__
        self._add(driver=driver, check=name, result=result, seconds=round(time.monotonic() - begin, 1), words=words)
        return result != "FAILED"

    def end(self):
        """All checks were run."""
        self._add(end=True)

    def _add(self, **line):
        with self._path.open("a") as file:
            file.write(json.dumps(line) + "\n")
