# SPDX-License-Identifier: GPL-3.0-or-later
"""The webcam's firmware: answers each transfer, and sends pictures while the driver takes them."""

from collections import deque

from . import controls, descriptors, usbip
from .negotiation import PAYLOAD_SIZE, Negotiation

#: Standard requests (USB 2.0, table 9-4).
_GET_STATUS, _CLEAR_FEATURE, _GET_DESCRIPTOR, _GET_CONFIGURATION, _SET_CONFIGURATION = 0, 1, 6, 8, 9
_GET_INTERFACE, _SET_INTERFACE = 10, 11
_CLASS = 0x20
_END_OF_HEADER, _END_OF_FRAME = 0x80, 2
_ERROR_CODE = 2


class Device:
    """One webcam on one cable. camera: makes the pictures."""

    def __init__(self, cable, camera):
        self._cable = cable
        self._camera = camera
        self._negotiation = Negotiation()
        self._error = 0
        self._transfers = deque()
        self._overtaken = {}
        self._payloads = deque()
        self._frame_id = 0

    def serve(self, request):
        """Deals with one request of the host."""
        if isinstance(request, usbip.Unlink):
            self._unlink(request)
        elif request.seqnum in self._overtaken:
            self._cable.unlinked(self._overtaken.pop(request.seqnum), True)
        elif request.endpoint == descriptors.STREAM_ENDPOINT & 0x0F:
            self._transfers.append(request)
            self._send()
        else:
            self._control(request)

    def _unlink(self, unlink):
        pending = [each for each in self._transfers if each.seqnum == unlink.target]
        for each in pending:
            self._transfers.remove(each)
        if pending or self._cable.was_answered(unlink.target):
            self._cable.unlinked(unlink, bool(pending))
        else:
            # vhci-hcd sends these on another way than transfers, so one can overtake its own. Answered too early it
            # would leave the answer to the transfer unexpected, for which vhci-hcd pulls the cable.
            self._overtaken[unlink.target] = unlink

    def tick(self, now):
        """Sends the frame that is due, if there is one. Returns the seconds until the next; None without a stream."""
        data = self._camera.frame(now)
        # A driver that is too slow misses frames, as with any camera.
        if data and not self._payloads:
            self._frame_id ^= 1
            room = PAYLOAD_SIZE - 2
            parts = [data[start:start + room] for start in range(0, len(data), room)]
            for part in parts:
                flags = _END_OF_HEADER | self._frame_id | (_END_OF_FRAME if part is parts[-1] else 0)
                self._payloads.append(bytes([2, flags]) + part)
        self._send()
        return self._camera.wait(now)

    def _send(self):
        while self._transfers and self._payloads:
            self._cable.complete(self._transfers.popleft(), self._payloads.popleft())

    def _stop(self):
        self._payloads.clear()
        self._camera.stop()

    # Control transfers.

    def _control(self, submit):
        kind, request = submit.setup[0], submit.setup[1]
        value, index, length = (int.from_bytes(submit.setup[at:at + 2], "little") for at in (2, 4, 6))
        try:
            if kind & 0x60 == _CLASS:
                answer = self._video(request, value >> 8, index, submit.data)
                self._error = 0 if (index >> 8, value >> 8) != (0, _ERROR_CODE) else self._error
            else:
                answer = self._standard(request, value, index)
        except controls.Refused as refused:
            self._error = refused.code
            answer = None
        if answer is None:
            self._cable.stall(submit)
        else:
            self._cable.complete(submit, answer[:length] if submit.is_in else b"")

    def _standard(self, request, value, index):
        """The answer; None if there is none."""
        if request == _GET_DESCRIPTOR:
            kind, number = value >> 8, value & 0xFF
            found = {1: descriptors.device, 2: descriptors.configuration, 3: lambda: descriptors.string(number)}
            return found[kind]() if kind in found else None
        if request == _CLEAR_FEATURE and index == descriptors.STREAM_ENDPOINT:
            # How uvcvideo ends a bulk stream.
            self._stop()
        answers = {_GET_STATUS: bytes(2), _GET_CONFIGURATION: bytes([1]), _GET_INTERFACE: bytes(1)}
        silent = (_CLEAR_FEATURE, _SET_CONFIGURATION, _SET_INTERFACE)
        return answers.get(request, b"" if request in silent else None)

    def _video(self, request, selector, index, data):
        entity, interface = index >> 8, index & 0xFF
        if interface == descriptors.STREAMING_INTERFACE:
            return self._stream(request, selector, data)
        if (entity, selector) == (0, _ERROR_CODE):
            return bytes([self._error]) if request == controls.GET_CUR else bytes([1])
        if request == controls.SET_CUR:
            self._camera.controls.set(entity, selector, data)
            return b""
        return self._camera.controls.get(entity, selector, request)

    def _stream(self, request, selector, data):
        if request != controls.SET_CUR:
            return self._negotiation.get(selector, request)
        if self._negotiation.set(selector, data):
            self._payloads.clear()
            self._camera.start(self._negotiation.mode)
        return b""
