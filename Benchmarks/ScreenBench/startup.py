# SPDX-License-Identifier: GPL-3.0-or-later
"""From the start of a program until a person sees the camera."""

import os
import time

from .programs import BARE
from .running import Run

#: An area of the bare window, in pixels of the screen: inside any window that a manager puts at the top left.
_BARE_AREA = (200, 200, 400, 300)


def start_once(stage, program, mode, spot):
    """Milliseconds until the first frame is seen, or the first draw of a program without a camera; None: never."""
    with Run(stage, program, mode) as run:
        taken = run.first_frame_ms(spot) if program.shows_camera else run.first_draw_ms(_BARE_AREA)
        # Work after the first picture should not be cut off, and the next program should start on a quiet machine.
        time.sleep(0.3)
    time.sleep(0.1)
    return taken


def find_spots(stage, programs, mode):
    """{program's name: where it shows the code}. Also brings every program into the page cache."""
    spots = {}
    for program in programs:
        with Run(stage, program, mode) as run:
            if program.shows_camera:
                if run.locate():
                    spots[program.name] = run.spot
            else:
                run.first_draw_ms(_BARE_AREA)
                spots[program.name] = None
    return spots


def files_of(stage, program, mode, spot):
    """The files that a program has mapped while it shows its picture."""
    with Run(stage, program, mode) as run:
        run.first_frame_ms(spot) if program.shows_camera else run.first_draw_ms(_BARE_AREA)
        with open(f"/proc/{run.pid}/maps") as maps:
            words = [line.split() for line in maps]
    return sorted({each[5] for each in words if len(each) == 6 and os.path.isfile(each[5])})


def forget(files):
    """Drops the page cache, or where that is not allowed these files' part of it.

    Returns which: "everything" or "the program's own files". Pages that another process has mapped stay.
    """
    os.sync()
    try:
        with open("/proc/sys/vm/drop_caches", "w") as drop:
            drop.write("3")
        return "everything"
    except OSError:
        pass
    for path in files:
        try:
            descriptor = os.open(path, os.O_RDONLY)
        except OSError:
            continue
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(descriptor)
    return "the program's own files"


def start_times(stage, programs, mode, rounds, is_cold=False):
    """Starts programs in turn, every other round backwards: {name: [milliseconds, …]}, and what was forgotten.

    The list is empty for a program that shows nothing.
    """
    programs = [BARE, *programs] if BARE.is_installed else programs
    spots = find_spots(stage, programs, mode)
    taken, forgotten = {each.name: [] for each in programs}, None
    programs = [each for each in programs if each.name in spots]
    files = {each.name: files_of(stage, each, mode, spots[each.name]) for each in programs} if is_cold else {}
    for turn in range(rounds):
        for each in programs if turn % 2 == 0 else programs[::-1]:
            if is_cold:
                forgotten = forget(files[each.name])
            taken[each.name].append(start_once(stage, each, mode, spots[each.name]))
    return taken, forgotten
