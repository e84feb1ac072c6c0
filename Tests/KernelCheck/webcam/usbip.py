# SPDX-License-Identifier: GPL-3.0-or-later
"""The USB/IP protocol as it is once a device was imported (Documentation/usb/usbip_protocol.rst of the kernel)."""

import struct
from collections import deque, namedtuple

SUBMIT, UNLINK = 1, 2
_RETURN_SUBMIT, _RETURN_UNLINK = 3, 4
_HEADER = struct.Struct(">IIIII28s")
_SUBMITTED = struct.Struct(">IIIII8s")
_RETURNED = struct.Struct(">iIIII8x")
#: Negative errno of the kernel, as the driver gets them.
STALLED, UNLINKED = -32, -104

#: seqnum: by which it is answered or taken back; is_in: from the device to the host; length: that the host has
#: room for; setup: of a control transfer; data: that the host sends.
Submit = namedtuple("Submit", "seqnum endpoint is_in length setup data")
#: seqnum of this request, and that of the transfer to be taken back.
Unlink = namedtuple("Unlink", "seqnum target")


class Cable:
    """The connection to a host."""

    def __init__(self, socket):
        self._socket = socket
        self._answered = deque(maxlen=256)

    def receive(self):
        """The next request; None when the cable was pulled."""
        header = self._read(_HEADER.size)
        if not header:
            return None
        command, seqnum, _, is_in, endpoint, rest = _HEADER.unpack(header)
        if command == UNLINK:
            return Unlink(seqnum, int.from_bytes(rest[:4], "big"))
        _, length, _, _, _, setup = _SUBMITTED.unpack(rest)
        data = b"" if is_in or not length else self._read(length)
        return Submit(seqnum, endpoint, bool(is_in), length, setup, data)

    def complete(self, submit, data=b""):
        """The transfer was carried out; `data` is what the host gets."""
        length = len(data) if submit.is_in else submit.length
        self._answered.append(submit.seqnum)
        self._send(_RETURN_SUBMIT, submit.seqnum, _RETURNED.pack(0, length, 0, 0, 0) + data)

    def stall(self, submit):
        self._answered.append(submit.seqnum)
        self._send(_RETURN_SUBMIT, submit.seqnum, _RETURNED.pack(STALLED, 0, 0, 0, 0))

    def was_answered(self, seqnum):
        """Whether a transfer is over; as far as any host can still ask."""
        return seqnum in self._answered

    def unlinked(self, unlink, was_pending):
        status = UNLINKED if was_pending else 0
        self._send(_RETURN_UNLINK, unlink.seqnum, _RETURNED.pack(status, 0, 0, 0, 0))

    def _send(self, command, seqnum, rest):
        self._socket.sendall(struct.pack(">IIIII", command, seqnum, 0, 0, 0) + rest)

    def _read(self, length):
        """This many bytes; none when the cable was pulled."""
        parts = []
        while length:
            part = self._socket.recv(length)
            if not part:
                return b""
            parts.append(part)
            length -= len(part)
        return b"".join(parts)
