# SPDX-License-Identifier: GPL-3.0-or-later
"""The sensor: how light and in which colour the scene becomes, with automatics that take some frames."""

from . import controls

#: Exposure time with which the scene is right at gain 0, in the control's unit of 100 µs.
_RIGHT_EXPOSURE = 250
#: The light of the scene: a warm lamp.
_LAMP = 3800
#: Which part of the difference an automatic makes up for in a frame.
_PACE = 0.3
_GAMMA = 2.2


class Sensor:
    """Moves what is automatic, and makes the tables by which values of the scene become values of the picture."""

    def __init__(self, settings):
        self._settings = settings
        # A stream begins as dark as the worst of them.
        self._exposure = 20.0
        self._temperature = 5500.0

    def advance(self):
        """One frame later."""
        settings = self._settings
        if settings["exposure mode"] != controls.MANUAL:
            self._exposure += _PACE * (_RIGHT_EXPOSURE - self._exposure)
            settings.note("exposure", self._exposure)
            settings.note("gain", 0)
        else:
            self._exposure = settings["exposure"]
        if settings["white balance auto"]:
            self._temperature += _PACE * (_LAMP - self._temperature)
            settings.note("white balance", self._temperature)
        else:
            self._temperature = settings["white balance"]

    @property
    def noise(self):
        """Standard deviation, in steps of the picture's 255."""
        return 1 + self._settings["gain"] // 32

    def tables(self):
        """The tables for 0…255, for red, green and blue, one after the other."""
        light = self._exposure / _RIGHT_EXPOSURE * (1 + self._settings["gain"] / 32)
        warm = self._temperature / _LAMP
        return [value for factor in (warm, 1, 1 / warm) for value in self._table(light * factor)]

    def _table(self, light):
        contrast, brightness = self._settings["contrast"] / 128, self._settings["brightness"]
        values = ((value / 255) ** _GAMMA * light for value in range(256))
        shown = (255 * min(1, each) ** (1 / _GAMMA) for each in values)
        return [max(0, min(255, round((each - 128) * contrast + 128 + brightness))) for each in shown]
