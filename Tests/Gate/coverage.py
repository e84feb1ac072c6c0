# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests reach, from the profiles of build-aux/coverage: a table by module, and whether Tests/touches.txt is true.

    python3 -m Gate.coverage TOOLS PROGRAMS PROFILES [unit]
"""

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from . import touches
from .results import ROOT

#: Percent of a module's lines that all tests together reach, at least.
_LEAST_OF_MODULE = 80
_NO_FILES = "runs in a process that may not write files, counters among them"
_REASONS = {"CFiles": "its handler runs in programs that crash, which write no counters",
            "CApart": _NO_FILES, "CZXing": _NO_FILES, "Decoding": _NO_FILES}
#: Percent of the lines that all tests reach in a folder which those that the table names for it reach, at least: the rest is
#: what `make check` may miss there.
_LEAST_OF_FOLDER = 90
_PROGRAMS = ("tintypePackageTests.xctest", "tintype", "journal-stress", "video-stress")


def main(tools, programs, profiles, only_unit=""):
    profiles = Path(profiles)
    raw = defaultdict(list)
    for file in sorted(profiles.glob("*.profraw")):
        raw[file.name.partition("-")[0]].append(file)
    covered = {name: _lines(tools, Path(programs), files, profiles / name) for name, files in raw.items()}
    everything = _lines(tools, Path(programs), [file for files in raw.values() for file in files], profiles / "all")
    units = [file for name in raw if not name.startswith("test_") for file in raw[name]]
    failed = _say_modules(_lines(tools, Path(programs), units, profiles / "unit"), everything,
                          0 if only_unit else _LEAST_OF_MODULE)
    return _say_table(covered, everything, bool(only_unit)) or failed


def _lines(tools, programs, files, name):
    """Path below the root → (lines, lines reached)."""
    profile = f"{name}.profdata"
    subprocess.run([f"{tools}/llvm-profdata", "merge", "-o", profile, *files], check=True)
    first, *others = [programs / program for program in _PROGRAMS]
    objects = [word for program in others for word in ("-object", program)]
    report = subprocess.run([f"{tools}/llvm-cov", "export", "-summary-only", "-instr-profile", profile, first, *objects],
                            check=True, capture_output=True, text=True).stdout
    found = {}
    for file in json.loads(report)["data"][0]["files"]:
        path = Path(file["filename"])
        if path.is_relative_to(ROOT / "Sources"):
            lines = file["summary"]["lines"]
            found[str(path.relative_to(ROOT))] = (lines["count"], lines["covered"])
    return found


def _module(path):
    return path.removeprefix("Sources/").removeprefix("C/").partition("/")[0]


def _say_modules(unit, everything, least):
    """Prints the table; returns whether a module is reached too little."""
    modules = defaultdict(lambda: [0, 0, 0])
    for path, (count, reached) in everything.items():
        for row in (modules[_module(path)], modules["Sources"]):
            row[0] += count
            row[1] += unit.get(path, (0, 0))[1]
            row[2] += reached
    missing = False
    print(f"\n{'':20}{'lines':>8}{'unit':>8}{'all':>8}")
    for name, (count, *reached) in sorted(modules.items(), key=lambda item: (item[0] == "Sources", item[0])):
        shares = [100 * lines / max(1, count) for lines in reached]
        print(f"{name:20}{count:8}" + "".join(f"{share:7.1f}%" for share in shares),
              "" if shares[-1] >= least else _REASONS.get(name, "too little"))
        missing = missing or shares[-1] < least and name not in _REASONS
    return missing


def _say_table(covered, everything, only_unit):
    """Holds the table against the profiles; returns whether it is wrong."""
    wrong = False
    rows = touches.table()
    for folder, (targets, files) in rows.items():
        paths = [path for path in everything if touches.folder_of(path, rows) == folder]
        reached_by = {name: sum(lines.get(path, (0, 0))[1] for path in paths) for name, lines in covered.items()}
        named = targets if only_unit else targets | files
        for name in sorted(named & set(covered)):
            if paths and not reached_by[name] and _module(paths[0]) not in _REASONS:
                print(f"touches.txt: {folder}: {name} reaches none of its lines")
                wrong = True
        # A line that two tests reach counts once: the best test of each file stands for all of them.
        best = sum(max((covered[name].get(path, (0, 0))[1] for name in named & set(covered)), default=0) for path in paths)
        total = sum(everything[path][1] for path in paths)
        if not only_unit and total and 100 * best < _LEAST_OF_FOLDER * total:
            others = sorted(((count, name) for name, count in reached_by.items() if name not in named), reverse=True)
            print(f"touches.txt: {folder}: what it names reaches {100 * best // total} % of the lines that all tests reach; "
                  f"more do " + ", ".join(f"{name} ({count} of {total})" for count, name in others[:3]))
            wrong = True
    return wrong


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
