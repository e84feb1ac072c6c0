# SPDX-License-Identifier: GPL-3.0-or-later
"""The lens: a motor that takes its time, and things that are sharp where it stands right for them."""

#: Steps of the focus control a second: most webcams cross their range in about half a second.
_SPEED = 450
#: Blur in pixels of a 720 pixels high picture, for each step away.
_BLUR = 0.09
_LARGEST_BLUR = 14

#: The motor's positions for the left and the right half of the picture.
LEFT, RIGHT = 60, 190


class Lens:
    """position: where the motor stands, in steps of the control."""

    def __init__(self):
        self.position = 0.0
        self._time = None

    def move(self, target, now):
        """Moves towards a step, as far as the time since the last call allows."""
        way = _SPEED * (now - self._time) if self._time is not None else 0
        self._time = now
        self.position += max(-way, min(way, target - self.position))

    def blur(self, best):
        """How much what is sharp at the step `best` is blurred: pixels of a 720 pixels high picture."""
        return min(_LARGEST_BLUR, abs(self.position - best) * _BLUR)
