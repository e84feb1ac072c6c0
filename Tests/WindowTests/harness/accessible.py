"""The controls on the screen as a screen reader sees them: AT-SPI, spoken directly over its D-Bus.

libatspi keeps one connection for the life of a process, so it can't follow tests that each have a bus of their own.
"""

from gi.repository import Gio, GLib

_PREFIX = "org.a11y.atspi."
_ROOT = "/org/a11y/atspi/accessible/root"
_STATES = {1: "active", 4: "checked", 8: "enabled", 11: "focusable", 12: "focused", 20: "pressed",
           23: "selected", 24: "sensitive", 25: "showing", 30: "visible"}
_WINDOW_COORDINATES = 1
_TIMEOUT_MS = 20000


class Gone(Exception):
    """The control, or its program, is not there any more."""


class AccessibilityBus:
    """The bus that programs and assistive technologies share."""

    def __init__(self, session_address):
        session = _connect(session_address)
        address, = session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None,
                                     Gio.DBusCallFlags.NONE, _TIMEOUT_MS, None).unpack()
        session.close_sync(None)
        self._connection = _connect(address)
        self._driver("StartServiceByName", GLib.Variant("(su)", ("org.a11y.atspi.Registry", 0)))

    def close(self):
        self._connection.close_sync(None)

    def application(self, pid):
        """The program with this process id; None while it has not shown up."""
        for name, path in Accessible(self, _PREFIX + "Registry", _ROOT).call("Accessible", "GetChildren")[0]:
            try:
                if self._driver("GetConnectionUnixProcessID", GLib.Variant("(s)", (name,)))[0] == pid:
                    return Accessible(self, name, path)
            except GLib.Error:
                continue
        return None

    def outline(self):
        """All programs and their controls in text, for people."""
        return Accessible(self, _PREFIX + "Registry", _ROOT).outline()

    def call(self, name, path, interface, method, arguments=None):
        return self._connection.call_sync(name, path, interface, method, arguments, None,
                                          Gio.DBusCallFlags.NONE, _TIMEOUT_MS, None).unpack()

    def _driver(self, method, arguments):
        return self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, arguments)


class Accessible:
    """One control. Every question is asked anew, so that no answer is stale.

    Raises Gone where the control has gone.
    """

    def __init__(self, bus, name, path):
        self._bus, self._name, self._path = bus, name, path

    def __eq__(self, other):
        return (self._name, self._path) == (other._name, other._path)

    def __hash__(self):
        return hash((self._name, self._path))

    def __repr__(self):
        return f"{self.role} “{self.name}”"

    def call(self, interface, method, arguments=None):
        try:
            return self._bus.call(self._name, self._path, _PREFIX + interface, method, arguments)
        except GLib.Error as error:
            raise Gone(f"{interface}.{method} of {self._path}: {error.message}") from error

    def _property(self, interface, name):
        try:
            return self._bus.call(self._name, self._path, "org.freedesktop.DBus.Properties", "Get",
                                  GLib.Variant("(ss)", (_PREFIX + interface, name)))[0]
        except GLib.Error as error:
            raise Gone(f"{name} of {self._path}: {error.message}") from error

    @property
    def name(self):
        return self._property("Accessible", "Name")

    @property
    def description(self):
        return self._property("Accessible", "Description")

    @property
    def role(self):
        return self.call("Accessible", "GetRoleName")[0]

    @property
    def states(self):
        low, high = self.call("Accessible", "GetState")[0]
        bits = low | high << 32
        return {name for bit, name in _STATES.items() if bits >> bit & 1}

    @property
    def children(self):
        return [Accessible(self._bus, name, path) for name, path in self.call("Accessible", "GetChildren")[0]]

    @property
    def extents(self):
        """(left, top, width, height) in the window, in logical pixels."""
        arguments = GLib.Variant("(u)", (_WINDOW_COORDINATES,))
        return self.call("Component", "GetExtents", arguments)[0]

    @property
    def actions(self):
        return [name for name, *_ in self.call("Action", "GetActions")[0]]

    def at(self, x, y):
        """What gets a click at these coordinates of the window; None where nothing does."""
        arguments = GLib.Variant("(iiu)", (x, y, _WINDOW_COORDINATES))
        name, path = self.call("Component", "GetAccessibleAtPoint", arguments)[0]
        return None if path.endswith("/null") else Accessible(self._bus, name, path)

    def hits(self, control, x, y):
        """Whether a click there goes to a control, or to something in it."""
        found = self.at(x, y)
        if found is None:
            # Icons mean nothing to a screen reader, so GTK names nothing where they are.
            left, top, width, height = control.extents
            return left <= x <= left + width and top <= y <= top + height
        return found in list(control.all())

    def press(self):
        """Does what the control is for."""
        assert self.call("Action", "DoAction", GLib.Variant("(i)", (0,)))[0], f"{self} refused its action"

    def all(self):
        """This control and everything in it that is still there, parents first."""
        yield self
        try:
            children = self.children
        except Gone:
            return
        for child in children:
            yield from child.all()

    def outline(self, indent=0):
        """The tree in text, for people."""
        try:
            line = f"{'  ' * indent}{self!r} {sorted(self.states)}\n"
            return line + "".join(child.outline(indent + 1) for child in self.children)
        except Gone:
            return f"{'  ' * indent}(gone)\n"


def _connect(address):
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    connection = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
    connection.set_exit_on_close(False)
    return connection
