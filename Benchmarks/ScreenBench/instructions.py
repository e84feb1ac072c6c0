# SPDX-License-Identifier: GPL-3.0-or-later
"""Instructions that a frame takes on its way to the screen, counted by callgrind: the figure that noise can't move.

    python3 -m ScreenBench.instructions PIXEL-BENCH            compares with the baseline; status 1 after growth
    python3 -m ScreenBench.instructions PIXEL-BENCH --update   writes the baseline

Most of the instructions are libyuv's and libjpeg-turbo's, which choose their code by the processor. So the counts are
compared only where both libraries and the processor's vector units are those of the baseline.
"""

import json
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BASELINE = Path(__file__).resolve().parent / "instructions.json"
#: Growth above this is an error.
LIMIT = 0.05
#: Format, the camera's size, the viewfinder's size; 950x534 is what a new window shows.
CASES = [("MJPG", "1920x1080", "960x540"), ("MJPG", "1920x1080", "1920x1080"), ("YUYV", "1920x1080", "960x540"),
         ("YUYV", "1920x1080", "950x534"), ("YUYV", "1920x1080", "1280x720"), ("NV12", "1920x1080", "960x540")]
#: Frames of the two runs; what both have in common, such as making the frame, goes in the difference.
_COUNTS = (2, 6)


def surroundings():
    """The conditions, besides the program, that the counts depend on."""
    found = {"machine": platform.machine(), "vectors": _vectors()}
    for package in ("libyuv0", "libturbojpeg0"):
        done = subprocess.run(["dpkg-query", "--show", "--showformat=${Version}", package], capture_output=True, text=True,
                              check=False)
        found[package] = done.stdout or "unknown"
    return found


def _vectors():
    """The vector units that the libraries know and valgrind lets them see."""
    try:
        flags = re.search(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text(), re.M)[1].split()
    except TypeError:
        return "unknown"
    return " ".join(each for each in ("ssse3", "avx", "avx2", "fma", "erms") if each in flags)


def _instructions(program, case, count):
    with tempfile.NamedTemporaryFile() as output:
        done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={output.name}", program, *case,
                               str(count)], capture_output=True, text=True, check=False)
    found = re.search(r"Collected\s*:\s*(\d+)", done.stderr)
    if done.returncode or not found:
        raise RuntimeError(f"callgrind of {program} {case}:\n{done.stderr}")
    return int(found[1])


def count(program, case):
    """Instructions of one frame."""
    few, many = (_instructions(program, case, each) for each in _COUNTS)
    return round((many - few) / (_COUNTS[1] - _COUNTS[0]))


def title(case):
    return f"{case[0]} {case[1]} in {case[2]}"


def measure(program):
    """{case: instructions a frame}.

    Of a copy without debugging information: valgrind 3.19 can't read what clang writes (DW_FORM_strx1), and may give up.
    """
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "program"
        subprocess.run(["strip", "--strip-debug", "-o", bare, program], check=True)
        return {title(case): count(bare, case) for case in CASES}


def compare(counts, now, baseline):
    """(lines to print, whether something has grown too much).

    counts: what was measured in the surroundings `now`; baseline: what --update wrote.
    """
    lines, has_grown = [], False
    comparable = now == baseline["surroundings"]
    for name, value in counts.items():
        before = baseline["instructions"].get(name) if comparable else None
        growth = value / before - 1 if before else None
        is_bad = bool(before) and value > before * (1 + LIMIT)
        has_grown |= is_bad
        change = "" if growth is None else f"{growth:+8.2%}"
        lines.append(f"{name:<32}{value:>14,}{change:>10}{'   too much' if is_bad else ''}")
    if not comparable:
        other = {key: (baseline["surroundings"].get(key), value) for key, value in now.items()
                 if baseline["surroundings"].get(key) != value}
        lines.append(f"Not compared: the baseline was counted elsewhere (then, now): {other}")
    return lines, has_grown


def main(arguments):
    program, *options = arguments
    counts, now = measure(program), surroundings()
    if "--update" in options:
        BASELINE.write_text(json.dumps({"surroundings": now, "instructions": counts}, indent=2) + "\n")
        print(f"Wrote {BASELINE.name}.")
        return 0
    print(f"{'instructions a frame':<32}{'now':>14}{'change':>10}")
    lines, has_grown = compare(counts, now, json.loads(BASELINE.read_text()))
    print("\n".join(lines))
    if has_grown:
        print(f"More than {LIMIT:.0%} more instructions. If that is worth it: make bench-instructions BENCH_ARGS=--update",
              file=sys.stderr)
    return 1 if has_grown else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
