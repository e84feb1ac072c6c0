# SPDX-License-Identifier: GPL-3.0-or-later
"""How a cost grows: y = a · x^b, fitted to measured points by least squares of the logarithms."""

import math


def power_law(points):
    """(a, b, r²) of [(x, y)] with positive values; None of fewer than two different x."""
    logs = [(math.log(x), math.log(y)) for x, y in points if x > 0 and y > 0]
    if len({x for x, _ in logs}) < 2:
        return None
    count = len(logs)
    mean_x, mean_y = sum(x for x, _ in logs) / count, sum(y for _, y in logs) / count
    spread = sum((x - mean_x) ** 2 for x, _ in logs)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in logs) / spread
    total = sum((y - mean_y) ** 2 for _, y in logs)
    rest = sum((y - mean_y - slope * (x - mean_x)) ** 2 for x, y in logs)
    return math.exp(mean_y - slope * mean_x), slope, 1 - rest / total if total else 1.0


def described(title, unit, points):
    """The result's contents: the points, the exponent and how well it fits."""
    law = power_law(points)
    return {"title": title, "unit": unit, "points": [list(each) for each in points],
            "exponent": law and law[1], "fit": law and law[2]}
