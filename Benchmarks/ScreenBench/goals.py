# SPDX-License-Identifier: GPL-3.0-or-later
"""Tintype's goals, and whether it reached them. (2 processors, no GPU, Xvfb, cairo, desktop services running.)"""


def _at(data, *path):
    for step in path:
        data = data.get(step) if isinstance(data, dict) else None
    return data


def _scene(result, title, name, part="scenes"):
    for scene in result[part]:
        if scene["title"] == title:
            return _at(scene, "programs", name, "median")
    return None


def _goal(words, value, limit, at_most=True):
    """None if it was not measured."""
    if value is None or limit is None:
        return None
    return {"goal": words, "value": value, "limit": limit, "is_met": value <= limit if at_most else value >= limit}


def _ratio(result, title, figure, part="scenes", other="gst-launch"):
    own, floor = (_at(_scene(result, title, name, part), figure) for name in ("Tintype", other))
    return own / floor if own is not None and floor else None


def _start(result):
    warm = _at(result, "start_up", "warm")
    own, bare = (_at(warm, name, "median") for name in ("Tintype", "bare window"))
    interval = 1000 / 30
    return _goal("start-up ≤ 1.25 × bare window + a frame, ms", own, bare and 1.25 * bare + interval)


def check(result):
    """[{goal, value, limit, is_met}] of what was measured."""
    mjpg, yuyv = (_scene(result, f"1080p30 {form}", "Tintype") for form in ("MJPG", "YUYV"))
    large = _scene(result, "4K30 MJPG", "Tintype", "large")
    found = [
        _start(result),
        *[_goal(f"latency {part} at 1080p30 {form} ≤ {limit} ms", _at(scene, "latency_ms", part), limit)
          for form, scene in (("MJPG", mjpg), ("YUYV", yuyv)) for part, limit in (("p50", 8), ("p95", 15))],
        _goal("CPU at 1080p30 MJPG ≤ 1.15 × gst-launch", _ratio(result, "1080p30 MJPG", "cpu_ms_per_s"), 1.15),
        _goal("CPU at 1080p30 YUYV ≤ 0.6 × gst-launch", _ratio(result, "1080p30 YUYV", "cpu_ms_per_s"), 0.6),
        *[_goal(f"PSS at 1080p30 {form} ≤ 80 MiB", _at(scene, "pss_mib"), 80)
          for form, scene in (("MJPG", mjpg), ("YUYV", yuyv))],
        *[_goal(f"{title} shows ≥ {limit} fps", _at(_scene(result, title, "Tintype"), "shown_fps"), limit, False)
          for title, limit in (("1080p60 YUYV", 59.5), ("720p60 MJPG", 59.5), ("4K30 MJPG", 24))],
        _goal("CPU at 4K30 MJPG as large as the picture ≤ 1.25 × gst-launch",
              _ratio(result, "4K30 MJPG", "cpu_ms_per_s", "large"), 1.25),
        _goal("latency p50 at 4K30 MJPG as large as the picture ≤ 20 ms", _at(large, "latency_ms", "p50"), 20),
        _goal("PSS at 4K30 MJPG as large as the picture ≤ 200 MiB", _at(large, "pss_mib"), 200),
        *_ahead(result),
    ]
    return [each for each in found if each]


def _ahead(result):
    """Ahead of every peer in every row."""
    for scene in result["scenes"]:
        own = _at(scene, "programs", "Tintype", "median")
        for figure, words in (("cpu_ms_per_s", "CPU"), ("latency_ms", "latency p50"), ("pss_mib", "PSS")):
            others = {name: _value(each["median"], figure) for name, each in scene["programs"].items()
                      if scene["roles"][name] == "peer" and each["median"]}
            known = [value for value in others.values() if value is not None]
            if own and known:
                yield _goal(f"{words} ahead of every peer at {scene['title']}", _value(own, figure), min(known))
    warm = _at(result, "start_up", "warm") or {}
    peers = [each["median"] for name, each in warm.items() if each["role"] == "peer" and each["median"]]
    yield _goal("start-up ahead of every peer, ms", _at(warm, "Tintype", "median"), min(peers, default=None))


def _value(median, figure):
    return median["latency_ms"]["p50"] if figure == "latency_ms" else median[figure]
