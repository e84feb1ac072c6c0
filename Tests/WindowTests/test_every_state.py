# SPDX-License-Identifier: GPL-3.0-or-later
"""Every state of the window, at each size, size of letters, language and contrast: it is what its name says, can be read,
heard and hit, and nothing of it is cut.

The states are those of Tests/States. The camera looks at a white wall: nothing is harder to read over. A program shows a
third of the states of a view one after the other; the last words of a failure name each that has a fault.

`make screenshots` runs it with `--screenshots`, which keeps a picture of each state in .build/screenshots, for a person to
look at. `--state NAME` looks at one.
"""

import re
import time
from collections import namedtuple
from pathlib import Path

import pytest
from PIL import Image

from harness import legibility, preferences, processes, states
from harness.accessible import Gone
from harness.waiting import wait_for

SCREENSHOTS = Path(__file__).resolve().parents[2] / ".build/screenshots"
SCENE = Path(__file__).resolve().parents[2] / "data/scene/room.png"
#: The program's words in German, but for those with a number or a name in them.
GERMAN = dict(re.findall(r'^msgid "(.+)"\nmsgstr "(.+)"$',
                         (Path(__file__).resolve().parents[2] / "po/de.po").read_text(encoding="utf-8"), re.MULTILINE))

#: size: of the window, in logical pixels. letters: in percent. contrast: what all words have at least. fronts: which states.
View = namedtuple("View", "size letters language contrast fronts", defaults=(100, "C", 4.5, ("window", "dialog", "menu")))
VIEWS = {
    "desktop": View((960, 708)),
    "telephone": View((360, 640)),
    "letters twice as large": View((1024, 768), 200),
    "small, German, large letters": View((360, 480), 150, "de", fronts=("window",)),
    "telephone, German, large letters": View((360, 640), 150, "de"),
    "flat, German, large letters": View((640, 480), 150, "de", fronts=("window",)),
    "high contrast": View((960, 708), contrast=7),
}
#: Of the states of a view: one program for each, so that several can be looked at side by side.
PARTS = 3
#: Of what can't be used now: it may be pale, but is there.
PALE = 1.8
#: Logical pixels: the least that a finger needs, and GTK's edge around a window, which is a part of it without transparency.
FINGER, EDGE = 44, 12
TARGETS = ("button", "slider", "switch", "check box", "combo box", "text box")
#: GTK's names of controls without a name of their own: their types.
TYPE = re.compile(r"(Gtk|Adw|Gdk)[A-Z]\w+")
#: By state what makes it that state: names of controls, or what the viewfinder says; and how they begin, where they go on.
BUTTONS = ["Auto", "Pro", "Main Menu", "Close", "Take Photo", "Self-Timer"]
SHOWN = {
    "camera-question": ["Allow Tintype to use the camera?"],
    "camera-not-decided": ["Camera access needed", "Allow Camera…"],
    "camera-denied": ["Camera access is off", "Open Settings"],
    "camera-restricted": ["The camera is turned off for this whole computer"],
    "camera-restricted-account": ["This account may not use the camera"],
    "library-question": ["Save photos to your library?", "Choose Folder…"],
    "library-limited": ["Few"],
    "camera-denied-scanning": ["To scan codes, Tintype needs the camera", "Open Settings"],
    "camera-denied-recording": ["To record videos, Tintype needs the camera", "Open Settings"],
    "camera-denied-gnome": ["Camera access is off", "Open Settings"],
    "screenshots-question": ["Allow Tintype to look at your latest screenshot?", "Choose Folder…"],
    "screenshots-denied": ["Tintype may not look at your screenshots", "Denied"],
    "screenshots-restricted": ["Scanning screenshots is turned off for this computer", "Restricted"],
    "screenshots-limited": ["Tintype may look into", "Limited", "Allow Screenshots Folder"],
    "screenshots-limited-old": ["Tintype may look into", "Limited", "Scan It Anyway"],
    "screenshots-old": ["No screenshot within the last minute", "Scan It Anyway"],
    "screenshots-none": ["No screenshot was found"], "screenshots-no-code": ["No code in the latest screenshot"],
    "screenshots-unreadable": ["This account may not read the folder of screenshots"],
    "screenshots-turned-off": ["Scanning screenshots is turned off", "Open Settings"],
    "library-limited-menu": ["Choose Another Folder…", "Hide This Sign"],
    "photo-not-allowed": ["Photos are not being saved", "Save As…", "Throw Away"],
    "photos-not-allowed": ["Photos are not being saved", "Save All As…", "Throw All Away"],
    "photo-restricted": ["Photos are not being saved", "Hide This Message"],
    "photo-not-decided": ["Photos are not being saved", "Allow Saving…"],
    "photo-disk-full": ["The photo couldn’t be saved", "Try Again"],
    "photo-folder-missing": ["The photo couldn’t be saved", "Choose Another Folder…"],
    "heic-hint": ["No other program here opens HEIC", "Keep HEIC"],
    "microphone-question": ["Record sound with your videos?"],
    "no-camera": ["No camera found", "Use Test Scene"], "opening": BUTTONS[:4],
    "waiting-for-camera": ["Waiting for the camera"], "reconnecting": ["Reconnecting"], "busy": ["Camera is in use"],
    "busy-by-name": ["Camera is in use", "Cheese is using"], "disconnected": ["Camera disconnected"],
    "camera-not-allowed": ["The camera can’t be opened"], "camera-unsupported": ["This camera can’t be shown"],
    "camera-stalled": ["The camera stopped sending pictures"],
    "camera-no-decoder": ["This camera can’t be shown", "Acme HD Webcam sends H.264"],
    "camera-no-source": ["Waiting for pictures"], "camera-no-bandwidth": ["The USB connection is full"],
    "camera-broken": ["The camera has a problem"],
    "auto": BUTTONS, "two-cameras": ["Choose Camera"], "camera-shared": ["Another program uses Acme HD Webcam too"],
    "picture-black": ["The picture is black"], "picture-still": ["The picture stands still"],
    "picture-colourless": ["The picture has no colours"],
    "test-scene": ["Test Scene"], "zoomed": ["Zoom 2×, back to all"], "square": BUTTONS, "scanning": ["Point at a code"],
    "countdown": ["Stop"],
    "pro": [*BUTTONS, "Shutter", "Gain", "White Balance", "More", "Presets", "Viewing Aids"], "aids": ["Viewing Aids"],
    **{f"ruler-{name}": ["Back to Automatic"] for name in ("shutter", "gain", "white-balance", "focus", "exposure")},
    "focus-hunting": ["Focusing"], "focused": ["Focused"], "focus-locked": ["Locked ×"],
    "focus-failed": ["Couldn’t focus"], "focus-fixed": ["Fixed focus"], "exposure-at-point": ["Exposure at the Point"],
    "last-photo": ["Last Photo"], "last-burst": ["Last Photo"], "photo-thrown-away": ["Photo moved to the trash", "Undo"],
    "photos-recovered": ["Recovered 1 photo"],
    "video": ["Record Video", "Sound", "Speed"], "video-sound": ["Mute", "Built-in Microphone"],
    "video-speed": ["Slow Motion"], "recording": ["Stop Recording", "Pause Recording"],
    "recording-in-pro": ["Stop Recording", "Shutter"], "recording-paused": ["Resume Recording"],
    "time-lapse": ["Stop Recording"],
    "menu-main": ["Keyboard Shortcuts"], "menu-shape": ["Aspect Ratio"], "menu-timer": ["No Timer"],
    "menu-aids": ["Focus Peaking"], "menu-presets": ["Save"], "menu-more": ["Reset All"],
    "menu-cameras": ["Acme Document Camera"],
    "preferences": ["Format"], **{f"privacy{more}": ["Privacy", "Scan Latest Screenshot"] for more in (
        "", "-not-decided", "-denied", "-restricted", "-limited")},
    "shortcuts": ["Keyboard Shortcuts"], "help": ["Taking Photos"], "about": ["Tintype", "Credits"],
    "something-wrong": ["Copy Report", "Check Again"], "nothing-wrong": ["Nothing is wrong"],
    "roll": ["Photo 1 of 12", "Film Strip"], "roll-grid": ["All Photos", "Photo 12 of 12"], "roll-details": ["Details"],
    "roll-burst": ["Keep the Best"], "roll-video": ["Play"], "roll-video-playing": ["Pause"],
    "roll-empty": ["No photos yet"], "roll-not-allowed": ["Photos are not allowed"], "roll-damaged": ["Photo 1 of 12"],
    "code-link": ["Link", "Open…"], "code-suspicious-link": ["The link uses an unusual port."],
    "code-text": ["Text", "Copy"],
    "code-wifi": ["Wi-Fi Network", "correct horse"], "code-contact": ["Contact", "Ann Example"],
    "code-event": ["Event", "Picnic"], "code-phone": ["Phone Number"], "code-mail": ["E-Mail"],
}
#: The buttons of questions and panels, to which Tab leads.
REACHED = {
    "camera-question": ["Don't Allow", "Allow"],
    "camera-not-decided": ["Allow Camera…"],
    "camera-denied": ["Open Settings", "Something wrong?"],
    "camera-restricted": ["Open Settings"],
    "library-question": ["Don't Allow", "Choose Folder…", "Allow"],
    "photos-not-allowed": ["Open Settings", "Save All As…", "Throw All Away"],
    "privacy": ["Camera Access", "Photo Library Access", "Scan Latest Screenshot"],
    "privacy-denied": ["Camera Access", "Photo Library Access", "Scan Latest Screenshot"],
    "privacy-limited": ["Camera Access", "Photo Library Access", "Scan Latest Screenshot"],
    "screenshots-question": ["Don't Allow", "Choose Folder…", "Allow"],
    "screenshots-denied": ["Open Settings", "Choose an Image…"],
    "screenshots-limited-old": ["Allow Screenshots Folder", "Scan It Anyway", "Choose an Image…"],
    "screenshots-old": ["Scan It Anyway", "Choose an Image…"],
    "screenshots-restricted": ["Choose an Image…"],
    "code-suspicious-link": ["Copy", "Open…", "Full Text"],
    "something-wrong": ["Copy Report", "Check Again"],
}
#: Menus with more in them than items.
PANELS = ("menu-aids", "menu-presets", "menu-more", "video-sound", "library-limited-menu")
#: Faults that are known, by state and view: each is to be mended, and taken out here.
SMALL_GERMAN = ["small, German, large letters", "telephone, German, large letters"]
KNOWN = {
    # The number lies over the zoom's buttons, for seconds: there is no other place for either in a picture 200 pixels high.
    "countdown": ["telephone", *SMALL_GERMAN],
    # With all its words and buttons, below each other, the card is higher than the room between header and deck. A scrolled
    # one would have no height of its own at the width that it gets (GtkOverlay measures it at its natural width).
    **{f"photo{name}": SMALL_GERMAN[:1] for name in (
        "-not-allowed", "s-not-allowed", "-not-decided", "-disk-full")},
    "photo-folder-missing": [*SMALL_GERMAN, "flat, German, large letters"],
    # Without buttons the card is low, and covers a part of the zoom's buttons.
    "photo-restricted": ["telephone"],
    # The page scrolls: its lower edge goes through a switch.
    "privacy": ["telephone"],
    # The words and the button of the message, which is libadwaita's, are together wider than the window.
    "photo-thrown-away": SMALL_GERMAN,
    # Both buttons of a burst lie in one row.
    "roll-burst": SMALL_GERMAN,
    # Its two buttons lie side by side.
    "code-link": SMALL_GERMAN[1:],
    "code-suspicious-link": SMALL_GERMAN[1:],
    # All of it is libadwaita's.
    "about": list(VIEWS),
}
#: Seconds until what unfolds or fades has come to its end.
_SETTLED = 10


@pytest.fixture
def program(request, desktop, home):
    """Starts the program in a view, without animations: what moves is the same in its place, and comes to rest at once."""
    started = []
    home.set_animations(False)

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
        # Where the pointer rests, nothing is to be pointed at: tooltips are windows, too.
        app.person.do("mousemove", 0, 0)
        return app
    yield start
    for app in started:
        app.end()
        assert not app.complaints(), app.complaints()


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", VIEWS)
def test_it_can_be_read_heard_and_hit(request, program, name, part):
    option, view = request.config.option, VIEWS[name]
    chosen = [state for state in states.every()[part::PARTS]
              if state.front in view.fronts and option.state in (None, state.name)]
    if not chosen:
        pytest.skip("the state that was asked for is not among these")
    app = program(view)
    found = []
    for state in chosen:
        begun, faults, is_known = time.monotonic(), [], name in KNOWN.get(state.name, ())
        try:
            app.show(state)
            shown = Looked(app, state, view)
            faults += shown.faults(0 if is_known else _SETTLED)
            if option.screenshots:
                shown.keep(name)
        except (AssertionError, Gone) as error:
            faults.append(str(error).splitlines()[0])
            assert app.is_running, "\n".join(found + faults)
        print(f"{time.monotonic() - begun:5.1f} s  {state.name}", *faults, sep="\n        ", flush=True)
        if not is_known:
            found += [f"{state.name}: {fault}" for fault in faults]
    assert not found, f"{len(found)} faults\n" + "\n".join(found)


class Looked:
    """A state that is shown, as it looks in a view."""

    def __init__(self, app, state, view):
        self._app, self._state, self._view = app, state, view
        look = {"window": legibility.main, "dialog": legibility.front, "menu": legibility.popup}[state.front]
        self._shown = look(app)
        if state.front == "dialog":
            # As a desktop does where the screen is smaller.
            display, window = app.desktop.display, self._shown.window
            size = display.geometry(window)[2:]
            if size[0] > view.size[0] or size[1] > view.size[1]:
                display.resize(window, *map(min, size, view.size))

    def faults(self, settled=_SETTLED):
        """In words; those that are there after so many seconds."""
        checks = [self._absent, self._faint, self._undrawn, self._cut, self._badly_named, self._own_faults]
        if self._view.letters == 100 and self._state.front != "menu":
            checks.append(self._small)
        if self._view.language == "C" and self._view.contrast <= 4.5 and self._state.name in REACHED:
            checks.append(self._unreached)
        end = time.monotonic() + settled
        return [fault for check in checks for fault in _lasting(check, end)]

    def keep(self, view):
        """A picture, and the weakest contrast of its words."""
        folder = SCREENSHOTS / view.replace(", ", "-").replace(" ", "-")
        folder.mkdir(parents=True, exist_ok=True)
        Image.fromarray(self._shown.pixels()).save(folder / f"{self._state.name}.png")
        words, least = min(self._shown.contrasts().items(), key=lambda item: item[1])
        with (SCREENSHOTS / "contrast.txt").open("a") as table:
            table.write(f"{least:5.1f}  {folder.name}/{self._state.name}: {words}\n")

    def _absent(self):
        """What makes the state what it is, and isn't there."""
        wanted = SHOWN[self._state.name]
        if self._view.language == "de":
            wanted = [GERMAN[words] for words in wanted if words in GERMAN]
        there = self._app.everything()
        names = [each.name for each in there]
        names += [each.control.description for each in there if each.control.has_role("image")]
        missing = [words for words in wanted if not any(name.startswith(words) for name in names)]
        return [f"not there: {missing}"] if missing else []

    def _undrawn(self):
        """Words of which nothing can be seen, not even as pale as what can't be used now."""
        undrawn = [words for words, value in self._shown.contrasts(are_pale=True).items() if value < PALE]
        return [f"not drawn: {undrawn}"] if undrawn else []

    def _faint(self):
        # In panels, words that are scrolled half away have no contrast of their own.
        if self._state.name in PANELS:
            return []
        contrasts = self._shown.contrasts()
        # The strokes of a single sign, such as that for a key, are thinner than a pixel.
        faint = {words: round(value, 1) for words, value in contrasts.items()
                 if value < (self._view.contrast if len(words) > 1 else 4.5)}
        return [f"contrast: {faint}"] if faint or not contrasts else []

    def _cut(self):
        """What is not whole in its window."""
        if self._state.front == "menu":
            cut = self._shown.cut(is_scrolled=self._state.name in PANELS or self._view.letters > 100)
            return [f"cut: {cut}"] if cut else []
        if self._state.front == "window":
            cut = set(self._shown.beyond().items()) | set(self._narrow_words())
            cut |= set(self._grown())
        else:
            cut = self._shown.outside()
            width = self._app.desktop.display.geometry(self._shown.window)[2]
            if width > self._view.size[0] + EDGE:
                cut.add(f"the dialog, which is {width} wide")
        return [f"cut: {cut}"] if cut else []

    def _grown(self):
        """The window, where what is in it makes it larger than the screen; but for messages, whose words it must show."""
        _, _, width, height = self._shown.root.extents
        is_larger = width > self._view.size[0] + EDGE or height > self._view.size[1] + EDGE
        if is_larger and not any(each.control.has_role("alert") for each in self._shown.root.survey()):
            yield f"the window, which is {width}x{height}"

    def _narrow_words(self):
        """Dials that are narrower than their words."""
        survey = self._shown.root.survey()
        words = [each.control.extents for each in survey if each.control.has_role("label")]
        for each in survey:
            if not each.control.has_role("slider"):
                continue
            dial = left, _, wide, _ = each.control.extents
            if any(legibility.holds(dial, x, y + high // 2) and x + width > left + wide for x, y, width, high in words):
                yield f"{each.name} is narrower than its words"

    def _own_faults(self):
        """What only this state can have."""
        name, shown = self._state.name, self._shown
        if name == "preferences" and self._view.language == "de":
            # A letter takes at least five pixels; what is cut to one and an ellipsis has less for all of them.
            labels = [self._app.find(words, "label") for words in ("Standard", "Automatisch")]
            return [f"{label} is cut" for label in labels if label.extents[2] < 5 * len(label.name)]
        if name.startswith("privacy") and self._view.language == "C":
            # It is as far from the right edge as from the left one: nothing of it is cut off.
            (left, _, width, _), whole = preferences.row(self._app, "Camera").control.extents, shown.root.extents[2]
            right = whole - left - width
            return [f"the rows end {right} from the right edge, not {left}"] if abs(left - right) > 1 else []
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


def test_each_state_has_a_name_and_words_of_its_own():
    names = [state.name for state in states.every()]
    assert len(names) == len(set(names)) >= 60
    assert set(SHOWN) == set(names)
    assert set(REACHED) | set(KNOWN) <= set(names)


@pytest.fixture
def pro(program):
    app = program(VIEWS["desktop"])
    state, = [each for each in states.every() if each.name == "pro"]
    app.show(state)
    return app, state


def test_what_is_faint_absent_or_not_drawn_is_named(pro, monkeypatch):
    """The checks can fail."""
    app, state = pro
    # No window has this much contrast.
    faults = wait_for(lambda: Looked(app, state, View((960, 708), contrast=22)).faults(), "faults")
    assert any(fault.startswith("contrast") and "Auto" in fault for fault in faults), faults
    monkeypatch.setitem(SHOWN, "pro", ["Shutter", "A button that is not there"])
    assert Looked(app, state, VIEWS["desktop"])._absent() == ["not there: ['A button that is not there']"]
    looked = Looked(app, state, VIEWS["desktop"])
    black = looked._shown.pixels() * 0
    monkeypatch.setattr(looked._shown, "pixels", lambda: black)
    assert "Shutter" in looked._faint()[0]
    labels = looked._shown.labels
    monkeypatch.setattr(looked._shown, "labels", lambda are_pale=False: labels(not are_pale))
    assert "Shutter" in looked._undrawn()[0]
