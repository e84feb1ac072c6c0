# SPDX-License-Identifier: GPL-3.0-or-later
"""The person: mouse and keyboard, as the display would report them from real devices."""

import time

from .waiting import wait_for


#: Seconds for which a finger stays on a button or key.
_HOLD = 0.06
#: Seconds for which a question ignores keys, and a little more.
_HASTE = 0.7
#: Seconds for which something stays where it is before a person aims at it: several pictures of an unfolding panel.
_STILL = 0.15


class Person:
    """In front of one program's windows. Positions are logical pixels in the window, as accessibility tells them."""

    def __init__(self, app):
        self._app = app

    @property
    def _display(self):
        return self._app.desktop.display

    def do(self, *words):
        """Keys and mouse in the words of xdotool, whatever the display."""
        self._display.hands(*words)

    # Windows.

    @property
    def main_window(self):
        """The display's name of the window with the viewfinder."""
        def titled():
            return self._display.windows(self._app, "Tintype")
        # A tooltip has its window's title on X11, but is made after it.
        return wait_for(titled, "the main window appears")[0]

    def has_window(self):
        return bool(self._display.windows(self._app))

    def geometry(self):
        """(left, top, width, height) of the main window in device pixels."""
        return self._display.geometry(self.main_window)

    def resize(self, width, height):
        """Sets the main window's size, in device pixels."""
        self._display.resize(self.main_window, width, height)
        wait_for(lambda: self.geometry()[2:] == (width, height), f"the window is {width}x{height}")

    def move_window(self, left, top):
        self._display.move(self.main_window, left, top)
        wait_for(lambda: self.geometry()[:2] == (left, top), f"the window is at {left}, {top}")

    def wait_for_focus(self):
        """Waits until the main window has the keyboard."""
        wait_for(lambda: self._display.focus() == self.main_window, "the window gets the keyboard")

    def wait_for_dialog(self):
        """Waits until another window of the program, or a dialog within this one, has the keyboard."""
        def has_dialog():
            window = self._display.focus()
            if window != self.main_window:
                return window in self._display.windows(self._app)
            return any("focused" in part.states for role in ("dialog", "alert dialog")
                       for each in self._app.seen(role=role) for part in each.parts)
        wait_for(has_dialog, "a dialog gets the keyboard")

    def leave_and_return(self):
        """Puts the main window away and takes it out again, as when something else was looked at meanwhile."""
        window = self.main_window
        self._display.minimize(window)
        wait_for(lambda: self._display.focus() != window, "the window is left")
        self._display.restore(window)
        self.wait_for_focus()

    def minimize(self):
        self._minimized = self.main_window
        self._display.minimize(self._minimized)

    def restore(self):
        """Brings back the window that was minimized; hidden windows are not found by their title."""
        self._display.restore(self._minimized)

    def go_to_workspace(self, number):
        self._display.go_to_workspace(number)

    # Keyboard.

    def key(self, *keys):
        """Presses and releases keys or chords such as "ctrl+q" in the active window."""
        self.do("key", *keys)

    def answer(self, heading, key):
        """Answers a question by a key, as soon as keys count: a new question ignores them at first."""
        def is_gone():
            if self._app.shows(heading):
                self.key(key)
            return not self._app.shows(heading)
        self.wait_for_dialog()
        wait_for(is_gone, f"{key} answers “{heading}”", interval=0.1)

    def hold(self, key, seconds):
        """Holds a key down; the server repeats it meanwhile."""
        self.do("keydown", key, "sleep", seconds, "keyup", key)

    def down(self, *keys):
        """Presses keys and keeps them down."""
        for key in keys:
            self.do("keydown", key)

    def up(self, *keys):
        for key in keys:
            self.do("keyup", key)

    def tab_to(self, name):
        """Presses Tab until the control of this name has the keyboard."""
        for _ in range(30):
            if self._app.has_keyboard(name):
                return
            before = self._app.focused()

            def moves_on():
                self.key("Tab")
                try:
                    return wait_for(lambda: self._app.focused() != before, "it moves", _HASTE)
                except AssertionError:
                    return False
            # A question that has just appeared ignores keys.
            wait_for(moves_on, "Tab moves the keyboard on")
        raise AssertionError(f"Tab does not get to “{name}”")

    def type(self, text):
        self.do("type", "--delay", 5, text)

    def type_path(self, path):
        """Types a path in GTK's own file dialog, and takes out what newer GTK has completed: some of it stays behind what
        is typed."""
        self.type(str(path))
        self.key("shift+End", "Delete")

    # Mouse.

    def area_on_screen(self, control):
        """The place of a control: (left, top, width, height) in device pixels of the screen.

        Programs know where a control is in its window; only the display knows where the window is.
        """
        left, top, width, height = self.geometry()
        _, _, inner_width, inner_height = self._app.find("Tintype", "window").extents
        scale = self._app.scale
        # On X11 a window has a border of unknown size.
        border_x, border_y = (width - inner_width * scale) // 2, (height - inner_height * scale) // 2
        x, y, w, h = (value * scale for value in control.extents)
        return tuple(round(value) for value in (left + border_x + x, top + border_y + y, w, h))

    def area_once_still(self, control):
        """The place of a control once it has stopped moving: a click would miss one that unfolds, even a person's."""
        seen = None

        def rests():
            nonlocal seen
            now = time.monotonic()
            area = self.area_on_screen(control)
            if not seen or seen[0] != area:
                seen = area, now
            return area[2] > 0 and area[3] > 0 and now - seen[1] >= _STILL

        wait_for(rests, lambda: f"“{control.name}” stays in one place: {seen}")
        return seen[0]

    def point_at(self, control):
        """Moves the pointer to the middle of a control of the main window, once it stays where it is."""
        left, top, width, height = self.area_once_still(control)
        self.do("mousemove", left + width // 2, top + height // 2)

    def click(self, control=None):
        """Clicks a control, or where the pointer is."""
        if control:
            self.point_at(control)
        self.do("click", 1)

    def click_in_menu(self, item):
        """Clicks an item of an open menu on X11: a window of its own, of which accessibility knows no more than the size."""
        menu = item
        while menu.role != "menu":
            menu = menu.parent

        self.click_at(*self._place_in(menu, item))

    def point_in_popover(self, popover, item, across=0):
        """Moves the pointer to the right of the middle of what lies in an open popover on X11."""
        x, y = self._place_in(popover, item)
        self.do("mousemove", round(x + across * self._app.scale), round(y))

    def _place_in(self, popover, item):
        """The middle of an item on the screen, in device pixels."""
        def place():
            size = tuple(length * self._app.scale for length in popover.extents[2:])
            return [area for area in self._display.areas(self._app).values() if area[2:] == size]
        left, top, *_ = wait_for(place, lambda: f"it is on the screen: {popover.extents}")[0]
        (outer_x, outer_y, *_), (x, y, width, height) = popover.extents, item.extents
        scale = self._app.scale
        return left + (x - outer_x + width / 2) * scale, top + (y - outer_y + height / 2) * scale

    def click_at(self, x, y):
        """Clicks a place on the screen, in device pixels."""
        self.do("mousemove", round(x), round(y), "click", 1)

    def take_up(self, slider):
        """Gives a dial or slider the keyboard without turning it."""
        self.click(self._app.find(slider, "slider"))
        wait_for(lambda: self._app.has_keyboard(slider), f"{slider} has the keyboard")

    def button_down(self):
        """Presses the mouse where the pointer is, and keeps it down."""
        self.do("mousedown", 1)

    def button_up(self):
        self.do("mouseup", 1)

    def click_often(self, times, interval):
        """Clicks where the pointer is, some seconds apart, as long as a finger takes."""
        self.do(*["mousedown", 1, "sleep", _HOLD, "mouseup", 1, "sleep", interval - _HOLD] * times)

    def key_often(self, key, times, interval):
        """Presses a key repeatedly, `interval` seconds apart."""
        self.do(*["keydown", key, "sleep", _HOLD, "keyup", key, "sleep", interval - _HOLD] * times)

    def wheel(self, notches, control=None, modifier=None):
        """Turns the wheel over a control, or where the pointer is; upwards is positive."""
        if control:
            self.point_at(control)
        turns = ["click", "--repeat", abs(notches), "--delay", 15, 4 if notches > 0 else 5]
        self.do(*(["keydown", modifier, *turns, "keyup", modifier] if modifier else turns))

    def two_fingers(self, control, across, down=0, steps=10, modifier=None):
        """Moves two fingers on a touchpad by pixels while the pointer is at a control; what they move follows them."""
        if control:
            self.point_at(control)
        step = ["scroll", "--", -across / steps, -down / steps, "sleep", 0.01]
        moves = [*step * steps, "scroll", "--", 0, 0]
        self.do(*(["keydown", modifier, *moves, "keyup", modifier] if modifier else moves))

    def drag(self, control, across, steps=10):
        """Drags a control to the right by pixels."""
        self.point_at(control)
        step = ["mousemove_relative", "--", across // steps, 0, "sleep", 0.01]
        self.do("mousedown", 1, *step * steps, "mouseup", 1)

    def carry(self, control, x, y, steps=20):
        """Drags a control to a place on the screen, in device pixels, and lets go of it there."""
        self.point_at(control)
        left, top, width, height = self.area_on_screen(control)
        across, down = x - left - width // 2, y - top - height // 2
        step = [word for each in range(1, steps + 1) for word in (
            "mousemove", left + width // 2 + across * each // steps, top + height // 2 + down * each // steps,
            "sleep", 0.02)]
        self.do("mousedown", 1, *step, "sleep", _HOLD, "mouseup", 1)

    def double_click(self, control):
        self.point_at(control)
        self.do("click", "--repeat", 2, "--delay", 40, 1)

    def flood(self, control, times):
        """Drags a control to and fro, with `times` movements, as quickly as the server takes them; ends where it began."""
        self.point_at(control)
        there, back = ["mousemove_relative", "--", -3, 0], ["mousemove_relative", "--", 3, 0]
        self.do("mousedown", 1)
        for _ in range(times // 1000):
            self.do(*(there * 10 + back * 10) * 50)
        self.do("mouseup", 1)
