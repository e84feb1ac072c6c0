"""Waiting for something to become true, with a deadline and no bare sleeps.

Looking may keep the program busy that is looked at, so it takes half of the time at most.
"""

import time

#: Seconds. Generous, because slow machines are not what is tested. Tests of a stated number measure instead.
PATIENCE = 30.0
#: Seconds for a photo. Encoding has the lowest priority, so a busy machine may put it off for long.
PHOTO_PATIENCE = 120.0
#: Seconds between two looks.
INTERVAL = 0.02


class NotYet(AssertionError):
    """What was waited for did not come."""


def wait_for(condition, what, timeout=PATIENCE, interval=INTERVAL):
    """Returns the first true value of condition().

    what: says in words what was waited for, or is a function that does when it is too late.
    """
    deadline = time.monotonic() + timeout
    while True:
        begun = time.monotonic()
        value = condition()
        if value:
            return value
        now = time.monotonic()
        if now >= deadline:
            words = what() if callable(what) else what
            raise NotYet(f"not within {timeout:g} s: {words}")
        time.sleep(max(interval, now - begun))


def stays(condition, what, duration, interval=INTERVAL):
    """Asserts that condition() is true all the time for `duration` seconds."""
    end = time.monotonic() + duration
    while time.monotonic() < end:
        assert condition(), f"did not last {duration:g} s: {what}"
        time.sleep(interval)
