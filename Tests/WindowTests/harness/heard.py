# SPDX-License-Identifier: GPL-3.0-or-later
"""What a screen reader is told without asking: announcements, which GTK has from 4.14 on, and before that new descriptions
of what has the keyboard."""

import contextlib

from gi.repository import GLib

from .accessible import Gone
from .waiting import wait_for

_EVENTS = "org.a11y.atspi.Event.Object"


class Heard:
    """Everything from now on, until it is closed."""

    def __init__(self, app):
        #: What was said, in order.
        self.words = []
        # GTK reports no change of an object that assistive technology has not asked for.
        app.outline()
        self._bus = app.desktop.accessibility
        self._number = self._bus.listen(_EVENTS, self._note)

    def close(self):
        self._bus.ignore(self._number)

    def _note(self, control, member, arguments):
        if member == "Announcement":
            self.words.append(arguments[3])
        elif member == "PropertyChange":
            # Only of what has the keyboard would it be read.
            with contextlib.suppress(Gone):
                if "focused" in control.states:
                    self._note_change(control, arguments)

    def _note_change(self, control, arguments):
        if arguments[0] == "accessible-description" and arguments[3]:
            self.words.append(arguments[3])
        elif arguments[0] == "accessible-value" and control.value_in_words != control.description:
            self.words.append(control.value_in_words)

    def wait_for(self, words):
        """Until this was said, or something that begins with it; forgets what was said up to then, and gives what came
        before it. Newer libadwaita puts words of its own before those of a message."""
        def index():
            while GLib.MainContext.default().iteration(False):
                pass
            return [number for number, said in enumerate(self.words, 1)
                    if said.removeprefix("A toast appeared: ").startswith(words)]
        until = wait_for(index, lambda: f"“{words}” is said, not {self.words}")[0]
        before = self.words[:until - 1]
        del self.words[:until]
        return before
