# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests that pytest runs: the windows, the scripts, the benchmarks' probe."""

import json
import os
import subprocess
import sys

from .results import FAILED_OUTCOME, FOLDER, ROOT, Result

#: Seconds for one test, many times what the slowest takes: what is over it hangs.
_LIMIT = 600
_NOTHING_FOUND = 5


def jobs(display="x11"):
    """How many tests at a time: TEST_JOBS; else two for each processor, or one more than these where a compositor draws."""
    processors = os.cpu_count() or 1
    few = processors + 1
    many = few if display != "x11" else 2 * processors
    many = int(os.environ.get("TEST_JOBS") or many)
    return many, min(many, few)


def run(title, places, prefix=None, marks="", processes=1, shard="", options=()):
    """Runs the tests at these places below the root that have the marks; a result for each.

    `prefix`: the folder in which the program is staged.
    """
    record = FOLDER / f"{title}.jsonl"
    record.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", "--rootdir", ROOT, "-p", "Gate.record",
               "--record", record, "--timeout", str(_LIMIT), *options]
    if marks:
        command += ["-m", marks]
    if processes > 1:
        command += ["--numprocesses", str(processes)]
    if shard:
        command += ["--shard", shard]
    command += os.environ.get("PYTEST_ARGS", "").split()
    if prefix:
        command = [ROOT / "build-aux" / "with-prefix", prefix, *command]
    status = subprocess.run([*command, *places], cwd=ROOT, check=False, env=environment()).returncode
    results = _read(record)
    # 1 says that tests failed, which they say themselves.
    if status not in (0, 1, _NOTHING_FOUND) or status == 1 and not any(r.outcome == FAILED_OUTCOME for r in results):
        results.append(Result(f"pytest ({title})", FAILED_OUTCOME, why=f"ended with status {status}"))
    return results


def environment():
    paths = [str(ROOT / "Tests"), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}


def _read(record):
    try:
        lines = record.read_text().splitlines()
    except OSError:
        return []
    results = {}
    for line in lines:
        result = Result(**json.loads(line))
        # A test that was skipped or passed may still fail while it is taken down.
        if result.name not in results or result.outcome == FAILED_OUTCOME:
            results[result.name] = result
    return list(results.values())
