# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of what was checked."""

import json

from .. import OUTPUT

#: Letters; the rest is in the JSON.
_WORDS = 200


def lines(path):
    """The emulated machine's output so far, in whole lines."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines(keepends=True) if line.endswith("\n")]


def row(result):
    """One line of the table."""
    cells = [f"{result['check']:<44}", f"{result['driver']:<9}", f"{result['result']:<8}", f"{result['seconds']:>7.1f}"]
    words = result["words"].strip()
    shown = words if len(words) <= _WORDS else words[:_WORDS] + " …"
    return "  ".join([*cells, shown.replace("\n", "\n" + " " * 12)]).rstrip()


HEADING = f"{'check':<44}  {'driver':<9}  {'result':<8}  {'seconds':>7}"


def write(results, kernel, seconds):
    """Writes result.txt and result.json."""
    head = f"Linux {kernel.version} in qemu, without the processor's help, {seconds:.0f} s"
    text = "\n".join([head, "", HEADING, *map(row, results), ""])
    (OUTPUT / "result.txt").write_text(text)
    document = {"kernel": kernel.version, "seconds": round(seconds, 1), "checks": results}
    (OUTPUT / "result.json").write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")
