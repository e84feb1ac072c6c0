# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a set and writes what came out: text, JSON and a chart, in .build/bench."""

import argparse
import json
import sys
import time

from . import OUTPUT, chart, goals, machine, priority, report, schema, sets
from .probe import sharpen_clock


def arguments(words):
    parser = argparse.ArgumentParser(prog="ScreenBench", description=__doc__)
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--quick", action="store_true", help="start-up, 1080p30 in two formats, photos (the default)")
    kind.add_argument("--full", action="store_true", help="everything, half an hour and more")
    parser.add_argument("--rounds", type=int, help="how often each program takes its turn")
    parser.add_argument("--only", nargs="*", choices=sets.PARTS, help="only these parts")
    parser.add_argument("--first", action="store_true", help="before other work of the machine; needs root")
    return parser.parse_args(words)


def main(words):
    options = arguments(words)
    is_first = priority.want() if options.first else False
    if options.first and not is_first:
        print("Other work of the machine can't be put behind: it is in the figures.", file=sys.stderr)
    sharpen_clock()
    before, begin = machine.load(), time.monotonic()
    result = {"version": schema.VERSION, "set": "full" if options.full else "quick", "machine": machine.facts(),
              "goes_first": is_first, "load_before": before}
    result |= sets.run(options.full, options.rounds, options.only or sets.PARTS)
    result |= {"load_after": machine.load(), "seconds": time.monotonic() - begin}
    result["goals"] = goals.check(result)
    schema.check(result)
    OUTPUT.mkdir(parents=True, exist_ok=True)
    text = report.text(result)
    (OUTPUT / "result.json").write_text(json.dumps(result, indent=1) + "\n")
    (OUTPUT / "result.txt").write_text(text)
    (OUTPUT / "result.svg").write_text(chart.draw(result))
    print(f"\n{text}\nAlso in {OUTPUT}: result.txt, result.json, result.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
