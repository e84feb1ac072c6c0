# SPDX-License-Identifier: GPL-3.0-or-later
"""Every state of the window, at each size, size of letters, language and contrast: it can be read, heard and hit, and
nothing of it is cut.

The states are those of Tests/States. The camera looks at a white wall: nothing is harder to read over. One program shows
all states of a view one after the other; the last words of a failure name each that has a fault.

`make screenshots` runs it, and keeps a picture of each state in .build/screenshots, for a person to look at.
"""

import re
import time
from collections import namedtuple
from pathlib import Path

import pytest
from PIL import Image

from harness import legibility, processes, states
from harness.accessible import Gone
from harness.waiting import wait_for

SCREENSHOTS = Path(__file__).resolve().parents[2] / ".build/screenshots"
SCENE = Path(__file__).resolve().parents[2] / "data/scene/room.png"

#: size: of the window, in logical pixels. letters: in percent. contrast: what all words have at least. fronts: which states.
View = namedtuple("View", "size letters language contrast fronts", defaults=(100, "C", 4.5, ("window", "dialog", "menu")))
VIEWS = {
    "desktop": View((960, 708)),
    "telephone": View((360, 640)),
    "letters twice as large": View((1024, 768), 200),
    "small, German, large letters": View((360, 480), 150, "de", fronts=("window",)),
    "telephone, German, large letters": View((360, 640), 150, "de"),
    "flat, German, large letters": View((640, 480), 150, "de", fronts=("window", "dialog")),
    "high contrast": View((960, 708), contrast=7),
}
#: Logical pixels, the least that a finger needs.
FINGER = 44
TARGETS = ("button", "slider", "switch", "check box", "combo box", "text box")
#: GTK's names of controls without a name of their own: their types.
TYPE = re.compile(r"(Gtk|Adw|Gdk)[A-Z]\w+")
#: The buttons of questions and panels, to which Tab leads.
REACHED = {
    "camera-question": ["Don't Allow", "Allow"],
    "camera-not-decided": ["Allow Camera…"],
    "camera-denied": ["Open Settings", "Something wrong?"],
    "camera-restricted": ["Open Settings"],
    "library-question": ["Don't Allow", "Choose Folder…", "Allow"],
    "privacy": ["Camera Access", "Photo Library Access", "Scan Screenshots"],
    "privacy-denied": ["Camera Access", "Photo Library Access", "Scan Screenshots"],
    "privacy-limited": ["Camera Access", "Photo Library Access", "Scan Screenshots"],
    "code-suspicious-link": ["Copy", "Open…", "Full Text"],
    "something-wrong": ["Copy Report", "Check Again"],
}
#: Menus with more in them than items.
PANELS = ("menu-aids", "menu-presets", "menu-more", "video-sound", "library-limited-menu")
#: Faults that are known, by state and view: each is to be mended, and taken out here.
SMALL_GERMAN = ["small, German, large letters", "telephone, German, large letters"]
KNOWN = {
    # The number lies over the zoom's buttons.
    "countdown": ["telephone", *SMALL_GERMAN],
    # With its buttons the card is higher and wider than a small window.
    "photo-folder-missing": [*SMALL_GERMAN, "flat, German, large letters"],
    # The message is wider than the window; in high contrast its button has libadwaita's 6.2:1.
    "photo-thrown-away": [*SMALL_GERMAN, "high contrast"],
}
#: Seconds until what unfolds or fades has come to its end.
_SETTLED = 10


@pytest.fixture
def program(request, desktop):
    """Starts the program in a view."""
    started = []

    def start(view):
        env, words = {}, ["--size={}x{}".format(*view.size)]
        if request.config.option.screenshots:
            words.append(f"--picture={SCENE}")
        if view.language == "de":
            env |= request.getfixturevalue("german")
        if view.contrast > 4.5:
            env["ADW_DEBUG_HIGH_CONTRAST"] = "1"
        # If no desktop sets the size of letters, GTK takes it from the X resources.
        processes.output(["xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER",
                          f"Xft.dpi:\t{96 * view.letters // 100}\n"], desktop.env)
        app = states.States(desktop, words, env)
        started.append(app)
        return app
    yield start
    for app in started:
        app.end()
        assert not app.complaints(), app.complaints()


@pytest.mark.long
@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_it_can_be_read_heard_and_hit(request, program, view):
    option = request.config.option
    app = program(view)
    found = []
    for state in states.every():
        if state.front not in view.fronts or option.state not in (None, state.name):
            continue
        begun, faults = time.monotonic(), []
        try:
            app.show(state)
            shown = Looked(app, state, view)
            faults += shown.faults()
            if option.screenshots:
                shown.keep(request.node.callspec.id)
        except (AssertionError, Gone) as error:
            faults.append(str(error).splitlines()[0])
            assert app.is_running, "\n".join(found + faults)
        print(f"{time.monotonic() - begun:5.1f} s  {state.name}", *faults, sep="\n        ", flush=True)
        if request.node.callspec.id not in KNOWN.get(state.name, ()):
            found += [f"{state.name}: {fault}" for fault in faults]
    assert not found, f"{len(found)} faults\n" + "\n".join(found)


class Looked:
    """A state that is shown, as it looks in a view."""

    def __init__(self, app, state, view):
        self._app, self._state, self._view = app, state, view
        look = {"window": legibility.main, "dialog": legibility.front, "menu": legibility.popup}[state.front]
        self._shown = look(app)

    def faults(self):
        """In words."""
        checks = [self._faint, self._cut, self._badly_named, self._own_faults]
        if self._view.letters == 100 and self._state.front != "menu":
            checks.append(self._small)
        if self._view.language == "C" and self._state.name in REACHED:
            checks.append(self._unreached)
        end = time.monotonic() + _SETTLED
        return [fault for check in checks for fault in _lasting(check, end)]

    def keep(self, view):
        """A picture, and the weakest contrast of its words."""
        folder = SCREENSHOTS / view.replace(", ", "-").replace(" ", "-")
        folder.mkdir(parents=True, exist_ok=True)
        Image.fromarray(self._shown.pixels()).save(folder / f"{self._state.name}.png")
        words, least = min(self._shown.contrasts().items(), key=lambda item: item[1])
        with (SCREENSHOTS / "contrast.txt").open("a") as table:
            table.write(f"{least:5.1f}  {folder.name}/{self._state.name}: {words}\n")

    def _faint(self):
        # In panels, words that are scrolled half away have no contrast of their own.
        if self._state.name in PANELS:
            return []
        contrasts = self._shown.contrasts()
        faint = {words: round(value, 1) for words, value in contrasts.items() if value < self._view.contrast}
        return [f"contrast: {faint}"] if faint or not contrasts else []

    def _cut(self):
        """What is not whole in its window."""
        if self._state.front == "menu":
            cut = self._shown.cut(is_scrolled=True)
            return [f"cut: {cut}"] if cut else []
        if self._state.front == "window":
            cut = set(self._shown.beyond().items()) | set(self._narrow_words())
        else:
            cut = self._shown.outside()
        return [f"cut: {cut}"] if cut else []

    def _narrow_words(self):
        """Dials that are narrower than their words."""
        for each in self._shown.root.survey():
            if not each.control.has_role("slider"):
                continue
            left, _, wide, _ = each.control.extents
            words = [part.control.extents for part in each.parts if part.control.has_role("label")]
            if not all(left <= x and x + w <= left + wide for x, _, w, _ in words):
                yield f"{each.name} is narrower than its words"

    def _own_faults(self):
        """What only this state can have."""
        name, shown = self._state.name, self._shown
        if name == "preferences" and self._view.language == "de":
            # A letter takes at least five pixels; what is cut to one and an ellipsis has less for all of them.
            labels = [self._app.find(words, "label") for words in ("Standard", "Automatisch")]
            return [f"{label} is cut" for label in labels if label.extents[2] < 5 * len(label.name)]
        if name == "menu-presets" and self._view.language == "de":
            left, _, _, bottom = shown._area(self._app.find("Speichern", "button"))
            is_apart = shown.pixels()[bottom + 6, left + 10].max() > 20
            return [] if is_apart else ["the button touches the panel's edge"]
        if name == "last-photo" and self._view.contrast > 4.5:
            left, top, right, bottom = shown._area(self._app.button("Last Photo"))
            edge = shown.pixels()[(top + bottom) // 2, left - 3:left + 1].min(axis=1).max()
            return [] if edge == 255 else [f"the last photo has no white edge, but one of {edge}"]
        return []

    def _badly_named(self):
        """Everything that takes the keyboard says what it is, once: a screen reader reads name, role and description."""
        found = [f"nameless: {each}" for each in self._shown.nameless()]
        for each in self._app.everything():
            if "focusable" not in each.states:
                continue
            try:
                name, description = each.control.name, each.control.description
                if not name or TYPE.fullmatch(name):
                    found.append(f"{each.control.role} “{name}” has no name; in it: "
                                 + ", ".join(sorted({part.name for part in each.parts[1:] if part.name})))
                elif name == description:
                    found.append(f"{each.control.role} “{name}” says it twice")
            except Gone:
                continue
        return sorted(set(found))

    def _small(self):
        """The targets in front that are too small for a finger."""
        root = self._shown.root
        _, _, wide, high = root.extents
        found = []
        for each in root.survey():
            try:
                if not {"focusable", "sensitive"} <= each.states or not each.control.has_role(TARGETS):
                    continue
                left, top, width, height = each.control.extents
                # Widgets that are scrolled away or on another page are no targets now.
                is_whole = width and left >= 0 and top >= 0 and left + width <= wide and top + height <= high
                if is_whole and root.hits(each.control, left + width // 2, top + height // 2) \
                        and not _is_hit(root, each.control):
                    found.append(f"{each.control} is {width}x{height}")
            except Gone:
                continue
        return found

    def _unreached(self):
        for each in REACHED[self._state.name]:
            self._app.person.tab_to(each)
        return []


def _is_hit(root, control):
    """Whether a click 21 pixels from its middle, on all sides, is a click on it."""
    left, top, width, height = control.extents
    x, y, reach = left + width // 2, top + height // 2, FINGER // 2 - 1
    return all(root.hits(control, x + across, y + down)
               for across, down in ((-reach, 0), (reach, 0), (0, -reach), (0, reach)))


def _lasting(check, end):
    """The faults that are still there at this time, when everything has come to rest."""
    while True:
        try:
            faults = check()
        except Gone as error:
            faults = [f"{check.__name__}: {error}"]
        if not faults or time.monotonic() > end:
            return faults
        time.sleep(0.05)


def test_the_list_has_each_state_once():
    names = [state.name for state in states.every()]
    assert len(names) == len(set(names)) >= 60
    assert set(REACHED) <= set(names)


def test_a_faint_word_is_named(program):
    """The checks can fail: no window has this much contrast."""
    app = program(VIEWS["desktop"])
    state, = [each for each in states.every() if each.name == "auto"]
    app.show(state)
    assert wait_for(lambda: Looked(app, state, View((960, 708), contrast=22)).faults(), "faults")
