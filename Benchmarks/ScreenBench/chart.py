"""The result as a picture: bars beside each other, in the program's own colours. SVG, written by hand."""

from xml.sax.saxutils import escape

_BAR, _GAP, _PANEL_GAP = 18, 6, 34
_LABEL, _LENGTH, _VALUE = 130, 300, 90
_COLUMN = _LABEL + _LENGTH + _VALUE
_COLORS = {"ours": "#FF9500", "floor": "#8E8E93", "peer": "#FFFFFF"}
_FIGURES = [("latency to the screen, p50, ms", lambda median: median["latency_ms"]["p50"]),
            ("processor time, ms a second", lambda median: median["cpu_ms_per_s"]),
            ("memory (PSS), MiB", lambda median: median["pss_mib"])]


def panels(result):
    """[(title, [(name, role, value)])]: what is drawn. Less is better in all of them."""
    found = []
    for kind in ("warm", "cold"):
        starts = result["start_up"].get(kind)
        if starts:
            found.append((f"start-up, {kind}, ms", [(name, each["role"], each["median"]) for name, each in starts.items()]))
    for scene in result["scenes"]:
        for words, figure in _FIGURES:
            bars = [(name, scene["roles"][name], each["median"] and _value(figure, each["median"]))
                    for name, each in scene["programs"].items()]
            found.append((f"{scene['title']}: {words}", bars))
    return found


def _value(figure, median):
    return figure(median)


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
    """The SVG as a text: two columns, each panel in the one that is shorter."""
    parts, heights = [], [70, 70]
    for title, bars in panels(result):
        column = heights.index(min(heights))
        drawn, height = _panel(title, bars, 24 + column * (_COLUMN + 24), heights[column])
        parts += drawn
        heights[column] += height + _PANEL_GAP
    width, height = 2 * _COLUMN + 72, max(heights)
    machine = result["machine"]
    place = f"{machine['processors']} × {machine['processor']}, load {result['load_before']['average']:.1f}"
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="Cantarell, DejaVu Sans, sans-serif">',
        f'<rect width="{width}" height="{height}" fill="#000000"/>',
        _text(24, 34, "Tintype beside other camera programs", 20),
        _text(24, 54, f"less is better · {place}", 12, color="#8E8E93"), *parts, "</svg>", ""])
