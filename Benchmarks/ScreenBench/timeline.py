# SPDX-License-Identifier: GPL-3.0-or-later
"""The figures of a list of sightings: delay, rate, losses and gaps."""


def quantile(values, part):
    """The quantile for this part of the values; None without values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else None


def median(values):
    """None without values."""
    ordered = sorted(value for value in values if value is not None)
    if not ordered:
        return None
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


#: Nanoseconds after which a frame can't appear any more.
_TOO_OLD = 3_000_000_000


def credible(seen, done_ns):
    """Those sightings that can be: of a frame that the camera made a while before.

    The eye may look while a program is drawing. A row that is half of one frame and half of the next passes for a third
    one where the check sum happens to fit, which it does once in 256 times.
    """
    ready = {number: done_ns(number) for number in seen}
    return {number: when for number, when in seen.items()
            if ready[number] is not None and ready[number] <= when <= ready[number] + _TOO_OLD}


def summary(seen, done_ns, seconds):
    """Rates, delays and losses of the sightings {number: nanoseconds} within these seconds.

    done_ns(number): when the camera had that frame ready; None where that is not known, as for a frame it lost.

    A frame is dropped when the camera made it and it was never seen between two that were. The first sighting is
    left out: it may have been there before the watch began.
    """
    seen = credible(seen, done_ns)
    numbers = sorted(seen)[1:]
    if len(numbers) < 2:
        return {"shown_fps": 0.0, "dropped": None, "latency_ms": None, "longest_gap_ms": None}
    times = sorted(seen[number] for number in numbers)
    delays = [(seen[number] - done_ns(number)) / 1e6 for number in numbers]
    made = numbers[-1] - numbers[0] + 1
    span = (times[-1] - times[0]) / 1e9
    return {
        "shown_fps": (len(times) - 1) / span if span else 0.0,
        "made_fps": (made - 1) / span if span else 0.0,
        "dropped": made - len(numbers),
        "latency_ms": {"p50": quantile(delays, 0.5), "p95": quantile(delays, 0.95), "max": max(delays, default=None),
                       "frames": len(delays)},
        "longest_gap_ms": max((later - earlier) / 1e6 for earlier, later in zip(times, times[1:])),
        "seconds": seconds,
    }
