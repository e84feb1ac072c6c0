# SPDX-License-Identifier: GPL-3.0-or-later
import argparse
import os
import re
import signal
import sys
import time

from . import phases, results, touches, unit


def main():
    parser = argparse.ArgumentParser(prog="Gate", description="Runs tests to their end and says what happened.")
    parser.add_argument("what", choices=("test", "rest", "all", "again", "check", "unit", "windows"))
    parser.add_argument("--shard", default="", type=_shard, metavar="N/M", help="the Nth of M parts of the tests")
    parser.add_argument("--base", default="HEAD", metavar="REV", help="check: what differs from it")
    parser.add_argument("--module", default="", help="check: one module's unit tests")
    parser.add_argument("--program", default=unit.PROGRAM, help="unit: the tests' program, which is not built then")
    parser.add_argument("--only", default="", help="unit: an expression for the tests' names")
    parser.add_argument("--skip", default=[], action="append", help="unit: another, for those to leave out")
    parser.add_argument("--one-at-a-time", action="store_true", help="unit: no tests side by side")
    parser.add_argument("--prefix", default=phases.RELEASE_PREFIX, help="windows: where the program is staged")
    parser.add_argument("--marks", default="", help="windows: an expression for the tests' marks")
    parser.add_argument("--display", default="x11", choices=("x11", "wayland", "gnome"), help="windows: on what they run")
    parser.add_argument("--lean", action="store_true", help="windows: on Wayland, only the most telling")
    options = parser.parse_args()

    chosen, choice = _chosen(options)
    if not chosen:
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    begin = time.monotonic()
    results.begin()
    records = phases.run(chosen, choice)
    phases.try_again(chosen, records)
    results.remember(records, ran_again=options.what == "again")
    return results.say(records, time.monotonic() - begin)


def _shard(text):
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if text and not (match and 1 <= int(match[1]) <= int(match[2])):
        raise argparse.ArgumentTypeError(f"{text} is not N/M with N from 1 to M")
    return text


def _chosen(options):
    """The phases, and what of them."""
    match options.what:
        case "test":
            return phases.TEST, phases.Choice(options.shard)
        case "rest":
            return phases.REST, phases.Choice(options.shard)
        case "all":
            return phases.ALL, phases.Choice(options.shard)
        case "again":
            failures = results.last_failures()
            if not failures:
                print("Nothing failed last time.")
            return phases.failed_last_time(failures), phases.Choice()
        case "unit":
            built = options.program != unit.PROGRAM
            return ((phases.build(program=False),) * (not built) +
                    (phases.unit_tests(options.program, options.one_at_a_time),)), \
                phases.Choice(options.shard, only=options.only, skip="|".join(options.skip))
        case "windows":
            arguments = [f"--display={options.display}"] + ["--lean"] * options.lean
            return (phases.TOOLS, phases.window_tests(
                "Window", options.prefix, options.marks, arguments, options.display)), phases.Choice(options.shard)
    return _touched(options)


def _touched(options):
    """What a change, or a module, concerns."""
    if options.module:
        target = f"{options.module}Tests"
        if target not in touches.unit_targets():
            sys.exit(f"There are no unit tests of {options.module}. There are: " +
                     ", ".join(sorted(name.removesuffix("Tests") for name in touches.unit_targets())))
        found = touches.Touched(unit={target})
    else:
        paths = touches.changed(options.base)
        found = touches.touched_by(paths)
        print(f"{len(paths)} changed files." + ("" if found else " No test looks at them; `make lint` may."))
    if not found:
        return (), phases.Choice()
    print("Unit tests: " + (" ".join(sorted(found.unit)) or "none") + "\nWindow tests: " +
          (" ".join(sorted(found.window_files) + ["main ways"] * found.main_ways) or "none"))
    # Only what is run is built: the data are looked at as they are staged, with the program.
    with_program = bool(found.window_files or found.main_ways or found.data)
    os.environ["TINTYPE_TEST_TARGETS"] = " ".join([*sorted(found.unit), *["tintype"] * with_program, "FaultInjector"])
    chosen = [phases.build(tests=bool(found.unit), program=with_program)]
    chosen += [phases.UNIT] * bool(found.unit) + [phases.TOUCHED_WINDOWS] * bool(found.window_files)
    chosen += [phases.MAIN_WAYS] * found.main_ways + [phases.DATA] * found.data
    return tuple(chosen), phases.Choice(unit=tuple(found.unit), window_files=tuple(sorted(found.window_files)))


sys.exit(main())
