# SPDX-License-Identifier: GPL-3.0-or-later
"""The scenes of the quick set and of the whole one."""

from dataclasses import dataclass, field

from .programs import Mode

#: Sizes of the screen. The large one holds a 4K window.
SCREEN = (2000, 1500)
LARGE_SCREEN = (4000, 2500)
#: What Tintype's window has beside its viewfinder, in pixels: bars above and below, and without a compositor GTK's edge.
_BARS = 168
_EDGES = 10
_RATES = {"720p30": (1280, 720, 30), "720p60": (1280, 720, 60), "1080p30": (1920, 1080, 30),
          "1080p60": (1920, 1080, 60), "4K30": (3840, 2160, 30)}
START_MODE = Mode("MJPG", 1920, 1080, 30)
QUICK = [Mode("MJPG", 1920, 1080, 30), Mode("YUYV", 1920, 1080, 30)]


def modes():
    """All formats at all sizes and rates: [(title, Mode)]."""
    return [(f"{title} {form}", Mode(form, *size)) for title, size in _RATES.items() for form in ("MJPG", "YUYV", "NV12")]


def title(mode):
    """As people say it: 1080p30 MJPG."""
    names = {size: name for name, size in _RATES.items()}
    return f"{names.get((mode.width, mode.height, mode.rate), f'{mode.width}x{mode.height}@{mode.rate}')} {mode.format}"


def screen_for(mode):
    """Peers open windows of the picture's size."""
    return LARGE_SCREEN if mode.width > 1920 else SCREEN


@dataclass(frozen=True)
class Variant:
    """Tintype in another way: settings, environment, screen, and keys that are pressed together before it is watched."""
    title: str
    settings: dict = field(default_factory=dict)
    env: dict = field(default_factory=dict)
    screen: tuple = SCREEN
    keys: tuple = ()


def window_for(width, height):
    """Settings with which the viewfinder is as large as that."""
    return {"window_width": width + _EDGES, "window_height": height + _BARS + _EDGES}


def _window(name, width):
    return Variant(f"window {name}", window_for(width, width * 9 // 16), screen=LARGE_SCREEN)


def _pro(name, settings):
    return Variant(f"Pro, {name}", {"last_shooting_mode": "pro"} | settings)


#: Of 1080p30 in MJPEG and YUYV.
VARIANTS = [
    Variant("as it is"),
    _window("half", 960), _window("full", 1920), _window("double", 3840),
    Variant("cairo", env={"GSK_RENDERER": "cairo"}),
    Variant("gl", env={"GSK_RENDERER": "gl"}),
    Variant("Pro", {"last_shooting_mode": "pro"}),
    _pro("focus peaking", {"focus_peaking": True}), _pro("zebra", {"zebra": True}),
    _pro("histogram", {"histogram": "rgb"}), _pro("grid", {"grid": "thirds"}),
    Variant("scanning codes", keys=("Control_L", "b")),
    Variant("best moment", {"best_moment": True}),
]
#: Frame rates over which the cost is fitted, of 1080p.
FITTED_RATES = (10, 15, 30, 60)
