# SPDX-License-Identifier: GPL-3.0-or-later
"""What a change can break: the table Tests/touches.txt, and what of it a diff concerns.

    python3 -m Gate.touches

checks that every folder and every test that the table names exists, and that no folder of Sources and no unit target is
left out. `make coverage` checks it against what the tests reach.
"""

import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from .results import ROOT

TABLE = ROOT / "Tests" / "touches.txt"
#: The window tests that look at colours and room.
_EVERY_STATE = "test_every_state"


@dataclass
class Touched:
    """What to run. `data`: the scripts and data; `smallest`: nothing but these was asked for."""

    unit: set[str] = field(default_factory=set)
    window_files: set[str] = field(default_factory=set)
    main_ways: bool = False
    data: bool = False

    def __bool__(self):
        return bool(self.unit or self.window_files or self.main_ways or self.data)


def table():
    """Folders of Sources, each with its unit targets and window files."""
    rows = {}
    for number, line in enumerate(TABLE.read_text().splitlines(), 1):
        line = line.partition("#")[0].strip()
        if not line:
            continue
        folder, *tests = line.split()
        if folder in rows:
            sys.exit(f"{TABLE.name}:{number}: {folder} stands there twice")
        rows[folder] = ({test for test in tests if not test.startswith("test_")},
                        {test for test in tests if test.startswith("test_")})
    return rows


def folder_of(path, rows):
    """The most special folder of the table that holds the path; None where none does."""
    return next((folder for folder in (path, *map(str, PurePosixPath(path).parents)) if folder in rows), None)


def unit_targets():
    return {folder.name for folder in (ROOT / "Tests").iterdir()
            if folder.name.endswith("Tests") and any(folder.rglob("*.swift"))}


def window_files():
    return {file.stem for file in (ROOT / "Tests" / "WindowTests").glob("test_*.py")}


def changed(base):
    """The paths that differ from `base`, those that git does not know yet among them."""
    def git(*arguments):
        # Where the clone is another account's, git speaks of it only if told to.
        command = ["git", "-c", f"safe.directory={ROOT}", *arguments]
        return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    return sorted(set(git("diff", "--name-only", "--no-renames", base)) |
                  set(git("ls-files", "--others", "--exclude-standard")))


def touched_by(paths):
    """What these changed files can break."""
    rows, found = table(), Touched()
    for path in paths:
        parts = PurePosixPath(path).parts
        if path.startswith("Sources/"):
            targets, files = rows.get(folder_of(path, rows), ((), ()))
            found.unit |= set(targets)
            found.window_files |= set(files)
            found.main_ways = found.main_ways or not targets and not files
        elif parts[0] == "Tests" and len(parts) > 2:
            if parts[1] in unit_targets():
                found.unit.add(parts[1])
            elif parts[1] == "WindowTests" and PurePosixPath(path).stem in window_files():
                found.window_files.add(PurePosixPath(path).stem)
            elif parts[1] == "Support":
                found.unit |= unit_targets()
            elif parts[1] == "States":
                found.window_files.add(_EVERY_STATE)
            elif parts[1] in ("ToolTests", "Gate"):
                found.data = True
            else:
                found.main_ways = True
        elif path == "Package.swift":
            found.unit |= unit_targets()
            found.main_ways = True
        elif parts[0] == "data" and path.endswith((".css", ".xml", ".svg")):
            found.main_ways = found.data = True
            found.window_files.add(_EVERY_STATE)
        elif parts[0] in ("po", "data", "build-aux", "debian", ".ci") or path in ("Makefile", "dev", "meson.build"):
            found.data = True
    return found


def problems():
    """What of the table is wrong without running anything."""
    rows = table()
    units, windows = unit_targets(), window_files()
    for folder, (targets, files) in rows.items():
        if not (ROOT / folder).exists():
            yield f"{folder} does not exist"
        for name in sorted(targets - units | files - windows):
            yield f"{folder}: there is no {name}"
        if not targets | files:
            yield f"{folder}: nothing tests it"
    for folder in sorted((ROOT / "Sources").glob("*/")):
        path = str(folder.relative_to(ROOT))
        inner = [name for name in rows if name.startswith(path + "/")]
        if path not in rows and not inner:
            yield f"{path} is not in the table"
    for name in sorted(units - set().union(*(row[0] for row in rows.values()))):
        yield f"{name} stands at no folder"


def main():
    found = list(problems())
    for problem in found:
        print(f"{TABLE.relative_to(ROOT)}: {problem}", file=sys.stderr)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
