# SPDX-License-Identifier: GPL-3.0-or-later
"""Which parts are measured, in which order, and how often."""

import time

from harness import sway
from harness.x11 import X11

from . import fit, inner, shooting, startup
from .programs import GST, TINTYPE, Mode, build_bare, camera_programs, variant, wayland_programs
from .rounds import side_by_side
from .scenes import FITTED_RATES, QUICK, START_MODE, VARIANTS, modes, screen_for, title, window_for
from .stage import Stage
from .timeline import median

PARTS = ("start", "scenes", "large", "wayland", "variants", "photos", "scaling", "focus", "instructions")
#: Seconds for which a running program is watched.
_WATCHED = {False: 2.5, True: 5.0}


def _say(words):
    print(f"  {words}", flush=True)


def run(is_full, rounds, parts):
    """Everything that was asked for, as the result's parts."""
    build_bare()
    rounds = rounds or (3 if is_full else 2)
    result = {"start_up": {}, "scenes": [], "large": [], "wayland": [], "variants": [], "photos": {}, "scaling": [],
              "focus": [], "instructions": {}}
    steps = {
        "start": lambda: result.update(start_up=_start_up(is_full, rounds + 1)),
        "scenes": lambda: result.update(scenes=_scenes(is_full, rounds)),
        "large": lambda: result.update(large=_large(rounds) if is_full else []),
        "wayland": lambda: result.update(wayland=_wayland(is_full, rounds)),
        "variants": lambda: result.update(variants=_variants(rounds) if is_full else []),
        "photos": lambda: result.update(photos=_photos(is_full)),
        "scaling": lambda: result.update(scaling=_scaling(is_full, result["scenes"])),
        "focus": lambda: result.update(focus=inner.focus_table() if is_full else []),
        "instructions": lambda: result.update(instructions=inner.instruction_counts() if is_full else {}),
    }
    for part in PARTS:
        if part in parts:
            begin = time.monotonic()
            steps[part]()
            _say(f"{part}: {time.monotonic() - begin:.0f} s")
    return result


def _start_up(is_full, rounds):
    programs = camera_programs()
    with Stage() as stage:
        stage.plug_in(str(START_MODE))
        warm, _ = startup.start_times(stage, programs, START_MODE, 10 if is_full else rounds)
        found = {"mode": str(START_MODE), "warm": _starts(warm, programs), "cold": {}, "forgotten": None}
        if is_full:
            cold, found["forgotten"] = startup.start_times(stage, programs, START_MODE, rounds, is_cold=True)
            found["cold"] = _starts(cold, programs)
    return found


def _starts(times, programs):
    roles = {each.name: each.role for each in programs}
    return {name: {"role": roles.get(name, "floor"), "median": median(each), "ms": each} for name, each in times.items()}


def _scenes(is_full, rounds):
    return _side_by_side(camera_programs(), [mode for _, mode in modes()] if is_full else QUICK, is_full, rounds, X11)


def _large(rounds):
    """Tintype's viewfinder as large as the picture, which nothing scales, as the bare pipeline's window is."""
    mode = Mode("MJPG", 3840, 2160, 30)
    return _side_by_side([TINTYPE, GST], [mode], True, rounds, X11, window_for(mode.width, mode.height))


def _wayland(is_full, rounds):
    """The usual scenes again, on a compositor, with frames by the times at which it presented them."""
    sway.build()
    return _side_by_side(wayland_programs(), QUICK if is_full else QUICK[:1], is_full, rounds, sway.Sway)


def _side_by_side(programs, wanted, is_full, rounds, display, settings=None):
    found = []
    roles = {each.name: each.role for each in programs}
    for mode in wanted:
        _say(f"{title(mode)}, {display.name}")
        with Stage(screen_for(mode), display) as stage:
            stage.home.store(**settings or {})
            results = side_by_side(stage, programs, mode, rounds, _WATCHED[is_full])
        found.append({"title": title(mode), "mode": str(mode), "pixels": mode.pixels, "rate": mode.rate, "roles": roles,
                      "programs": results})
    return found


def _variants(rounds):
    found = []
    for form in ("MJPG", "YUYV"):
        mode = Mode(form, 1920, 1080, 30)
        for each in VARIANTS:
            _say(f"{form}, {each.title}")
            program = variant("Tintype", each.env)
            with Stage(each.screen) as stage:
                stage.home.store(**each.settings)
                results = side_by_side(stage, [program], mode, rounds, _WATCHED[True], each.keys)
            found.append({"title": f"{title(mode)}, {each.title}", "median": results["Tintype"]["median"]})
    return found


def _photos(is_full):
    found = {"table": inner.photo_table(not is_full)}
    with Stage() as stage:
        stage.plug_in(str(START_MODE))
        for photo_format in ("heic", "jpeg") if is_full else ("heic",):
            found[photo_format] = shooting.measure(stage, START_MODE, photo_format)
    return found


def _scaling(is_full, scenes):
    found = inner.pixel_costs(50 if is_full else 10)
    if is_full:
        found += _by_pixels(scenes) + _by_rate()
    return found


def _by_pixels(scenes):
    """Of Tintype's own figures at 30 frames a second."""
    found = []
    for form in ("MJPG", "YUYV", "NV12"):
        own = [(each["pixels"], each["programs"][TINTYPE.name]["median"]) for each in scenes
               if each["rate"] == 30 and each["mode"].startswith(form)]
        for figure, unit in (("cpu_ms_per_s", "ms of processor a second over pixels"), ("pss_mib", "MiB over pixels")):
            points = [(pixels, median[figure]) for pixels, median in own if median]
            if points:
                found.append(fit.described(f"{form} on the screen, {figure}", unit, points))
    return found


def _by_rate():
    found = []
    for form in ("MJPG", "YUYV"):
        points = []
        for rate in FITTED_RATES:
            mode = Mode(form, 1920, 1080, rate)
            with Stage() as stage:
                own = side_by_side(stage, [TINTYPE], mode, 2, 3)[TINTYPE.name]["median"]
            if own:
                points.append((rate, own["cpu_ms_per_s"]))
        found.append(fit.described(f"{form} 1080p on the screen", "ms of processor a second over rate", points))
    return found
