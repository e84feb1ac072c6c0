# SPDX-License-Identifier: GPL-3.0-or-later
"""The unit tests: one program that holds them all, run in a few groups, to its end also where a test crashes it.

Not `swift test`: of what it reads from the tests it drops each block that ends within a character, a tenth of all lines.
"""

import json
import os
import re
import signal
import subprocess
import threading
import time
import zlib
from collections import Counter, defaultdict

from .results import FAILED_OUTCOME, FOLDER, PASSED, ROOT, SKIPPED, Result

PROGRAM = ROOT / ".build" / "debug" / "tintypePackageTests.xctest"
_ARGUMENTS = ["--testing-library", "swift-testing"]
#: Seconds after which a group is taken to hang: several times what the slowest takes on two busy cores.
_LIMIT = 1200
#: Starts of the program for one group, where tests crash it.
_STARTS = 6

#: What keeps every processor busy, what happens in real time, and what shares a main loop is not run beside hundreds of
#: others: those tests would measure how busy the machine is.
_BUSY = r"KillTests|FaultTests|FuzzTests"
_TIMED = (r"silentCameraDelaysNoPress|itEndsWhenNobodyAsksAnyMore|^RecordingTests\.LostSoundTests|"
          r"^PlatformTests\.BroadcastTests|^PermissionsTests\.OneAtATime|^MediaTests\.VideoPlayerTests")
_SERVERS = r"SoundServerTests"
_VIEWS = r"^TintypeUITests\.OneAtATime"
GROUPS = (
    ("side by side", lambda name: not re.search(f"{_BUSY}|{_TIMED}|{_SERVERS}|{_VIEWS}", name), []),
    ("views", lambda name: re.search(_VIEWS, name), []),
    ("in real time", lambda name: re.search(_TIMED, name), ["--no-parallel"]),
    ("sound servers", lambda name: re.search(_SERVERS, name), []),
    ("kills, faults, fuzz",
     lambda name: re.search(_BUSY, name) and not re.search(f"{_TIMED}|{_SERVERS}|{_VIEWS}", name), []),
)


class SanitizerReport(Exception):
    """A sanitizer found something; the log has the rest. Not a test's failure: a second try would hide it."""


def names(program):
    """All tests, as Target.Suite/Suite/function()."""
    done = subprocess.run([program, *_ARGUMENTS, "--list-tests"], capture_output=True, text=True, check=True)
    return [line for line in done.stdout.splitlines() if re.match(r"\w+\.\S", line)]


def run(program, chosen):
    """Runs these tests in their groups and returns a result for each."""
    chosen = list(chosen)
    results = []
    for title, belongs, options in GROUPS:
        group = [name for name in chosen if belongs(name)]
        if group:
            print(f"{len(group)} {title}", flush=True)
            begun = time.monotonic()
            results += _run_to_the_end(program, title, group, options)
            print(f"  {time.monotonic() - begun:.0f} s", flush=True)
    return results


def run_alone(program, chosen, title="second try"):
    """The same, one at a time."""
    return _run_to_the_end(program, title, list(chosen), ["--no-parallel"])


def shard(all_names, number, count):
    """The names of the Nth of so many equal parts, whole suites."""
    return [name for name in all_names if zlib.crc32(_suite(name).encode()) % count == number - 1]


def _suite(name):
    return name.rpartition("/")[0]


def _run_to_the_end(program, title, group, options):
    """Starts the program again without what is done and without what crashed it, until each test has had its turn."""
    left, results, options = list(group), [], list(options)
    for start in range(_STARTS):
        log = FOLDER / f"unit, {title}{f' {start + 1}' if start else ''}.log"
        ended, unfinished, reason = _start(program, log, left, options)
        results += ended.values()
        left = [name for name in left if name not in ended]
        if not left:
            return results
        if not reason:
            # The program ended well and left something out: a name that no filter matched.
            return results + [Result(name, FAILED_OUTCOME, why="was not run") for name in left]
        _say_crash(log)
        # Side by side, all tests begin at once, and any of those that were under way can be the culprit.
        options = ["--no-parallel"]
        results += [Result(name, FAILED_OUTCOME, why=reason) for name in left if name in unfinished]
        left = [name for name in left if name not in unfinished]
        if not left:
            return results
        if not ended and not unfinished:
            break
    return results + [Result(name, FAILED_OUTCOME, why="the program crashed too often to run it") for name in left]


def _start(program, log, group, options):
    """Runs the program once; returns what ended, the names of what was under way, and why it broke off."""
    events = log.with_suffix(".events")
    events.unlink(missing_ok=True)
    command = [program, *_ARGUMENTS, *options, *_filters(group),
               "--event-stream-output-path", events, "--event-stream-version", "0"]
    environment = os.environ | {"NO_COLOR": "1", "SWIFT_BACKTRACE": "enable=yes"}
    with log.open("wb") as file, subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True) as process:
        hung = threading.Event()
        timer = threading.Timer(_LIMIT, lambda: (hung.set(), os.killpg(process.pid, signal.SIGABRT)))
        timer.start()
        try:
            for line in process.stdout:
                file.write(line)
                # Thousands of lines tell of tests that passed.
                if line.startswith("✘".encode()):
                    print(line.decode(errors="replace")[:300], end="", flush=True)
            status = process.wait()
        except BaseException:  # Ctrl+C, or the run is ended: the tests have a session of their own.
            os.killpg(process.pid, signal.SIGKILL)
            raise
        finally:
            timer.cancel()
    unfinished, ended, whole = _read(events, set(group))
    report = next((line for line in log.read_text(errors="replace").splitlines() if "Sanitizer: " in line), "")
    if report:
        print(report, flush=True)
        raise SanitizerReport(report)
    reason = ""
    if hung.is_set():
        reason = f"did not end within {_LIMIT // 60} minutes"
    elif not whole:
        reason = f"the program ended by signal {-status}" if status < 0 else f"the program ended with status {status}"
    return ended, unfinished, reason


def _filters(group):
    """One filter for a suite whose every test is wanted would match later tests, too: names are spelled out."""
    by_suite = defaultdict(list)
    for name in group:
        by_suite[_suite(name)].append(name.rpartition("/")[2])
    for suite, functions in by_suite.items():
        yield "--filter"
        yield f"^{re.escape(suite)}/(?:{'|'.join(map(re.escape, functions))})/"


def _read(events, group):
    """The names of tests that were under way, the results of those that ended, and whether the whole run did."""
    cases, started, ended, issues, whole = Counter(), {}, {}, {}, False
    try:
        lines = events.read_bytes().splitlines()
    except OSError:
        lines = []
    for line in lines:
        try:
            event = json.loads(line)
        except ValueError:
            continue  # Cut off by a crash.
        payload = event["payload"]
        if event["kind"] != "event":
            continue
        kind, name = payload["kind"], _name(payload.get("testID", ""))
        whole = whole or kind == "runEnded"
        if name not in group:
            continue
        moment = payload["instant"]["absolute"]
        texts = [message["text"] for message in payload.get("messages", ())]
        if kind == "testStarted":
            started[name] = moment
        elif kind == "testCaseStarted":
            cases[name] += 1
        elif kind == "testCaseEnded":
            cases[name] -= 1
        elif kind == "testSkipped":
            ended[name] = Result(name, SKIPPED, why=texts[-1] if texts else "")
        elif kind == "issueRecorded" and not payload.get("issue", {}).get("isKnown"):
            issues.setdefault(name, " ".join(texts)[:300])
        elif kind == "testEnded":
            outcome = FAILED_OUTCOME if name in issues else PASSED
            ended[name] = Result(name, outcome, round(moment - started.get(name, moment), 3), issues.get(name, ""))
    return {name for name, count in cases.items() if count > 0 and name not in ended}, ended, whole


def _name(test_id):
    """Without the place in the source: Target.Suite/function()/File.swift:1:2."""
    return re.sub(r"/[^/]+\.swift:\d+:\d+$", "", test_id)


def _say_crash(log):
    """The reason of the last crash; after it come the stacks and registers of all threads."""
    text = log.read_text(errors="replace")
    at = text.rfind(" crashed:\n")
    lines = text[text.rfind("\n", 0, max(at, 0)) + 1:].splitlines() if at >= 0 else text.splitlines()[-15:]
    print("\n".join(line[:200] for line in lines[:30]))
