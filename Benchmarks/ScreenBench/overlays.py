# SPDX-License-Identifier: GPL-3.0-or-later
"""The costs of the widgets over the picture: the viewfinder alone, with the zoom, with Pro's chips, with an open ruler.

Alone it is the same program with a style sheet of the user's that leaves out what lies over the picture.
"""

import argparse
import sys
import time

from harness.app import Tintype
from harness.viewfinder import Viewfinder

from . import priority
from .probe import sharpen_clock
from .programs import Mode
from .rounds import in_turn
from .running import SETTLING
from .stage import Stage
from .timeline import median
from .usage import Meter

_MODE = Mode("MJPG", 1280, 720, 30)
_HIDDEN = ".zoom-pill, .pill-words { opacity: 0; }\n"


class State:
    """The viewfinder in a mode. chip: clicked once the picture is there. is_bare: nothing lies over the picture."""

    def __init__(self, name, mode="auto", chip=None, is_bare=False):
        self.name, self._mode, self._chip, self._is_bare = name, mode, chip, is_bare

    def measure(self, stage, seconds):
        """The costs of the program and the X server: see Meter."""
        stage.home.store(last_shooting_mode=self._mode)
        folder = stage.home.config / "gtk-4.0"
        folder.mkdir(exist_ok=True)
        (folder / "gtk.css").write_text(_HIDDEN if self._is_bare else "")
        app = Tintype(stage.desktop, env=stage.cameras.env)
        try:
            Viewfinder(app).wait_until_live()
            priority.lift(app.pid)
            app.find("White Balance", "slider") if self._mode == "pro" else app.find("Shape and Mirror")
            if self._chip:
                app.person.click(app.find(self._chip, "slider"))
                app.button("Back to Automatic")
            time.sleep(SETTLING)
            meter = Meter(app.pid, stage.server)
            time.sleep(seconds)
            return meter.read()
        finally:
            app.kill()


STATES = [State("alone", is_bare=True), State("zoom", "auto"), State("chips", "pro"), State("ruler", "pro", "Shutter")]


def _threads(results):
    """The medians of the threads that take most."""
    names = {name for each in results for name in each["cpu_by_thread"]}
    found = {name: median([each["cpu_by_thread"].get(name, 0) for each in results]) for name in names}
    return ", ".join(f"{name} {found[name]:.0f}" for name in sorted(found, key=found.get, reverse=True)[:4])


def main(words):
    parser = argparse.ArgumentParser(prog="ScreenBench.overlays", description=__doc__)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--first", action="store_true", help="before other work of the machine; needs root")
    options = parser.parse_args(words)
    if options.first and not priority.want():
        print("Other work of the machine can't be put behind: it is in the figures.", file=sys.stderr)
    sharpen_clock()
    results = {each.name: [] for each in STATES}
    with Stage() as stage:
        for state in in_turn(STATES, options.rounds):
            stage.plug_in(str(_MODE))
            results[state.name].append(state.measure(stage, options.seconds))
    print(f"{_MODE}, {options.rounds} rounds of {options.seconds:.0f} s in turn, medians; ms of processor time a second\n")
    print(f"{'':10}{'program':>9}{'beyond':>9}{'least':>9}{'X server':>10}  by thread")
    alone = median([each["cpu_ms_per_s"] for each in results["alone"]])
    for name, each in results.items():
        costs = [one["cpu_ms_per_s"] for one in each]
        beyond = (median(costs) / alone - 1) * 100
        print(f"{name:10}{median(costs):9.1f}{beyond:+7.1f} %{min(costs):9.1f}"
              f"{median([one['x_server_ms_per_s'] for one in each]):10.1f}  {_threads(each)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
