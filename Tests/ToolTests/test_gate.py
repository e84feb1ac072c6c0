# SPDX-License-Identifier: GPL-3.0-or-later
"""The gate itself: it goes to the end, repeats what failed once, says what happened, and ends with the right status."""

import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from Gate import phases, results, touches, unit, windows  # noqa: E402
from Gate.phases import Choice, Phase  # noqa: E402
from Gate.results import Result  # noqa: E402

#: A program with tests as swift-testing makes them; what happens at a test is in its name.
_PROGRAM = textwrap.dedent('''\
    #!{python}
    import json, os, re, sys
    from pathlib import Path
    names = ["A.Suite/passes()", "A.Suite/passesToo(at:)", "A.Suite/crashes()", "B.Suite/fails()", "B.Suite/skipped()",
             "B.Inner/Suite/failsOnce()", "B.Suite/last()"]
    def value(option):
        return [sys.argv[at + 1] for at, word in enumerate(sys.argv) if word == option]
    if "--list-tests" in sys.argv:
        print(*names, sep="\\n")
        sys.exit()
    ids = [name + "/File.swift:1:2" for name in names]
    chosen = [one for one in ids if any(re.search(each, one) for each in value("--filter"))]
    marker = Path({folder!r}, "has-failed")
    with open(value("--event-stream-output-path")[0], "w") as file:
        def say(kind, test="", **more):
            payload = {{"kind": kind, "testID": test, "instant": {{"absolute": 1.0}}}} | more
            print(json.dumps({{"kind": "event", "payload": payload}}), file=file, flush=True)
        say("runStarted")
        # Side by side all begin at once.
        for one in chosen if "--no-parallel" not in sys.argv else []:
            say("testStarted", one)
        for one in chosen:
            if "skipped" in one:
                say("testSkipped", one, messages=[{{"text": "no such device here"}}])
                continue
            if "--no-parallel" in sys.argv:
                say("testStarted", one)
            say("testCaseStarted", one)
            if "crashes" in one:
                os.abort()
            if "fails()" in one or "failsOnce" in one and not marker.exists():
                say("issueRecorded", one, issue={{"isKnown": False}}, messages=[{{"text": "expected"}}])
            if "failsOnce" in one:
                marker.touch()
            say("testCaseEnded", one)
            say("testEnded", one)
        say("runEnded")
    ''')


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """The results of this run are another one's tests."""
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setattr(results, "FAILED", tmp_path / "failed.json")
    monkeypatch.setattr(results, "SECOND_TRIES", tmp_path / "second-tries.txt")
    for module in (unit, windows):
        monkeypatch.setattr(module, "FOLDER", tmp_path)


@pytest.fixture
def program(tmp_path):
    file = tmp_path / "program"
    file.write_text(_PROGRAM.format(python=sys.executable, folder=str(tmp_path)))
    file.chmod(0o755)
    return file


def _outcomes(found):
    return {result.name.rpartition("/")[2]: result.outcome for result in found}


def test_a_test_that_crashes_ends_no_other(program):
    found = unit.run(program, unit.names(program))
    assert _outcomes(found) == {
        "passes()": "passed", "passesToo(at:)": "passed", "crashes()": "failed", "fails()": "failed",
        "skipped()": "skipped", "failsOnce()": "failed", "last()": "passed"}
    assert {result.why for result in found if result.outcome == "skipped"} == {"no such device here"}
    assert "signal 6" in next(result.why for result in found if "crashes" in result.name)


def test_what_fails_once_is_named_and_what_fails_twice_fails(program, capsys):
    chosen = (phases.unit_tests(program),)
    records = phases.run(chosen, Choice())
    phases.try_again(chosen, records)
    results.remember(records)
    status = results.say(records, 1)
    text = capsys.readouterr().out
    assert status == 1
    assert "4 passed, 2 failed, 1 skipped" in text
    assert "Passed at the second try; each has a fault to find:\n  Unit tests: B.Inner/Suite/failsOnce()" in text
    assert results.SECOND_TRIES.read_text() == "Unit tests: B.Inner/Suite/failsOnce()\n"
    assert results.last_failures() == {"Unit tests": ["A.Suite/crashes()", "B.Suite/fails()"]}


def test_shards_are_all_tests_and_none_twice(program):
    names = unit.names(program)
    parts = [unit.shard(names, number, 3) for number in (1, 2, 3)]
    assert sorted(sum(parts, [])) == sorted(names)


def test_pytests_tests_are_recorded_and_sharded(tmp_path, monkeypatch):
    monkeypatch.setattr(windows, "ROOT", tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(touches.ROOT / "Tests"))
    monkeypatch.delenv("PYTEST_ARGS", raising=False)
    (tmp_path / "test_some.py").write_text(textwrap.dedent('''\
        import pytest
        def test_passes(): pass
        def test_fails(): assert 1 == 2
        @pytest.mark.skip(reason="no screen")
        def test_skipped(): pass
        @pytest.fixture
        def bad():
            yield
            raise OSError("left over")
        def test_fails_at_its_end(bad): pass
        '''))
    found = windows.run("some", ["test_some.py"])
    assert {result.name: result.outcome for result in found} == {
        "test_some.py::test_passes": "passed", "test_some.py::test_fails": "failed", "test_some.py::test_skipped": "skipped",
        "test_some.py::test_fails_at_its_end": "failed"}
    assert {result.why for result in found} == {"", "assert 1 == 2", "no screen", "OSError: left over"}
    parts = [{result.name for result in windows.run("some", ["test_some.py"], shard=f"{number}/2")} for number in (1, 2)]
    assert parts[0] | parts[1] == {result.name for result in found}
    assert not parts[0] & parts[1]


def test_a_phase_that_breaks_ends_only_what_needs_it(capsys):
    def breaks(choice):
        raise OSError("no room")

    chosen = (Phase("Build", breaks), Phase("Needs it", lambda choice: [Result("x", "passed")], needs=("Build",)),
              Phase("Other", lambda choice: [Result("y", "passed")]))
    records = phases.run(chosen, Choice())
    phases.try_again(chosen, records)
    assert [bool(record.not_run) for record in records] == [False, True, False]
    assert results.say(records, 1) == 1
    text = capsys.readouterr().out
    assert "Needs it: needs “Build”, which failed" in text
    assert "1 passed, 1 failed, 0 skipped" in text


def test_what_failed_last_time_is_run_with_what_it_needs():
    results.FAILED.write_text(json.dumps({"Window": ["test_a.py::test_b"], "Unit tests": ["A.B/c()"]}))
    chosen = phases.failed_last_time(results.last_failures())
    assert [phase.name for phase in chosen] == ["Build", "Unit tests", "Release build", "Window"]


def test_nothing_run_is_no_success():
    assert results.say([results.PhaseRecord("Window")], 0) == 1


def test_a_change_leads_to_the_tests_of_the_most_special_folder():
    rows = touches.table()
    found = touches.touched_by(["Sources/CaptureCore/Focus/FocusMachine.swift"])
    assert (found.unit, found.window_files) == rows["Sources/CaptureCore/Focus"]
    assert touches.touched_by(["Tests/WindowTests/test_focus.py"]).window_files == {"test_focus"}
    assert touches.touched_by(["Tests/PhotosTests/KillTests.swift"]).unit == {"PhotosTests"}
    assert touches.touched_by(["Package.swift"]).unit == touches.unit_targets()
    assert touches.touched_by(["po/de.po"]).data
    for path in ("data/style-hc.css", "Tests/States/WindowState.swift"):
        assert touches.touched_by([path]).window_files == {"test_every_state"}
    assert not touches.touched_by(["README.md"])


def test_the_table_names_what_is_there():
    assert not list(touches.problems())


def test_a_module_without_tests_is_said():
    done = subprocess.run([sys.executable, "-m", "Gate", "check", "--module", "Fotos"], cwd=touches.ROOT / "Tests",
                          capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "There are no unit tests of Fotos. There are: CaptureCore" in done.stderr.replace("Cameras, ", "")
