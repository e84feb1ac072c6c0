# SPDX-License-Identifier: GPL-3.0-or-later
"""Boots the kernel, runs the checks in it, and prints the table. The exit status is 1 where a check failed."""

import argparse
import json
import shutil
import sys
import time

from . import OUTPUT, STAGED
from .host import kernel as kernels
from .host import machine, modules, report


def arguments(words):
    parser = argparse.ArgumentParser(prog="KernelCheck", description=__doc__)
    parser.add_argument("--driver", choices=["vivid", "uvcvideo", "v4l2loopback", "libcamera", "cirrus"],
                        help="only this driver")
    parser.add_argument("--no-window", action="store_true", help="only commands, which takes a third of the time")
    return parser.parse_args(words)


def main(words):
    options = arguments(words)
    if not (STAGED / "bin/tintype").exists():
        return give_up("There is no program to check: `make stage` first.")
    try:
        kernel = kernels.find()
        built = modules.files(kernel)
    except kernels.Missing as reason:
        return give_up(str(reason))
    shutil.rmtree(OUTPUT, ignore_errors=True)
    OUTPUT.mkdir(parents=True)
    for module in built:
        shutil.copy(module, OUTPUT)
    (OUTPUT / "options.json").write_text(json.dumps(vars(options)))
    begin = time.monotonic()
    results = boot(kernel)
    report.write(results, kernel, time.monotonic() - begin)
    failed = [each for each in results if each["result"] == "FAILED"]
    print(f"\n{len(results)} checks, {len(failed)} failed, {time.monotonic() - begin:.0f} s; more is in {OUTPUT}.")
    return 1 if failed else 0


def boot(kernel):
    """Prints each check as soon as it is over; returns all. An unfinished check counts as failed."""
    printed = []

    def progress():
        for line in report.lines(OUTPUT / "results.jsonl")[len(printed):]:
            if "check" in line:
                print(report.row(line), flush=True)
            printed.append(line)

    print(f"Linux {kernel.version}\n\n{report.HEADING}", flush=True)
    machine.run(kernel, progress)
    results = [line for line in printed if "check" in line]
    if not any("end" in line for line in printed):
        results.append({"check": "the machine comes to its end", "driver": "", "result": "FAILED", "seconds": 0,
                        "words": "see console.log and guest.log"})
        print(report.row(results[-1]))
    return results


def give_up(reason):
    print(reason, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
