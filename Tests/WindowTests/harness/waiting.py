# SPDX-License-Identifier: GPL-3.0-or-later
"""Waiting for something to become true, with a deadline and no bare sleeps.

Looking may keep the program busy that is looked at, so it takes half of the time at most, and less the longer it takes.
"""

import time

#: Seconds. Generous, because slow machines are not what is tested. Tests of a stated number measure instead.
TIMEOUT = 30.0
#: Seconds for a photo. Encoding has the lowest priority, so a busy machine may put it off for long.
PHOTO_TIMEOUT = 120.0
#: Seconds between two looks: at first; the part of the time that has passed, later; and at most.
INTERVAL, _PART, _LONGEST = 0.02, 0.05, 0.1


class NotYet(AssertionError):
    """A condition did not come true in time."""


def wait_for(condition, what, timeout=TIMEOUT, interval=None):
    """Returns the first true value of condition().

    what: says in words what was waited for, or is a function that does when it is too late.
    interval: seconds between two looks, where they must not become longer.
    """
    start = time.monotonic()
    deadline = start + timeout
    while True:
        begun = time.monotonic()
        value = condition()
        if value:
            return value
        now = time.monotonic()
        if now >= deadline:
            words = what() if callable(what) else what
            raise NotYet(f"not within {timeout:g} s: {words}")
        pause = interval or min(_LONGEST, max(INTERVAL, _PART * (now - start)))
        time.sleep(max(pause, now - begun))


def stays(condition, what, duration, interval=INTERVAL):
    """Asserts that condition() is true all the time for `duration` seconds."""
    end = time.monotonic() + duration
    while time.monotonic() < end:
        assert condition(), f"did not last {duration:g} s: {what}"
        time.sleep(interval)
