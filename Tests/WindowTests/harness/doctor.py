# SPDX-License-Identifier: GPL-3.0-or-later
"""Parses the output of `tintype --doctor`.

    report = examine(terminal)
    report.check("camera-stream").result
"""

import json
import time


class Check:
    """One thing that was looked at."""

    def __init__(self, fields):
        assert set(fields) == {"id", "status", "summary", "fix", "details"}, fields
        self.id, self.status, self.summary, self.fix = (fields[name] for name in ("id", "status", "summary", "fix"))
        self.details = fields["details"]
        self.result = self.details["result"]
        assert self.status in ("ok", "note", "problem") and self.summary

    def __repr__(self):
        return f"{self.id}: {self.status} {self.result}"


class Report:
    """The document for machines, how the program ended, and how long it took in seconds."""

    def __init__(self, text, status, seconds):
        self.text, self.status, self.seconds = text, status, seconds
        self.document = json.loads(text)
        self.checks = [Check(each) for each in self.document["checks"]]
        assert self.document["format"] == 1
        assert status == (1 if self.problems else 0), (status, self.problems)

    @property
    def problems(self):
        return [check.id for check in self.checks if check.status == "problem"]

    def all(self, name):
        return [check for check in self.checks if check.id == name]

    def check(self, name):
        check, = self.all(name)
        return check


def examine(terminal, *arguments, **env):
    """Runs the doctor for machines."""
    start = time.monotonic()
    answer = terminal.tintype("--doctor", "--json", *arguments, **env)
    return Report(answer.output, answer.status, time.monotonic() - start)
