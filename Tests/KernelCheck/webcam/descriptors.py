# SPDX-License-Identifier: GPL-3.0-or-later
"""The webcam's descriptors: USB 2.0 chapter 9, and "USB Device Class Definition for Video Devices" 1.1."""

import struct

from . import controls
from .modes import FORMATS, MJPEG, interval, largest

#: The camera's name, under which Tintype has to list it.
NAME = "Kernel Check Webcam"
STRINGS = {1: "Tintype", 2: NAME, 3: "0001"}

CONTROL_INTERFACE, STREAMING_INTERFACE = 0, 1
STREAM_ENDPOINT = 0x81
PACKET_SIZE = 512

_OUTPUT_TERMINAL = 3
_INTERFACE, _ENDPOINT, _ASSOCIATION, _CLASS_SPECIFIC = 4, 5, 11, 0x24
_VIDEO, _VIDEO_CONTROL, _VIDEO_STREAMING, _COLLECTION = 0x0E, 1, 2, 3
_YUY2_GUID = bytes.fromhex("5955593200001000800000aa00389b71")


def device():
    # Miscellaneous class with an interface association; the vendor is pid.codes, the product one of those for tests.
    return struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0200, 0xEF, 2, 1, 64, 0x1209, 0x0001, 0x0100, 1, 2, 3, 1)


def configuration():
    parts = [_described(_ASSOCIATION, CONTROL_INTERFACE, 2, _VIDEO, _COLLECTION, 0, 2),
             _interface(CONTROL_INTERFACE, 0, _VIDEO_CONTROL), _control(),
             _interface(STREAMING_INTERFACE, 1, _VIDEO_STREAMING), _streaming(),
             # Bulk: one setting, and the payload's size is negotiated.
             _described(_ENDPOINT, STREAM_ENDPOINT, 2, *_two(PACKET_SIZE), 0)]
    body = b"".join(parts)
    return struct.pack("<BBHBBBBB", 9, 2, 9 + len(body), 2, 1, 0, 0x80, 250) + body


def string(index):
    """None if there is no such string."""
    if index == 0:
        return _described(3, *_two(0x0409))
    return _described(3, *STRINGS[index].encode("utf-16-le")) if index in STRINGS else None


def _described(kind, *rest):
    return bytes([2 + len(rest), kind, *rest])


def _two(number):
    return struct.pack("<H", number)


def _four(number):
    return struct.pack("<I", number)


def _interface(number, endpoints, subclass):
    return _described(_INTERFACE, number, 0, endpoints, _VIDEO, subclass, 0, 0)


def _control():
    """The camera terminal, the processing unit behind it, and the way out to the stream."""
    camera = _described(_CLASS_SPECIFIC, 2, controls.CAMERA, *_two(0x0201), 0, 0, *bytes(6), 3,
                        *controls.bitmap(controls.CAMERA, 3))
    processing = _described(_CLASS_SPECIFIC, 5, controls.PROCESSING, controls.CAMERA, *_two(0), 2,
                            *controls.bitmap(controls.PROCESSING, 2), 0, 0)
    output = _described(_CLASS_SPECIFIC, 3, _OUTPUT_TERMINAL, *_two(0x0101), 0, controls.PROCESSING, 0)
    body = camera + processing + output
    header = _described(_CLASS_SPECIFIC, 1, *_two(0x0110), *_two(13 + len(body)), *_four(48_000_000), 1,
                        STREAMING_INTERFACE)
    return header + body


def _streaming():
    body = b"".join(_format(number, each) for number, each in enumerate(FORMATS, 1))
    length = 13 + len(FORMATS) + len(body)
    header = _described(_CLASS_SPECIFIC, 1, len(FORMATS), *_two(length), STREAM_ENDPOINT, 0, _OUTPUT_TERMINAL, 0, 0, 0,
                        1, *bytes(len(FORMATS)))
    return header + body


def _format(number, each):
    if each.name == MJPEG:
        head = _described(_CLASS_SPECIFIC, 6, number, len(each.frames), 1, 1, 0, 0, 0, 0)
    else:
        head = _described(_CLASS_SPECIFIC, 4, number, len(each.frames), *_YUY2_GUID, 16, 1, 0, 0, 0, 0)
    frames = [_frame(7 if each.name == MJPEG else 5, index, *frame) for index, frame in enumerate(each.frames, 1)]
    # sRGB primaries and curve, BT.601 matrix.
    return head + b"".join(frames) + _described(_CLASS_SPECIFIC, 13, 1, 1, 4)


def _frame(kind, number, size, rates):
    bits = largest(size) * 8
    fields = struct.pack("<HHIIIIB", *size, bits * rates[-1], bits * rates[0], largest(size), interval(rates[0]),
                         len(rates))
    return _described(_CLASS_SPECIFIC, kind, number, 0, *fields, *b"".join(_four(interval(rate)) for rate in rates))
