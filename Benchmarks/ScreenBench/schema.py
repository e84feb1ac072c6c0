# SPDX-License-Identifier: GPL-3.0-or-later
"""The schema of a result, so that readers of the JSON can rely on it."""

VERSION = 3
_NUMBER = (int, float)
_DELAYS = {"p50": _NUMBER, "p95": _NUMBER, "max": _NUMBER}
#: A median of a scene; None stands for a program that showed nothing.
_MEDIAN = {"shown_fps": _NUMBER, "cpu_ms_per_s": _NUMBER, "x_server_ms_per_s": _NUMBER, "pss_mib": _NUMBER,
           "latency_ms": _DELAYS, "longest_gap_ms": _NUMBER, "dropped": _NUMBER}
_SCENE = {"title": str, "mode": str, "pixels": int, "rate": int, "roles": dict, "programs": dict}
_RESULT = {
    "version": int, "set": str, "machine": {"processor": str, "processors": int, "kernel": str, "versions": dict},
    "goes_first": bool, "load_before": {"average": _NUMBER}, "load_after": {"average": _NUMBER}, "seconds": _NUMBER,
    "start_up": dict, "scenes": [_SCENE], "large": [_SCENE], "wayland": [_SCENE], "variants": [{"title": str}],
    "photos": dict, "scaling": [{"title": str, "unit": str, "points": list}], "focus": list, "instructions": dict,
    "goals": [{"goal": str, "value": _NUMBER, "limit": _NUMBER, "is_met": bool}],
}


class Wrong(ValueError):
    """A result that is not as it should be; says where."""


def check(result):
    """Raises Wrong where something is missing or of another kind."""
    _check(result, _RESULT, "result")
    if result["version"] != VERSION:
        raise Wrong(f"version {result['version']}, not {VERSION}")
    for scene in result["scenes"] + result["large"] + result["wayland"]:
        for name, each in scene["programs"].items():
            if each["median"] is not None and each["median"]["shown_fps"]:
                _check(each["median"], _MEDIAN, f"{scene['title']}, {name}")


def _check(value, shape, place):
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            raise Wrong(f"{place} is {type(value).__name__}, not an object")
        for name, inner in shape.items():
            if name not in value:
                raise Wrong(f"{place} has no {name}")
            _check(value[name], inner, f"{place}.{name}")
    elif isinstance(shape, list):
        if not isinstance(value, list):
            raise Wrong(f"{place} is {type(value).__name__}, not a list")
        for index, each in enumerate(value):
            _check(each, shape[0], f"{place}[{index}]")
    elif not isinstance(value, shape) or shape is _NUMBER and isinstance(value, bool):
        raise Wrong(f"{place} is {value!r}")
