"""The message over the viewfinder, watched closely: what is said, and when it was first said."""

import time

from .accessible import Gone
from .waiting import PATIENCE, wait_for


class Panel:
    """The panel of one program.

    Looks at first through the whole window for it, which takes a moment, and from then on only where it was.
    """

    def __init__(self, app):
        self._app = app
        self._parent = None

    @property
    def words(self):
        """Its title; None while there is no panel."""
        try:
            alert = self._in(self._parent) if self._parent else self._search(self._app.root)
            return alert and alert.name
        except Gone:
            return None

    def wait_for(self, words, timeout=PATIENCE):
        """Waits until it says so, and returns when it did, on the monotonic clock."""
        wait_for(lambda: self.words == words, lambda: f"“{words}” is said, not “{self.words}”", timeout)
        return time.monotonic()

    def wait_until_gone(self, timeout=PATIENCE):
        wait_for(lambda: self.words is None, lambda: f"“{self.words}” goes", timeout)

    def press(self, button):
        """Presses one of its buttons, where it has not gone by itself meanwhile."""
        try:
            alert = self._in(self._parent)
            for each in alert.all() if alert else ():
                if each.role == "button" and each.name == button:
                    return each.press()
        except Gone:
            pass

    @staticmethod
    def _in(parent):
        return next((child for child in parent.children if child.role == "alert"), None)

    def _search(self, control):
        if control is None:
            return None
        found = self._in(control)
        if found:
            self._parent = control
            return found
        return next(filter(None, map(self._search, control.children)), None)
