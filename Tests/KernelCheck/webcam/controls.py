# SPDX-License-Identifier: GPL-3.0-or-later
"""The webcam's controls: their ranges, their values, and who may write them when."""

from dataclasses import dataclass

#: Entities: the camera terminal and the processing unit.
CAMERA, PROCESSING = 1, 2

#: bmRequestType's requests (UVC 1.1, table A-8).
SET_CUR, GET_CUR, GET_MIN, GET_MAX, GET_RES, GET_LEN, GET_INFO, GET_DEF = 0x01, *range(0x81, 0x88)
#: Modes of automatic exposure: bits, of which one is set.
MANUAL, APERTURE_PRIORITY = 1, 8
#: Values of the error code control (table 4-9).
NOT_READY, WRONG_STATE, OUT_OF_RANGE, UNKNOWN_CONTROL, UNKNOWN_REQUEST = 1, 2, 4, 6, 7
_CAN_GET, _CAN_SET, _DISABLED, _UPDATES_ITSELF = 1, 2, 4, 8


class Refused(Exception):
    """The request fails with this code."""

    @property
    def code(self):
        return self.args[0]


@dataclass
class Control:
    """One control: of an entity, under a selector, announced by a bit; `size` in bytes.

    follows: the name of the automatic that has it, if any.
    """
    entity: int
    selector: int
    bit: int
    size: int
    minimum: int
    maximum: int
    step: int
    default: int
    follows: str = ""
    value: int = 0

    def __post_init__(self):
        self.value = self.default

    def encode(self, number):
        return number.to_bytes(self.size, "little", signed=self.minimum < 0)

    def decode(self, data):
        return int.from_bytes(data[:self.size], "little", signed=self.minimum < 0)


def _make():
    return {
        "exposure mode": Control(CAMERA, 0x02, 1, 1, MANUAL, APERTURE_PRIORITY, MANUAL | APERTURE_PRIORITY,
                                 APERTURE_PRIORITY),
        "exposure priority": Control(CAMERA, 0x03, 2, 1, 0, 1, 1, 0),
        "exposure": Control(CAMERA, 0x04, 3, 4, 3, 2047, 1, 250, "exposure mode"),
        "focus": Control(CAMERA, 0x06, 5, 2, 0, 250, 5, 0, "focus auto"),
        "focus auto": Control(CAMERA, 0x08, 17, 1, 0, 1, 1, 1),
        "brightness": Control(PROCESSING, 0x02, 0, 2, -64, 64, 1, 0),
        "contrast": Control(PROCESSING, 0x03, 1, 2, 0, 255, 1, 128),
        "gain": Control(PROCESSING, 0x04, 9, 2, 0, 255, 1, 0, "exposure mode"),
        "power line": Control(PROCESSING, 0x05, 10, 1, 0, 2, 1, 1),
        "white balance": Control(PROCESSING, 0x0A, 6, 2, 2000, 6500, 1, 4000, "white balance auto"),
        "white balance auto": Control(PROCESSING, 0x0B, 12, 1, 0, 1, 1, 1),
    }


def bitmap(entity, size):
    """The entity's controls, as in its descriptor."""
    return sum(1 << each.bit for each in _make().values() if each.entity == entity).to_bytes(size, "little")


class Controls:
    """All controls, and how requests for them are answered."""

    def __init__(self):
        self._all = _make()

    def __getitem__(self, name):
        return self._all[name].value

    def note(self, name, value):
        """An automatic has moved this: brought to the nearest value that there is."""
        control = self._all[name]
        steps = round((value - control.minimum) / control.step)
        control.value = max(control.minimum, min(control.maximum, control.minimum + steps * control.step))

    def is_automatic(self, name):
        follows = self._all[name].follows
        return bool(follows) and self[follows] != (MANUAL if follows == "exposure mode" else 0)

    def get(self, entity, selector, request):
        """The bytes that answer a request."""
        name, control = self._find(entity, selector)
        if request == GET_INFO:
            follows = _UPDATES_ITSELF | (_DISABLED if self.is_automatic(name) else 0) if control.follows else 0
            return bytes([_CAN_GET | _CAN_SET | follows])
        if request == GET_LEN:
            return control.size.to_bytes(2, "little")
        numbers = {GET_CUR: control.value, GET_MIN: control.minimum, GET_MAX: control.maximum, GET_RES: control.step,
                   GET_DEF: control.default}
        if request not in numbers:
            raise Refused(UNKNOWN_REQUEST)
        return control.encode(numbers[request])

    def set(self, entity, selector, data):
        name, control = self._find(entity, selector)
        value = control.decode(data)
        if self.is_automatic(name):
            raise Refused(WRONG_STATE)
        is_mode = name == "exposure mode"
        if not control.minimum <= value <= control.maximum or is_mode and value not in (MANUAL, APERTURE_PRIORITY):
            raise Refused(OUT_OF_RANGE)
        control.value = value

    def _find(self, entity, selector):
        for name, control in self._all.items():
            if (control.entity, control.selector) == (entity, selector):
                return name, control
        raise Refused(UNKNOWN_CONTROL)
