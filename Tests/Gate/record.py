# SPDX-License-Identifier: GPL-3.0-or-later
"""A plugin of pytest: writes a line for each test's outcome, and leaves out what another shard runs."""

import json
import zlib


def pytest_addoption(parser):
    parser.addoption("--record", metavar="FILE", help="write a line of JSON for each test's outcome")
    parser.addoption("--shard", metavar="N/M", help="run the Nth of M equal parts")


def pytest_collection_modifyitems(config, items):
    if not config.option.shard:
        return
    number, count = map(int, config.option.shard.split("/"))
    # By its name, so that a test stays in its part when others come and go.
    others = [item for item in items if zlib.crc32(item.nodeid.encode()) % count != number - 1]
    config.hook.pytest_deselected(items=others)
    items[:] = [item for item in items if item not in set(others)]


def pytest_configure(config):
    # The processes of several report to the first, which writes.
    if config.option.record and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Recorder(config.option.record))


class _Recorder:
    """A test has up to three reports (setup, call, teardown): the first failure counts, else the call."""

    def __init__(self, path):
        self._file = open(path, "a", encoding="utf-8")  # noqa: SIM115 — open for the whole run
        self._seconds = {}
        self._failed, self._skipped = set(), set()

    def pytest_runtest_logreport(self, report):
        seconds = self._seconds[report.nodeid] = self._seconds.get(report.nodeid, 0) + report.duration
        if report.failed:
            if report.nodeid not in self._failed:
                self._failed.add(report.nodeid)
                self._write(report.nodeid, "failed", seconds, _reason(report))
        elif report.skipped:
            self._skipped.add(report.nodeid)
            self._write(report.nodeid, "skipped", seconds, _skip_reason(report))
        elif report.when == "teardown" and report.nodeid not in self._failed | self._skipped:
            self._write(report.nodeid, "passed", seconds, "")

    def pytest_collectreport(self, report):
        if report.failed:
            self._write(report.nodeid, "failed", 0, "can't be collected: " + _reason(report))

    def _write(self, name, outcome, seconds, why):
        fields = {"name": name, "outcome": outcome, "seconds": round(seconds, 3), "why": why}
        self._file.write(json.dumps(fields) + "\n")
        self._file.flush()


def _reason(report):
    crash = getattr(report.longrepr, "reprcrash", None)
    text = crash.message if crash else report.longreprtext
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[0][:300] if lines else ""


def _skip_reason(report):
    if isinstance(report.longrepr, tuple):
        return report.longrepr[2].removeprefix("Skipped: ")
    return getattr(report, "wasxfail", "") or report.longreprtext
