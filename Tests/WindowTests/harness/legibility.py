# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a window's words can be read and its buttons reached: from pixels, and by the keyboard."""

import contextlib

import numpy

from .accessible import Gone
from .waiting import wait_for


class Shown:
    """A window of the program as it is on the screen: as the display names it, and as accessibility does."""

    def __init__(self, app, window, root):
        self._app, self.window, self.root = app, window, root

    def _geometry(self):
        return self._app.desktop.display.geometry(self.window)

    def resize(self, width, height):
        """Makes the window this large, as a desktop does on a small screen."""
        self._app.desktop.display.resize(self.window, width, height)
        # GTK's own border around the content may come on top.
        wait_for(lambda: self._geometry()[2] <= width + 12, lambda: f"{width}x{height}, not {self._geometry()}")

    def pixels(self):
        return self._app.desktop.screen.shot(self._geometry())

    def _area(self, control, frame=None):
        """(left, top, right, bottom) in the window's pixels, or in these."""
        width, height = frame or self._geometry()[2:]
        _, _, inner_width, inner_height = self.root.extents
        x, y, w, h = control.extents
        left, top = (width - inner_width) // 2 + x, (height - inner_height) // 2 + y
        return left, top, left + w, top + h

    def labels(self, are_pale=False):
        """All words that are in front: not on another page, and not scrolled away. Those of what can't be used now may be
        pale."""
        survey = self.root.survey()
        dials = [each.control.extents for each in survey if each.control.has_role("slider")]
        for each in survey:
            try:
                if each.name and are_pale == ("sensitive" not in each.states) and each.control.role == "label" \
                        and self._is_in_front(each.control, dials):
                    yield each.control
            except Gone:
                continue

    def _is_in_front(self, label, dials):
        x, y, width, height = label.extents
        x, y = x + width // 2, y + height // 2
        found = self.root.at(x, y)
        if found is None:
            # GTK names nothing at the place of a dial, whose words lie on it and not in it.
            return any(holds(dial, x, y) for dial in dials)
        return found == label or (found.has_role("button") and label in found.all())

    def contrasts(self, are_pale=False):
        """The contrast of each label with its background."""
        pixels = self.pixels()
        found = {}
        for label in self.labels(are_pale):
            left, top, right, bottom = self._area(label, pixels.shape[1::-1])
            if left < 0 or top < 0 or right > pixels.shape[1] or bottom > pixels.shape[0] or right - left < 4:
                continue
            found[label.name] = contrast(pixels[top:bottom, left:right])
        return found

    def outside(self):
        """The names of the buttons that are cut off. A dialog has its buttons twice, for wide and for narrow."""
        _, _, width, height = self._geometry()
        whole, cut = set(), set()
        for each in self.root.survey():
            try:
                if "sensitive" not in each.states or each.control.role != "button":
                    continue
                left, _, right, _ = self._area(each.control, (width, height))
                (whole if left >= 0 and right <= width else cut).add(each.name)
            except Gone:
                continue
        return cut - whole

    def beyond(self):
        """The buttons and sliders that are not wholly in the window, with where they are; chips and the tools in their row
        may be outside, as they scroll."""
        _, _, width, height = self.root.extents
        areas, chips = [], set()
        for each in self.root.survey():
            try:
                if "focusable" in each.states and each.control.has_role(("button", "slider")):
                    left, top, wide, high = each.control.extents
                    areas.append((each.name, left, top, wide, high))
                    if each.control.role == "slider":
                        chips.add(top + high // 2)
            except Gone:
                continue
        return {name: (left, top, wide, high) for name, left, top, wide, high in areas
                if wide and (top < 0 or top + high > height or left < 0 or left + wide > width)
                and not any(abs(top + high // 2 - middle) < 22 for middle in chips)}

    def nameless(self):
        """The buttons without a name."""
        return [each.control for each in self.root.survey()
                if not each.name and each.control.role in ("button", "switch")]


def holds(area, x, y):
    """Whether a place is in an area (left, top, width, height)."""
    left, top, width, height = area
    return left <= x < left + width and top <= y < top + height


def luminance(colors):
    """Relative luminance (WCAG 2.1)."""
    value = colors.astype(float) / 255
    value = numpy.where(value <= 0.03928, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    return value @ numpy.array([0.2126, 0.7152, 0.0722])


def contrast(pixels):
    """Of the background, which most pixels have, and of what differs most from it: the core of the letters."""
    flat = pixels.reshape(-1, 3)
    colors, counts = numpy.unique(flat, axis=0, return_counts=True)
    background = luminance(colors[counts.argmax()][None])[0]
    others = luminance(colors)
    ratios = (numpy.maximum(others, background) + 0.05) / (numpy.minimum(others, background) + 0.05)
    return ratios.max()


def front(app):
    """The window that has the keyboard."""
    display = app.desktop.display

    def found():
        window = display.focus()
        title = display.title(window) if window else ""
        roots = [each for each in app.root.children if each.name == title]
        return [Shown(app, window, roots[-1])] if roots else []
    return wait_for(found, lambda: f"a window with the keyboard in\n{app.outline()}")[0]


def main(app):
    """The window with the viewfinder."""
    def found():
        return [each for each in app.root.children if each.name == "Tintype"]
    return Shown(app, app.person.main_window, wait_for(found, "the main window")[-1])


class _Menu(Shown):
    """A menu on X11: a window of its own, in which accessibility counts from where its button is."""

    def _area(self, control, frame=None):
        (left, top, *_), (x, y, width, height) = self.root.extents, control.extents
        return x - left, y - top, x - left + width, y - top + height

    def _is_in_front(self, label, dials):
        return True

    def labels(self, are_pale=False):
        """Newer GTK has no place for the words of most items, but the items'."""
        yield from super().labels(are_pale)
        for each in self.root.survey():
            is_item = each.name and each.control.role.endswith("menu item") and are_pale == ("sensitive" not in each.states)
            if is_item and not any(part.control.role == "label" and part.name for part in each.parts):
                yield each.control

    def cut(self, is_scrolled=False):
        """The words that are not whole in it; where it is scrolled, those that are not whole across."""
        right, bottom = self.root.extents[2:]
        areas = {each.name: self._area(each) for are_pale in (False, True) for each in self.labels(are_pale)}
        return {name: area for name, area in areas.items() if area[0] < 0 or area[2] > right
                or not is_scrolled and (area[1] < 0 or area[3] > bottom)}


def popup(app):
    """The menu or other popover that is open."""
    display = app.desktop.display

    def found():
        areas = {area[2:]: window for window, area in display.areas(app).items() if window != app.person.main_window}
        for each in app.everything() if areas else ():
            with contextlib.suppress(Gone):
                if each.control.extents[2:] in areas:
                    return [_Menu(app, areas[each.control.extents[2:]], each.control)]
        return []
    return wait_for(found, lambda: f"an open popover in\n{app.outline()}")[0]
