# SPDX-License-Identifier: GPL-3.0-or-later
"""Figures from measurements: quantiles, exponents, comparisons, and the shape of a result."""

import copy

import pytest

from ScreenBench import chart, fit, goals, instructions, report, schema, shooting, timeline

_MS = 1_000_000


def test_delay_rate_losses_and_gaps():
    # Thirty a second, 5 ms late; frame 7 was never seen, 9 came 20 ms late.
    ready = {number: number * 33 * _MS for number in range(12)}
    seen = {number: when + (25 if number == 9 else 5) * _MS for number, when in ready.items() if number != 7}
    found = timeline.summary(seen, ready.get, 1)
    assert found["latency_ms"] == {"p50": 5.0, "p95": 25.0, "max": 25.0, "frames": 10}
    assert found["dropped"] == 1
    assert found["longest_gap_ms"] == pytest.approx(66)
    assert found["shown_fps"] == pytest.approx(9 / (10 * 0.033))


def test_a_number_that_cannot_be_is_left_out():
    ready = {number: number * 33 * _MS for number in range(5)}
    seen = {number: when + 5 * _MS for number, when in ready.items()} | {4_000_000_000: 90 * _MS}
    assert timeline.summary(seen, ready.get, 1)["dropped"] == 0


@pytest.mark.parametrize("exponent", [0.5, 1, 2])
def test_the_exponent_of_a_power_is_found(exponent):
    factor, found, quality = fit.power_law([(x, 3 * x ** exponent) for x in (1, 4, 9, 100)])
    assert (factor, found, quality) == (pytest.approx(3), pytest.approx(exponent), pytest.approx(1))


def test_no_exponent_of_one_point():
    assert fit.power_law([(1, 1)]) is None


def test_flashes_belong_to_presses():
    pressed = [0, 200 * _MS, 400 * _MS]
    # Two flashes, each fading; the second press had none.
    darkest = [(1, 16), (20 * _MS, 120), (80 * _MS, 40), (190 * _MS, 16), (410 * _MS, 16), (430 * _MS, 110)]
    assert shooting.flash_delays(pressed, darkest) == [20.0, None, 30.0]


@pytest.mark.parametrize("now, is_bad", [(100, False), (105, False), (106, True), (50, False)])
def test_growth_of_instructions(now, is_bad):
    here = {"libyuv0": "1"}
    baseline = {"surroundings": here, "instructions": {"a": 100}}
    assert instructions.compare({"a": now}, here, baseline)[1] == is_bad


def test_other_libraries_are_not_compared():
    baseline = {"surroundings": {"libyuv0": "1"}, "instructions": {"a": 100}}
    lines, is_bad = instructions.compare({"a": 1000}, {"libyuv0": "2"}, baseline)
    assert not is_bad and "Not compared" in lines[-1]


def _median(cpu):
    return {"shown_fps": 30.0, "made_fps": 30.0, "cpu_ms_per_s": cpu, "x_server_ms_per_s": 10.0, "pss_mib": 50.0,
            "latency_ms": {"p50": 5.0, "p95": 9.0, "max": 12.0}, "longest_gap_ms": 40.0, "dropped": 0}


@pytest.fixture
def result():
    """A result as small as it can be, with everything that is drawn and written."""
    programs = {name: {"median": _median(cpu), "rounds": []} for name, cpu in
                (("Tintype", 100.0), ("gst-launch", 80.0), ("ffplay", 300.0))}
    programs["Cheese"] = {"median": None, "rounds": [None]}
    roles = {"Tintype": "ours", "gst-launch": "floor", "ffplay": "peer", "Cheese": "peer"}
    starts = {"bare window": {"role": "floor", "median": 100.0, "ms": [100.0]},
              "Tintype": {"role": "ours", "median": 150.0, "ms": [150.0, None]}}
    found = {
        "version": schema.VERSION, "set": "quick", "seconds": 1.0, "goes_first": False,
        "machine": {"processor": "A", "processors": 2, "kernel": "6", "has_gpu": False, "versions": {}},
        "load_before": {"average": 0.1, "waiting_percent": None}, "load_after": {"average": 0.1, "waiting_percent": 1.0},
        "start_up": {"mode": "MJPG:1920x1080@30", "warm": starts, "cold": {}, "forgotten": None},
        "scenes": [{"title": "1080p30 MJPG", "mode": "MJPG:1920x1080@30", "pixels": 1920 * 1080, "rate": 30,
                    "roles": roles, "programs": programs}],
        "large": [{"title": "4K30 MJPG", "mode": "MJPG:3840x2160@30", "pixels": 3840 * 2160, "rate": 30, "roles": roles,
                   "programs": {"Tintype": {"median": _median(101.0), "rounds": []}, "gst-launch": programs["gst-launch"]}}],
        "wayland": [{"title": "1080p30 MJPG", "mode": "MJPG:1920x1080@30", "pixels": 1920 * 1080, "rate": 30,
                     "roles": {"Tintype": "ours"}, "programs": {"Tintype": {"median": _median(150.0), "rounds": []}}}],
        "variants": [], "photos": {}, "scaling": [fit.described("a", "b", [(1, 1), (2, 2)])], "focus": [],
        "instructions": {"MJPG": 1000},
    }
    return found | {"goals": goals.check(found)}


def test_a_result_has_its_shape(result):
    schema.check(result)


@pytest.mark.parametrize("path", [("machine",), ("scenes", 0, "title"), ("goals", 0, "value"),
                                  ("scenes", 0, "programs", "Tintype", "median", "latency_ms", "p95")])
def test_what_is_missing_is_named(result, path):
    broken = copy.deepcopy(result)
    place = broken
    for step in path[:-1]:
        place = place[step]
    del place[path[-1]]
    with pytest.raises(schema.Wrong, match=path[-1]):
        schema.check(broken)


def test_goals_are_judged(result):
    met = {each["goal"]: each["is_met"] for each in result["goals"]}
    assert met["latency p50 at 1080p30 MJPG ≤ 8 ms"]
    assert not met["CPU at 1080p30 MJPG ≤ 1.15 × gst-launch"]
    assert not met["CPU at 4K30 MJPG as large as the picture ≤ 1.25 × gst-launch"]
    assert met["latency p50 at 4K30 MJPG as large as the picture ≤ 20 ms"]
    assert met["start-up ≤ 1.25 × bare window + a frame, ms"]


def test_text_and_chart_show_everything(result):
    text, picture = report.text(result), chart.draw(result)
    for name in ("Tintype", "gst-launch", "ffplay", "Cheese"):
        assert name in text and name in picture
    assert "as large as the picture" in text and "Wayland" in text and "compositor ms/s" in text
    assert "shows nothing" in text and "shows nothing" in picture
    assert picture.startswith("<svg") and picture.rstrip().endswith("</svg>")
