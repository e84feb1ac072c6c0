# SPDX-License-Identifier: GPL-3.0-or-later
"""The result as a text that people read."""


def text(result):
    """All tables, under each other."""
    parts = [_head(result), _starts(result["start_up"]), *map(_scene, result["scenes"]),
             *map(_large_scene, result["large"]), *map(_wayland_scene, result["wayland"]),
             _variants(result["variants"]), _photos(result["photos"]), _scaling(result["scaling"]), _focus(result["focus"]),
             _instructions(result["instructions"]), _goals(result["goals"])]
    return "\n\n".join(part for part in parts if part) + "\n"


def table(heading, rows):
    """Columns as wide as their widest cell, the first one aligned left."""
    cells = [[_cell(each) for each in row] for row in [heading, *rows]]
    widths = [max(len(row[column]) for row in cells) for column in range(len(heading))]
    return "\n".join("  ".join(cell.rjust(width) if column else cell.ljust(width)
                               for column, (cell, width) in enumerate(zip(row, widths))).rstrip() for row in cells)


def _cell(value):
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.1f}" if abs(value) < 1000 else f"{value:.0f}"
    return str(value)


def _head(result):
    machine, load = result["machine"], result["load_before"]
    place = f"{machine['processors']} × {machine['processor']}, {'a' if machine['has_gpu'] else 'no'} GPU, Xvfb"
    waiting = load["waiting_percent"]
    pressure = "" if waiting is None else f", {waiting:.0f} % of the time something waits for a processor"
    first = "; measured programs go before other work" if result["goes_first"] else ""
    return f"{place}. Load before: {load['average']:.1f}{pressure}{first}.\n" \
           f"The {result['set']} set, {result['seconds']:.0f} s. Medians over the rounds."


def _starts(start_up):
    parts = []
    for kind, words in (("warm", "Start-up, exec to first frame on the screen"), ("cold", "The same, cold")):
        each = start_up.get(kind)
        if not each:
            continue
        bare = (each.get("bare window") or {}).get("median")
        rows = [(name, found["median"], min(times, default=None), max(times, default=None),
                 _ratio(found["median"], bare))
                for name, found in each.items() for times in [[value for value in found["ms"] if value is not None]]]
        note = f" ({start_up['forgotten']} dropped from the page cache)" if kind == "cold" else f" ({start_up['mode']})"
        parts.append(words + note + "\n" + table(["", "median ms", "least", "most", "× bare window"], rows))
    return "\n\n".join(parts)


def _ratio(value, other):
    return None if not value or not other else f"{value / other:.2f}"


def _figures(median, floor):
    if not median:
        return ["shows nothing"] + [None] * 9
    delay = median["latency_ms"]
    return [median["shown_fps"], median["dropped"], median["longest_gap_ms"], delay["p50"], delay["p95"], delay["max"],
            median["cpu_ms_per_s"], _ratio(median["cpu_ms_per_s"], floor and floor["cpu_ms_per_s"]),
            median["x_server_ms_per_s"], median["pss_mib"]]


_HEADING = ["fps", "dropped", "gap ms", "p50 ms", "p95 ms", "max ms", "CPU ms/s", "× gst", "X ms/s", "PSS MiB"]


def _scene(scene, floor="gst-launch", heading=_HEADING, where=""):
    floor = (scene["programs"].get(floor) or {}).get("median")
    rows = [[name, *_figures(each["median"], floor)] for name, each in scene["programs"].items()]
    return f"{scene['title']}{where}\n" + table(["", *heading], rows)


def _large_scene(scene):
    return _scene(scene, where=" in windows as large as the picture")


def _wayland_scene(scene):
    heading = ["compositor ms/s" if each == "X ms/s" else each for each in _HEADING]
    return _scene(scene, "gst waylandsink", heading, " on Wayland (sway), frames by the times of their presentation")


def _variants(variants):
    if not variants:
        return ""
    rows = [[each["title"], *_figures(each["median"], None)] for each in variants]
    return "Tintype in other ways\n" + table(["", *_HEADING], rows)


def _photos(photos):
    parts = []
    if photos.get("table"):
        names = list(photos["table"][0])
        rows = [[f"{row['ssim']:.4f}" if name == "ssim" else row.get(name) for name in names] for row in photos["table"]]
        parts.append("Photos, one after the other\n" + table([name.replace("_", " ") for name in names], rows))
    rows = []
    for name in ("heic", "jpeg"):
        each = photos.get(name)
        if each:
            press, burst = each["presses"], each["burst"]
            flash = press["flash_ms"]
            rows.append([f"{name}, {press['presses']} presses", press["photos"], flash["p50"], flash["p95"],
                         press["longest_gap_ms"], press["shown_fps"], None])
            rows.append([f"{name}, burst of {burst['seconds']:.0f} s", None, None, None, burst["longest_gap_ms"],
                         burst["shown_fps"], burst["peak_memory_mib"]])
    if rows:
        parts.append("While photos are taken\n" + table(
            ["", "photos", "flash p50 ms", "p95 ms", "longest gap ms", "shown fps", "peak MiB"], rows))
    return "\n\n".join(parts)


def _scaling(scaling):
    if not scaling:
        return ""
    rows = [[each["title"], None if each["exponent"] is None else f"{each['exponent']:.2f}",
             None if each["fit"] is None else f"{each['fit']:.3f}", each["unit"],
             " ".join(f"{y:.3g}" for _, y in each["points"])] for each in scaling]
    return "Scaling, cost ~ x^exponent\n" + table(["", "exponent", "r²", "of", "points"], rows)


def _focus(lines):
    return "Focus\n" + "\n".join(lines) if lines else ""


def _instructions(counts):
    rows = [[name, f"{value:,}"] for name, value in counts.items()]
    return "Instructions\n" + table(["", "a frame"], rows) if rows else ""


def _goals(goals):
    rows = [["met" if each["is_met"] else "MISSED", f"{each['value']:.2f}", f"{each['limit']:.2f}", each["goal"]]
            for each in goals]
    return "Goals\n" + table(["", "value", "limit", "goal"], rows) if rows else ""
