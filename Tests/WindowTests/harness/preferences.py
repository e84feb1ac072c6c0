# SPDX-License-Identifier: GPL-3.0-or-later
"""The preferences as a person opens them and reads them."""

from .waiting import wait_for

#: What the preferences are: a window, or with newer libadwaita a dialog within one.
ROLES = ("window", "dialog")


def open_privacy(app):
    """Opens the preferences by their key and turns to the privacy page."""
    app.person.wait_for_focus()
    app.person.key("ctrl+comma")
    app.find("Preferences", ROLES)
    app.person.wait_for_dialog()
    tabs = wait_for(lambda: [each for each in app.matching("Privacy") if each.actions], app.outline)
    tabs[0].press()
    # Unlike those of permissions, this switch is there before any answer.
    switch = app.find("Scan Latest Screenshot", "switch")
    # A page that is not turned to yet is there, but has no size, and its buttons do nothing.
    wait_for(lambda: switch.extents[2] > 0, "the page is turned to")


def row(app, title):
    """The row of this title as it is now: the one with a switch in it, or a button."""
    def rows():
        return [each for each in app.seen(title)
                if any(part.control.has_role(role) for part in each.parts for role in ("switch", "button"))]
    return wait_for(rows, lambda: f"row “{title}” in\n{app.outline()}")[-1]


def parts(app, title, role):
    """The widget with this role in a row."""
    return [each for each in row(app, title).parts if each.control.has_role(role)]


def words(app, title):
    """All words in a row, in one text."""
    return " ".join(each.name for each in parts(app, title, "label") if each.name)


def is_on(app, title):
    switch, = parts(app, title, "switch")
    return "checked" in switch.states
