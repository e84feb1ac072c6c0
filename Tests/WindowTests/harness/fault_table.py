# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of faults and moments, in .build/fault-matrix: cells.json for programs, table.txt for people."""

import fcntl
import json
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[3] / ".build/fault-matrix"
_CELLS = FOLDER / "cells.json"
_WIDTH = 22


class Cell:
    """What happened when one fault met one moment. Times are milliseconds; None if nothing was to be timed.

    said: what the person was told; said_ms: from the fault to that; back_ms: from its end to a picture.
    """

    def __init__(self, fault, moment):
        self.fault, self.moment = fault, moment
        self.said = self.said_ms = self.back_ms = self.photos = self.footprint = None
        self.troubles = []

    @property
    def summary(self):
        if self.troubles:
            return "FAILED"
        words = "goes on" if self.said_ms is None else f"said {self.said_ms:.0f}"
        return words if self.back_ms is None else f"{words}, back {self.back_ms:.0f}"


class FaultTable:
    """All cells so far, those of earlier runs of other moments included."""

    def __init__(self, faults, moments):
        self._faults, self._moments = faults, moments

    def save(self, cells):
        """Puts these cells in their places and writes both files."""
        FOLDER.mkdir(parents=True, exist_ok=True)
        with (FOLDER / "lock").open("w") as lock:
            # Columns are played beside each other.
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._add(cells)

    def _add(self, cells):
        known = json.loads(_CELLS.read_text()) if _CELLS.exists() else {}
        for cell in cells:
            known[f"{cell.fault}/{cell.moment}"] = vars(cell) | {"summary": cell.summary}
        _CELLS.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")
        (FOLDER / "table.txt").write_text(self._text(known))

    def _text(self, known):
        def line(first, words):
            return first.ljust(14) + "".join(word.ljust(_WIDTH) for word in words).rstrip() + "\n"

        rows = [line(fault, [known.get(f"{fault}/{moment}", {}).get("summary", "-") for moment in self._moments])
                for fault in self._faults]
        troubles = [f"{name}: {'; '.join(cell['troubles'])}\n" for name, cell in known.items() if cell["troubles"]]
        head = "Milliseconds from the fault to what is said, and from its end to the picture.\n\n"
        return head + line("", self._moments) + "".join(rows) + "\n" + "".join(troubles)
