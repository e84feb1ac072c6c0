"""The preferences as a person opens them and reads them."""

from .waiting import wait_for


def open_privacy(app):
    """Opens the preferences by their key and turns to the privacy page."""
    app.person.wait_for_focus()
    app.person.key("ctrl+comma")
    app.find("Preferences", "window")
    app.person.wait_for_dialog()
    tabs = wait_for(lambda: [each for each in app.matching("Privacy") if each.actions], app.outline)
    tabs[0].press()
    app.find("Camera Access", "switch")


def row(app, title):
    """The row of this title: the one with a switch in it."""
    def rows():
        return [each for each in app.matching(title) if any(part.role == "switch" for part in each.all())]
    return wait_for(rows, lambda: f"row “{title}” in\n{app.outline()}")[-1]


def words(app, title):
    """All words in a row, in one text."""
    return " ".join(each.name for each in row(app, title).all() if each.role == "label" and each.name)


def is_on(app, title):
    switch, = [each for each in row(app, title).all() if each.role == "switch"]
    return "checked" in switch.states
