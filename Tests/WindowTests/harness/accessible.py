# SPDX-License-Identifier: GPL-3.0-or-later
"""The controls on the screen as a screen reader sees them: AT-SPI, spoken directly over its D-Bus.

libatspi keeps one connection for the life of a process, so it can't follow tests that each have a bus of their own.
"""

import ast
import re
from collections import defaultdict, namedtuple

from gi.repository import Gio, GLib

_PREFIX = "org.a11y.atspi."
_ROOT = "/org/a11y/atspi/accessible/root"
_CACHE = "/org/a11y/atspi/cache"
#: GTK's name for a popover without a role of its own, and the number of the role of menus.
_POPOVER, _MENU_ROLE = "GtkPopover", 33
_OVERLAY = "GtkOverlay"
_STATES = {1: "active", 4: "checked", 8: "enabled", 11: "focusable", 12: "focused", 20: "pressed",
           23: "selected", 24: "sensitive", 25: "showing", 30: "visible"}
_WINDOW_COORDINATES = 1
#: Newer GTK tells these from other buttons, and check buttons of a group from others.
_ROLES_BEFORE = {"toggle button": "button", "radio": "checkbox"}
#: The roles of the items of a menu, by their numbers: check, plain and radio items.
_MENU_ITEM_ROLES = (8, 35, 45)
_LABELLED_BY = 2
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
        #: The roles of controls, which never change, by their program and path.
        self.roles = {}
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
        return self.ask(name, path, interface, method, arguments).unpack()

    def ask(self, name, path, interface, method, arguments=None):
        """The answer as a variant."""
        return self._connection.call_sync(name, path, interface, method, arguments, None,
                                          Gio.DBusCallFlags.NONE, _TIMEOUT_MS, None)

    def listen(self, interface, note):
        """Calls note(control, member, arguments) for each event; see `ignore`."""
        # Newer GTK reports changes only if the registry knows of a listener.
        self.call(_PREFIX + "Registry", "/org/a11y/atspi/registry", _PREFIX + "Registry", "RegisterEvent",
                  GLib.Variant("(sass)", ("Object:PropertyChange:", [], "")))
        return self._connection.signal_subscribe(
            None, interface, None, None, None, Gio.DBusSignalFlags.NONE,
            lambda _bus, sender, path, _interface, member, arguments: note(Accessible(self, sender, path), member,
                                                                           arguments.unpack()))

    def ignore(self, listener):
        self._connection.signal_unsubscribe(listener)

    def _driver(self, method, arguments):
        return self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, arguments)


class Accessible:
    """One control. Every question but that for the role is asked anew, so that no answer is stale.

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
        name = self._property("Accessible", "Name")
        if name or not self.role.endswith("menu item"):
            return name
        # Newer GTK names an item of a menu by the text of a label that has no place in the tree.
        relations = dict(self.call("Accessible", "GetRelationSet")[0])
        whole = GLib.Variant("(ii)", (0, -1))
        return " ".join(Accessible(self._bus, *label).call("Text", "GetText", whole)[0]
                        for label in relations.get(_LABELLED_BY, []))

    @property
    def description(self):
        return self._property("Accessible", "Description")

    @property
    def value_in_words(self):
        """What a slider's value is called; its description where GTK exports no such text."""
        try:
            return self._property("Value", "Text")
        except Gone:
            return self.description

    @property
    def role(self):
        key = self._name, self._path
        if key not in self._bus.roles:
            role = self.call("Accessible", "GetRoleName")[0]
            self._bus.roles[key] = _ROLES_BEFORE.get(role, role)
        return self._bus.roles[key]

    def has_role(self, role):
        """Whether it is still there and has this role, or one of these."""
        try:
            return self.role in ((role,) if isinstance(role, str) else role)
        except Gone:
            return False

    @property
    def states(self):
        return _states(*self.call("Accessible", "GetState")[0])

    @property
    def children(self):
        return [Accessible(self._bus, name, path) for name, path in self.call("Accessible", "GetChildren")[0]]

    @property
    def extents(self):
        """(left, top, width, height) in the window, in logical pixels."""
        return self.call("Component", "GetExtents", GLib.Variant("(u)", (_WINDOW_COORDINATES,)))[0]

    @property
    def parent(self):
        return Accessible(self._bus, *self._property("Accessible", "Parent"))

    @property
    def actions(self):
        if _PREFIX + "Action" not in self.call("Accessible", "GetInterfaces")[0]:
            return []
        return [name for name, *_ in self.call("Action", "GetActions")[0]]

    def at(self, x, y):
        """The control that gets a click at these coordinates of this window; None if there is none."""
        arguments = GLib.Variant("(iiu)", (x, y, _WINDOW_COORDINATES))
        name, path = self.call("Component", "GetAccessibleAtPoint", arguments)[0]
        return None if path.endswith("/null") else Accessible(self._bus, name, path)

    def hits(self, control, x, y):
        """Whether a click there goes to a control, or to something in it."""
        found = self.at(x, y)
        if found is None:
            # GTK finds nothing at the place of an icon, which means nothing to a screen reader.
            left, top, width, height = control.extents
            return left <= x <= left + width and top <= y <= top + height
        # Purely visual widgets have parents, but are not among their children.
        while found != control and found.role != "application":
            found = found.parent
        return found == control

    def press(self):
        """Does what the control is for."""
        assert self.press_where_possible(), f"{self} refused its action"

    def press_where_possible(self):
        """The same; false if it can't be pressed now, and nothing happens."""
        return self.call("Action", "DoAction", GLib.Variant("(i)", (0,)))[0]

    def survey(self):
        """This control and everything in it as they are now, parents first: a list of Seen."""
        return Snapshot(self._bus, self._name).below(self._path)

    def all(self):
        """The same, without names and states."""
        return [each.control for each in self.survey()]

    def outline(self, indent=0):
        """The tree in text, for people."""
        try:
            line = f"{'  ' * indent}{self!r} {sorted(self.states)}\n"
            return line + "".join(child.outline(indent + 1) for child in self.children)
        except Gone:
            return f"{'  ' * indent}(gone)\n"


class Seen:
    """A control, with its name and states at one moment."""

    def __init__(self, snapshot, path, control, name, states):
        self._snapshot, self._path = snapshot, path
        self.control, self.name, self.states = control, name, states

    @property
    def parts(self):
        """It and everything in it at that moment, parents first."""
        return self._snapshot.below(self._path)


_Item = namedtuple("_Item", "parent index count interfaces name role states")
_TEXT = r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
#: A control in GVariant's text: its path, its parent's, its place there, how many children it has, …
_ROW = re.compile(rf"\(\('[^']*', '([^']*)'\), \('[^']*', '[^']*'\), \('[^']*', '([^']*)'\), (-?\d+), (\d+), "
                  rf"\[([^]]*)\], {_TEXT}, (\d+), {_TEXT}, \[(\d+), (\d+)\]\)")


class Snapshot:
    """All controls of a program at one moment.

    GTK lists them in one answer instead of several for each, but only those that some question was about before. Where that
    can't be all, or has what was closed since, the parent is asked for its children.
    """

    def __init__(self, bus, program):
        self._bus, self._program = bus, program
        self._items, self._listed, self._changing = {}, defaultdict(list), ""
        self._read()

    def below(self, path):
        """Everything from this control on, as a list of Seen, parents first. Raises Gone with the program."""
        paths = list(self._paths(path))
        if any(each not in self._items for each in paths):
            self._read()
        return [Seen(self, each, self._control(each), self._name(each), self._items[each].states)
                for each in paths if each in self._items]

    def _name(self, path):
        item = self._items[path]
        if item.name or item.role not in _MENU_ITEM_ROLES:
            return item.name
        try:
            return self._control(path).name
        except Gone:
            return ""

    def _read(self):
        try:
            answer = self._bus.ask(self._program, _CACHE, _PREFIX + "Cache", "GetItems")
        except GLib.Error as error:
            raise Gone(f"the controls of {self._program}: {error.message}") from error
        # As text: taking the variant apart in Python would take ten times as long.
        self._items = {path: _Item(parent, int(index), int(count), interfaces, ast.literal_eval(name), int(role),
                                   _states(int(low), int(high)))
                       for path, parent, index, count, interfaces, name, role, _, low, high
                       in _ROW.findall(answer.print_(False))}
        # Of what comes and goes in one place, what was hidden since may still be listed, and what is shown instead not yet:
        # layers, and in newer GTK, which has no names for them, all boxes.
        self._changing = _OVERLAY if any(item.name == _OVERLAY for item in self._items.values()) else ""
        self._listed.clear()
        for path in sorted(self._items, key=lambda path: self._items[path].index):
            if "visible" in self._items[path].states:
                self._listed[self._items[path].parent].append(path)

    def _control(self, path):
        return Accessible(self._bus, self._program, path)

    def _paths(self, path):
        yield path
        for child in self._children(path):
            yield from self._paths(child)

    def _children(self, path):
        listed = self._children_listed(path)
        is_certain = path in self._items and path != _ROOT and len(listed) == self._items[path].count
        is_certain = is_certain and self._items[path].name != self._changing
        # One that is closed is in the list and not among its parent's children.
        if is_certain and not any(map(self._is_popover, listed)):
            return listed
        try:
            return [child._path for child in self._control(path).children]
        except Gone:
            return []

    def _children_listed(self, path):
        """The pages of a stack are listed between it and its children, but are no controls and have no place."""
        listed = self._listed.get(path, [])
        if any(_PREFIX + "Component" not in self._items[each].interfaces for each in listed):
            return [each for page in listed for each in self._listed.get(page, [])]
        return listed

    def _is_popover(self, path):
        return self._items[path].name == _POPOVER or self._items[path].role == _MENU_ROLE


def _states(low, high):
    bits = low | high << 32
    return {name for bit, name in _STATES.items() if bits >> bit & 1}


def _connect(address):
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    connection = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
    connection.set_exit_on_close(False)
    return connection
