# SPDX-License-Identifier: GPL-3.0-or-later
"""The result as a picture: bars beside each other, in the program's own colours. SVG, written by hand."""

from xml.sax.saxutils import escape

_BAR, _GAP, _PANEL_GAP, _MARGIN = 18, 6, 30, 28
_LABEL, _LENGTH, _VALUE = 88, 200, 60
_COLUMN = _LABEL + _LENGTH + _VALUE
_COLORS = {"ours": "#FF9500", "floor": "#8E8E93", "peer": "#FFFFFF"}
_FIGURES = [("latency p50, ms", lambda median: median["latency_ms"]["p50"]),
            ("CPU, ms a second", lambda median: median["cpu_ms_per_s"]),
            ("PSS, MiB", lambda median: median["pss_mib"])]


def rows(result):
    """[[(title, [(name, role, value)])]]: the panels of each row. Less is better in all of them."""
    starts = [(f"Start-up, {kind}, ms", [(name, each["role"], each["median"]) for name, each in found.items()])
              for kind in ("warm", "cold") if (found := result["start_up"].get(kind))]
    return ([starts] if starts else []) + [[_scene(scene, *each) for each in _FIGURES] for scene in result["scenes"]]


def _scene(scene, words, figure):
    bars = [(name, scene["roles"][name], figure(each["median"]) if _was_shown(each["median"]) else None)
            for name, each in scene["programs"].items()]
    return f"{scene['title']}: {words}", bars


def _was_shown(median):
    return bool(median) and median["latency_ms"]["p50"] is not None


def _text(x, y, words, size=12, anchor="start", color="#FFFFFF"):
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{color}">{escape(words)}</text>'


def _panel(title, bars, left, top):
    """(SVG elements, height) of one panel."""
    parts = [_text(left, top + 12, title, 13)]
    most = max((value for _, _, value in bars if value), default=1)
    y = top + 24
    for name, role, value in bars:
        parts.append(_text(left + _LABEL - 8, y + 13, name, anchor="end"))
        if value is None:
            parts.append(_text(left + _LABEL, y + 13, "shows nothing", color="#8E8E93"))
        else:
            width = max(1, value / most * _LENGTH)
            parts.append(f'<rect x="{left + _LABEL}" y="{y}" width="{width:.1f}" height="{_BAR}" fill="{_COLORS[role]}"/>')
            parts.append(_text(left + _LABEL + round(width) + 6, y + 13, f"{value:.1f}" if value < 100 else f"{value:.0f}"))
        y += _BAR + _GAP
    return parts, y - top


def draw(result):
    """The SVG as a text."""
    parts, top = [], 78
    for row in rows(result):
        heights = [0]
        for column, (title, bars) in enumerate(row):
            drawn, height = _panel(title, bars, _MARGIN + column * (_COLUMN + _MARGIN), top)
            parts += drawn
            heights.append(height)
        top += max(heights) + _PANEL_GAP
    width = 3 * (_COLUMN + _MARGIN) + _MARGIN
    machine = result["machine"]
    place = f"{machine['processors']} × {machine['processor']}, load {result['load_before']['average']:.1f}"
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{top}" viewBox="0 0 {width} {top}" '
        'font-family="Cantarell, DejaVu Sans, sans-serif">',
        f'<rect width="{width}" height="{top}" fill="#000000"/>',
        _text(_MARGIN, 34, "Tintype beside other camera programs", 20),
        _text(_MARGIN, 54, f"less is better · {place}", 12, color="#8E8E93"), *parts, "</svg>", ""])
