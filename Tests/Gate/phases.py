# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run is made of. A phase that fails ends no other, but for those that need what it makes."""

import re
import subprocess
import time
from dataclasses import dataclass
from typing import Callable

from . import unit, windows
from .results import FAILED_OUTCOME, PASSED, ROOT, PhaseRecord, Result

_DEBUG, RELEASE_PREFIX = ROOT / ".build" / "debug-prefix", ROOT / ".build" / "run-prefix"
_WINDOWS = "Tests/WindowTests"


@dataclass(frozen=True)
class Choice:
    """What of the tests is run. `shard`: N/M, or nothing; `unit`: targets, or None for all; `only` and `skip`: expressions
    for names of unit tests; `window_files`: those that a change touches."""

    shard: str = ""
    unit: tuple[str, ...] | None = None
    only: str = ""
    skip: str = ""
    window_files: tuple[str, ...] = ()

    @property
    def part(self):
        """Number and count of the shard."""
        number, _, count = (self.shard or "1/1").partition("/")
        return int(number), int(count)


@dataclass(frozen=True)
class Phase:
    """`run` returns results; `again` those of a second try of the named tests, alone and quiet; None: it has no tests."""

    name: str
    run: Callable[[Choice], list[Result]]
    again: Callable[[list[str]], list[Result]] | None = None
    needs: tuple[str, ...] = ()


def _step(name, *command):
    """A command as one test."""
    begin = time.monotonic()
    status = subprocess.run(list(command), cwd=ROOT, check=False, env=windows.environment()).returncode
    why = "" if status == 0 else f"ended with status {status}"
    return Result(name, FAILED_OUTCOME if why else PASSED, time.monotonic() - begin, why)


def _in_order(*steps):
    """Results up to the first step that fails."""
    results = []
    for step in steps:
        results.append(_step(*step))
        if results[-1].outcome == FAILED_OUTCOME:
            break
    return results


def build(tests=True, program=True):
    """The debug build: of the unit tests, of the program, or of both, which is all that is built."""
    steps = [("swift build", "build-aux/swift-build", "--configuration", "debug", *["--tests"] * tests)]
    if program:
        steps += [("stage", "build-aux/stage", _DEBUG, ".build/debug/tintype"), *_TOOL_STEPS]
    return Phase("Build", lambda choice: _in_order(*steps))


#: The small programs that window tests preload or start, built once instead of by each test process.
_TOOL_STEPS = [(f"make {tool}", "make", "--silent", "-C", f"Tests/{tool}") for tool in (
    "VirtualCamera", "WaylandPerson", "DriverEncoder", "SetClock", "PlanesCheck", "WidgetPlaces")]
TOOLS = Phase("Build", lambda choice: _in_order(*_TOOL_STEPS))


def _build_release(_choice):
    return _in_order(("swift build", "build-aux/swift-build", "--configuration", "release"),
                     ("stage", "build-aux/stage", RELEASE_PREFIX, ".build/release/tintype"))


def unit_tests(program=unit.PROGRAM, one_at_a_time=False):
    """`one_at_a_time`: without the groups, as with a sanitizer, which makes all of them slow."""
    def run(choice):
        names = [name for name in unit.shard(unit.names(program), *choice.part)
                 if (choice.unit is None or name.partition(".")[0] in choice.unit)
                 and re.search(choice.only, name) and not (choice.skip and re.search(choice.skip, name))]
        return unit.run_alone(program, names, "one at a time") if one_at_a_time else unit.run(program, names)

    return Phase("Unit tests", run, lambda names: unit.run_alone(program, names), ("Build",))


def window_tests(title, prefix, mark="", options=(), display="x11", places=lambda choice: [_WINDOWS]):
    """Window tests in three groups: several at a time, as most wait most of the time; one more than processors at a time
    those marked `paced`, which state limits of a second or so; one by one those marked `alone`, which measure times that
    other tests would change."""
    groups = ("not alone and not paced", "paced", "alone")

    def run(choice):
        many, few = windows.jobs(display)
        results = []
        for group, processes in zip(groups, (many, few, 1), strict=True):
            marks = f"({mark}) and {group}" if mark else group
            results += windows.run(f"{title}, {group}", places(choice), prefix, marks, processes, choice.shard, options)
        return results

    def again(names):
        return windows.run(f"{title}, second try", names, prefix, options=options)

    return Phase(title, run, again, ("Build",) if prefix == _DEBUG else ("Build", "Release build"))


def _pytest(title, place, prefix, needs):
    return Phase(title, lambda choice: windows.run(title, [place], prefix, shard=choice.shard),
                 lambda names: windows.run(f"{title}, second try", names, prefix), needs)


#: The steps beside the tests of scripts. They take a second each, so every shard runs them.
_DATA = {
    "desktop data": ("build-aux/check-data", _DEBUG),
    "list of files to translate": ("build-aux/check-potfiles",),
    "translations": ("build-aux/check-translations",),
    "table of what changes touch": ("python3", "-m", "Gate.touches"),
}


def _data(choice):
    results = [_step(name, *command) for name, command in _DATA.items()]
    return results + windows.run("scripts", ["Tests/ToolTests"], shard=choice.shard)


def _data_again(names):
    results = [_step(name, *_DATA[name]) for name in names if name in _DATA]
    scripts = [name for name in names if name not in _DATA]
    return results + (windows.run("scripts, second try", scripts) if scripts else [])


BUILD = build()
UNIT = unit_tests()
MAIN_WAYS = window_tests("Window, main ways", _DEBUG, "main")
DATA = Phase("Scripts and data", _data, _data_again, ("Build",))
#: Of a change: the files that it touches, whole, with the debug binary.
TOUCHED_WINDOWS = window_tests("Window, touched", _DEBUG, places=lambda choice: [
    f"{_WINDOWS}/{name}.py" for name in choice.window_files])
RELEASE = Phase("Release build", _build_release)
WINDOWS = window_tests("Window", RELEASE_PREFIX, "not main")
WAYLAND = window_tests("Window on Wayland", RELEASE_PREFIX, options=("--display=wayland", "--lean"), display="wayland")
PROBE = _pytest("Benchmarks' probe", "Tests/BenchTests", RELEASE_PREFIX, ("Release build",))

TEST = (BUILD, UNIT, MAIN_WAYS, DATA)
REST = (BUILD, RELEASE, WINDOWS, WAYLAND, PROBE)
ALL = TEST + REST[1:]


_WHOLE = "all of: "


def run(phases, choice):
    """Runs all phases to their end; a record for each."""
    records = {}
    for phase in phases:
        record = records[phase.name] = PhaseRecord(phase.name)
        missing = [need for need in phase.needs if need in records and _has_failed(records[need])]
        if missing:
            record.not_run = f"needs “{missing[0]}”, which failed"
            continue
        print(f"\n== {phase.name}", flush=True)
        begin = time.monotonic()
        try:
            record.results = phase.run(choice)
        except Exception as error:  # noqa: BLE001 — whatever it is, the other phases run, and this one has failed
            record.results = [Result(_WHOLE + phase.name, FAILED_OUTCOME, why=f"{type(error).__name__}: {error}")]
        record.seconds = time.monotonic() - begin
    return list(records.values())


def _has_failed(record):
    return bool(record.not_run or record.named(FAILED_OUTCOME))


#: More failures than this have a common cause, which a second try would not remove.
_MOST_SECOND_TRIES = 60


def try_again(phases, records):
    """Repeats what failed, once, alone and quiet: after everything else."""
    by_name = {phase.name: phase for phase in phases}
    failed = {record.name: [result.name for result in record.named(FAILED_OUTCOME)] for record in records}
    count = sum(map(len, failed.values()))
    if count > _MOST_SECOND_TRIES:
        print(f"\n{count} tests failed: too many for a second try.")
        return
    for record in records:
        phase, names = by_name[record.name], failed[record.name]
        if not names or not phase.again:
            continue
        print(f"\n== A second try: {phase.name}", *names, sep="\n  ", flush=True)
        begin = time.monotonic()
        try:
            record.settle(phase.again([name for name in names if not name.startswith(_WHOLE)]))
        except Exception as error:  # noqa: BLE001 — the first failure stands
            print(f"{type(error).__name__}: {error}")
        record.seconds += time.monotonic() - begin


def failed_last_time(failures):
    """The phases that run what failed last time, and nothing else, after the builds that they need."""
    needed = {need for phase in ALL + (TOUCHED_WINDOWS,) if phase.name in failures for need in phase.needs}

    def only(phase):
        names = failures[phase.name]
        return Phase(phase.name, lambda choice: phase.again(names) if phase.again else phase.run(choice), phase.again,
                     phase.needs)

    phases = []
    for phase in ALL + (TOUCHED_WINDOWS,):
        if phase.name in failures and phase.again:
            phases.append(only(phase))
        elif phase.name in failures or phase.name in needed:
            phases.append(phase)
    return tuple(phases)
