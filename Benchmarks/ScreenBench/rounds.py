# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs in turn, several rounds, every other one backwards: what changes on the machine meanwhile meets all alike."""

from .running import measure
from .timeline import median

_FIGURES = ("shown_fps", "made_fps", "dropped", "longest_gap_ms", "cpu_ms_per_s", "x_server_ms_per_s", "pss_mib")


def in_turn(programs, rounds):
    """Yields each program once a round."""
    for turn in range(rounds):
        yield from programs if turn % 2 == 0 else reversed(programs)


def medians(results):
    """The median of each figure over the rounds; None if nothing was ever shown."""
    shown = [each for each in results if each]
    if not shown:
        return None
    found = {name: median([each.get(name) for each in shown]) for name in _FIGURES}
    delays = [each["latency_ms"] for each in shown if each["latency_ms"]]
    found["latency_ms"] = {part: median([each[part] for each in delays]) for part in ("p50", "p95", "max")}
    return found


def side_by_side(stage, programs, mode, rounds, seconds, keys=(), log=print):
    """One scene: {program's name: {"median": …, "rounds": […]}}."""
    stage.plug_in(str(mode))
    results = {each.name: [] for each in programs}
    for program in in_turn(programs, rounds):
        result = measure(stage, program, mode, seconds, keys)
        results[program.name].append(result)
        log(f"    {program.name}: {_brief(result)}")
    return {name: {"median": medians(each), "rounds": each} for name, each in results.items()}


def _brief(result):
    if not result or not result["latency_ms"]:
        return "shows nothing"
    delay = result["latency_ms"]
    return (f"{result['shown_fps']:.1f} fps, {delay['p50']:.1f} ms, {result['cpu_ms_per_s']:.0f} ms/s, "
            f"{result['pss_mib']:.0f} MiB")
