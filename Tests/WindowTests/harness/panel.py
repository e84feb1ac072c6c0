# SPDX-License-Identifier: GPL-3.0-or-later
"""The message over the viewfinder, watched closely: what is said, and when it was first said."""

import time

from .accessible import Gone
from .waiting import TIMEOUT, wait_for


class Panel:
    """The panel of one program."""

    def __init__(self, app):
        self._app = app

    @property
    def words(self):
        """Its title; None while there is no panel."""
        return next((alert.name for alert in self._app.seen(role="alert")), None)

    def wait_for(self, words, timeout=TIMEOUT):
        """Waits until it says so, and returns when it did, on the monotonic clock."""
        wait_for(lambda: self.words == words, lambda: f"“{words}” is said, not “{self.words}”", timeout)
        return time.monotonic()

    def wait_until_gone(self, timeout=TIMEOUT):
        wait_for(lambda: self.words is None, lambda: f"“{self.words}” goes", timeout)

    def press(self, button):
        """Presses one of its buttons, where it has not gone by itself meanwhile."""
        try:
            for alert in self._app.seen(role="alert"):
                for part in alert.parts:
                    if part.name == button and part.control.role == "button":
                        return part.control.press()
        except Gone:
            pass
