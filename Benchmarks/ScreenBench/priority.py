# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps other work of a shared machine out of the figures, where that is allowed.

The scheduler weighs sessions against each other (autogroup), and every program here has one of its own, so nice values
of processes mean nothing between them: the session's own nice value does.
"""

from pathlib import Path

_WANTED = -15
_is_wanted = False


def want():
    """Asks that what is measured goes before other work; needs root. Says whether it is so."""
    global _is_wanted
    _is_wanted = True
    _is_wanted = lift("self")
    return _is_wanted


def lift(pid):
    """Puts the session of a process first, if that was asked for. Says whether it could."""
    if not _is_wanted:
        return False
    try:
        Path(f"/proc/{pid}/autogroup").write_text(str(_WANTED))
    except OSError:
        return False
    return True
