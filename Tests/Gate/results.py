# SPDX-License-Identifier: GPL-3.0-or-later
"""What became of the tests of a run: kept in .build/test-results, and said in one table at its end."""

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".build" / "test-results"
#: Tests that failed once and passed when they were repeated, one a line; .ci/run and people read it.
SECOND_TRIES = ROOT / ".build" / "second-tries.txt"
#: What `make test-again` runs: a phase, and the names of its tests that failed last time.
FAILED = FOLDER / "failed.json"

PASSED, FAILED_OUTCOME, SKIPPED = "passed", "failed", "skipped"


@dataclass
class Result:
    """One test's outcome. `why`: the reason it was skipped for, or the first line of what failed."""

    name: str
    outcome: str
    seconds: float = 0
    why: str = ""


@dataclass
class PhaseRecord:
    """What one phase did. `not_run`: why it did not run at all."""

    name: str
    results: list[Result] = field(default_factory=list)
    seconds: float = 0
    not_run: str = ""
    #: Names that passed at the second try.
    second_tries: list[str] = field(default_factory=list)

    def named(self, outcome):
        return [result for result in self.results if result.outcome == outcome]

    def settle(self, again):
        """Takes in the results of the second try of what failed."""
        passed = {result.name for result in again if result.outcome == PASSED}
        for result in self.named(FAILED_OUTCOME):
            if result.name in passed:
                result.outcome = PASSED
                self.second_tries.append(result.name)


def begin():
    """Forgets the last run's results, but for what it failed in."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.jsonl"):
        old.unlink()


def remember(records, ran_again=False):
    """Writes what failed for the next `again`, and who needed a second try.

    `ran_again`: the run was one of what failed last time: what it did not come to stays on the list.
    """
    failed = last_failures() if ran_again else {}
    for record in records:
        failed.pop(record.name, None)
        names = [result.name for result in record.named(FAILED_OUTCOME)]
        if names:
            failed[record.name] = names
    FAILED.write_text(json.dumps(failed, indent=1, ensure_ascii=False))
    tries = [f"{record.name}: {name}\n" for record in records for name in record.second_tries]
    if tries:
        with SECOND_TRIES.open("a") as file:
            file.writelines(tries)


def last_failures():
    try:
        return json.loads(FAILED.read_text())
    except (OSError, ValueError):
        return {}


def _minutes(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def _cut(text):
    return text if len(text) <= 150 else text[:149] + "…"


def say(records, seconds):
    """Prints the table and the names behind its numbers; returns the exit status."""
    width = max(len(record.name) for record in records)
    columns = ("passed", "failed", "skipped", "2nd try", "time")
    print("\n" + "Phase".ljust(width) + "".join(f"{column:>9}" for column in columns))
    totals = Counter()
    for record in records:
        counts = [len(record.named(outcome)) for outcome in (PASSED, FAILED_OUTCOME, SKIPPED)]
        totals.update(dict(zip((PASSED, FAILED_OUTCOME, SKIPPED), counts, strict=True)))
        row = "  not run" if record.not_run else "".join(f"{count:>9}" for count in counts) + \
            f"{len(record.second_tries):>9}"
        print(record.name.ljust(width) + row.ljust(36) + f"{_minutes(record.seconds):>9}")
    print("In all".ljust(width) + " " * 36 + f"{_minutes(seconds):>9}")

    reasons = Counter((record.name, result.why) for record in records for result in record.named(SKIPPED))
    if reasons:
        print("\nSkipped:")
        for (phase, why), count in sorted(reasons.items()):
            print(_cut(f"  {count:4}  {phase}: {why or 'no reason given'}"))
    if any(record.second_tries for record in records):
        print("\nPassed at the second try; each has a fault to find:")
        for record in records:
            for name in record.second_tries:
                print(f"  {record.name}: {name}")
    not_run = [record for record in records if record.not_run]
    if not_run:
        print("\nNot run:")
        for record in not_run:
            print(f"  {record.name}: {record.not_run}")
    if totals[FAILED_OUTCOME]:
        print("\nFailed, also when repeated alone; `make test-again` runs them:")
        for record in records:
            for result in record.named(FAILED_OUTCOME):
                print(_cut(f"  {record.name}: {result.name}"))
                if result.why:
                    print(_cut(f"      {result.why}"))
    # The form in which other programs look for a run's outcome.
    print(f"\n{totals[PASSED]} passed, {totals[FAILED_OUTCOME]} failed, {totals[SKIPPED]} skipped")
    return 1 if totals[FAILED_OUTCOME] or not_run or not totals[PASSED] else 0
