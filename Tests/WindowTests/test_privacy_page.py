# SPDX-License-Identifier: GPL-3.0-or-later
"""Preferences → Privacy: what Tintype may do, in colours and words, with the switch and the button that fits."""

import numpy
import pytest

from harness.permission_store import CAMERA, LIBRARY, MICROPHONE, SCREENSHOTS, desktop, store  # noqa: F401
from harness.preferences import is_on, open_privacy, parts, row, words
from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for

GREEN, YELLOW, RED, BLUE = (0x57, 0xE3, 0x89), (0xF8, 0xE4, 0x5C), (0xFF, 0x7B, 0x63), (0x78, 0xAE, 0xED)


@pytest.fixture
def page(launch, cameras, store):
    """Starts the program with these entries in the store and opens the page."""
    def open_page(camera=(), library=(), env=None):
        cameras.make()
        store.set(CAMERA, *camera)
        store.set(LIBRARY, *library)
        app = launch(env=env)
        if not camera:
            app.person.answer("Allow Tintype to use the camera?", "Escape")
        elif camera == ("yes",):
            Viewfinder(app).wait_until_live()
        open_privacy(app)
        return app
    return open_page


def has_dot(app, color):
    """Whether there are one to four dots of this colour on the screen, of some 80 pixels: not all of a 12x12 square."""
    return 80 <= (app.desktop.screen.shot() == numpy.array(color)).all(axis=2).sum() <= 450


def buttons(app, title):
    return [each.name for each in parts(app, title, "button") if "visible" in each.states]


def test_allowed(page):
    app = page(["yes"], ["yes"])
    assert "Allowed" in words(app, "Camera") and "Allowed" in words(app, "Photo Library")
    assert "Photos are saved to your Pictures folder." in words(app, "Photo Library")
    assert is_on(app, "Camera") and is_on(app, "Photo Library")
    assert buttons(app, "Camera") == [] and buttons(app, "Photo Library") == ["Choose Folder…"]
    wait_for(lambda: has_dot(app, GREEN), "two green dots")


def test_not_asked_yet(page):
    app = page()
    assert "Not asked yet" in words(app, "Camera") and "Not asked yet" in words(app, "Photo Library")
    # An answer that was not given is shown by no switch.
    assert not any(app.shows(f"{each} Access", "switch") for each in ("Camera", "Photo Library", "Screenshots"))
    assert buttons(app, "Camera") == ["Allow…"] and buttons(app, "Photo Library") == ["Allow…"]
    wait_for(lambda: has_dot(app, BLUE), "blue dots")


@pytest.mark.parametrize("name, expected", [("GNOME", ["Open Settings"]), ("XFCE", [])])
def test_off(page, name, expected):
    app = page(["no"], ["no"], {"XDG_CURRENT_DESKTOP": name})
    assert "Denied" in words(app, "Camera") and "Denied" in words(app, "Photo Library")
    assert "Photos wait in Tintype until you allow saving." in words(app, "Photo Library")
    assert buttons(app, "Camera") == expected and buttons(app, "Photo Library") == ["Choose Folder…"]
    wait_for(lambda: has_dot(app, RED), "two red dots")


def test_limited(page, home):
    (home.folder / "My <b>Photos").mkdir()
    home.store(library_folder=str(home.folder / "My <b>Photos"))
    app = page(["yes"], ["limited"])
    assert "Limited" in words(app, "Photo Library")
    assert "Photos are saved to My <b>Photos." in words(app, "Photo Library")
    described = f"Limited. Photos are saved to My <b>Photos. {home.folder / 'My <b>Photos'}"
    assert row(app, "Photo Library").control.description == described
    assert is_on(app, "Photo Library")
    wait_for(lambda: has_dot(app, YELLOW), "a yellow dot")


def test_the_page_follows_what_is_decided_elsewhere(page, store):
    app = page(["yes"], ["yes"])
    store.set(CAMERA, "no")
    wait_for(lambda: "Denied" in words(app, "Camera") and not is_on(app, "Camera"), "the camera's row follows")
    store.set(LIBRARY, "no")
    wait_for(lambda: "Denied" in words(app, "Photo Library"), "the library's row follows")
    store.set(CAMERA)
    wait_for(lambda: "Not asked yet" in words(app, "Camera"), "it follows again")
    stays(lambda: store.get(LIBRARY) == ["no"], "following is no answer", 0.3)


#: Each permission: its entry in the store, the administrator's switch, and the buttons of its row in each state.
PERMISSIONS = {
    "Camera": (CAMERA, ("disable-camera", "org/gnome/desktop/privacy"), {"": ["Allow…"]}),
    "Microphone": (MICROPHONE, ("disable-microphone", "org/gnome/desktop/privacy"), {"": ["Allow…"]}),
    "Photo Library": (
        LIBRARY, ("disable-save-to-disk", "org/gnome/desktop/lockdown"),
        {"": ["Allow…"], "yes": ["Choose Folder…"], "no": ["Choose Folder…"],
         "limited": ["Allow Full Access", "Choose Folder…"]}),
    "Screenshots": (SCREENSHOTS, None, {"": ["Allow…"], "limited": ["Allow Full Access"]}),
}
WORDS = {"": "Not asked yet", "yes": "Allowed", "no": "Denied", "limited": "Limited"}


def test_every_permission_in_all_its_states_from_elsewhere_and_after_a_launch(page, launch, store, home):
    (home.folder / "Few").mkdir()
    home.store(library_folder=str(home.folder / "Few"), screenshots_folder=str(home.folder / "Few"))
    app = page(["no"], ["yes"], {"XDG_CURRENT_DESKTOP": "XFCE"})

    def expect(title, state):
        buttons_of = PERMISSIONS[title][2]
        wait_for(lambda: WORDS[state] in words(app, title), lambda: f"{title} is {WORDS[state]}: {words(app, title)}")
        assert buttons(app, title) == buttons_of.get(state, []), (title, state)
        assert app.shows(f"{title} Access", "switch") == (state != ""), (title, state)
        assert state == "" or is_on(app, title) == (state != "no"), (title, state)
    for title, (entry, lock, offered) in PERMISSIONS.items():
        for state in ("yes", "no", "limited", "", "yes"):
            # Devices know no part of them.
            if state != "limited" or "limited" in offered:
                store.set(entry, *[state] if state else [])
                expect(title, state)
        if lock:
            home.store_text(lock[0], "true", lock[1])
            wait_for(lambda: "Restricted" in words(app, title), f"{title} is restricted")
            assert "sensitive" not in app.find(f"{title} Access", "switch").states and buttons(app, title) == []
            home.store_text(lock[0], "false", lock[1])
            expect(title, "yes")
    app.kill()
    for entry, *_ in PERMISSIONS.values():
        store.set(entry, "no")
    app = launch(env={"XDG_CURRENT_DESKTOP": "XFCE"})
    open_privacy(app)
    for title in PERMISSIONS:
        expect(title, "no")


#: What the screenshots' row says, whether its switch is on (None: there is none), and its buttons.
SCREENSHOT_STATES = {
    (): ("Not asked yet", None, ["Allow…"]), ("yes",): ("Allowed", True, []), ("no",): ("Denied", False, []),
    ("limited",): ("Limited", True, ["Allow Full Access"]),
}


def test_screenshots_have_a_permission_of_their_own(page, store, home):
    (home.folder / "Holiday 2026").mkdir()
    home.store(screenshots_folder=str(home.folder / "Holiday 2026"))
    app = page(["yes"], ["yes"])
    for stored, (word, isOn, offered) in SCREENSHOT_STATES.items():
        store.set(SCREENSHOTS, *stored)
        wait_for(lambda: word in words(app, "Screenshots"), f"it is {word}")
        assert buttons(app, "Screenshots") == offered
        assert isOn is None or is_on(app, "Screenshots") == isOn
    # Nothing of it is below the fold of the window.
    top, height = app.find("Preferences", ("window", "dialog")).extents[1::2]
    row_top, row_height = app.find("Screenshots Access", "switch").extents[1::2]
    assert row_top + row_height <= top + height
    app.press("Allow Full Access")
    wait_for(lambda: store.get(SCREENSHOTS) == ["yes"], "all is allowed")
    app.find("Screenshots Access", "switch").press()
    wait_for(lambda: store.get(SCREENSHOTS) == ["no"], "no is stored")
    assert store.get(LIBRARY) == ["yes"], "saving is another permission"


def test_the_switches_write_the_store(page, store, cameras):
    app = page(["yes"], ["yes"])
    app.find("Camera Access", "switch").press()
    wait_for(lambda: store.get(CAMERA) == ["no"], "no is stored")
    app.find("Photo Library Access", "switch").press()
    wait_for(lambda: store.get(LIBRARY) == ["no"], "no is stored")
    app.find("Camera Access", "switch").press()
    app.find("Photo Library Access", "switch").press()
    wait_for(lambda: store.get(CAMERA) == store.get(LIBRARY) == ["yes"], "yes is stored")


def test_allow_asks_over_the_page(page, store):
    app = page()
    allow, = [each for each in parts(app, "Camera", "button") if each.name == "Allow…"]
    allow.control.press()
    app.find("Allow Tintype to use the camera?", "label")
    app.press("Allow")
    wait_for(lambda: store.get(CAMERA) == ["yes"], "yes is stored")
    wait_for(lambda: "Allowed" in words(app, "Camera"), "the row follows")
    allow, = [each for each in parts(app, "Photo Library", "button") if each.name == "Allow…"]
    allow.control.press()
    app.find("Save photos to your library?", "label")
    app.press("Allow")
    wait_for(lambda: store.get(LIBRARY) == ["yes"], "yes is stored")


def test_what_nobody_here_can_change_looks_like_no_answer_of_theirs(page, home, store):
    app = page(["yes"], ["yes"])
    home.store_text("disable-save-to-disk", "true", "org/gnome/desktop/lockdown")
    wait_for(lambda: "Restricted" in words(app, "Photo Library"), "it is restricted")
    assert "Denied" not in words(app, "Photo Library") and buttons(app, "Photo Library") == []
    assert "sensitive" not in app.find("Photo Library Access", "switch").states
    home.store_text("disable-save-to-disk", "false", "org/gnome/desktop/lockdown")
    wait_for(lambda: "Allowed" in words(app, "Photo Library"), "it is given back")


def test_scanning_screenshots_can_be_turned_off(page, home):
    app = page(["yes"], ["yes"])
    switch = app.find("Scan Latest Screenshot", "switch")
    assert "checked" in switch.states
    switch.press()
    wait_for(lambda: home.settings().get("scan-screenshots") == "false", "it is remembered")


def test_the_page_promises_what_the_program_keeps(page):
    app = page(["yes"], ["yes"])
    app.find(prefix="Tintype has no network access and collects nothing.", role="label")


def test_all_answers_and_settings_are_forgotten_and_photos_stay(page, store, home, roll):
    store.set(SCREENSHOTS, "no")
    app = page(["yes"], ["yes"])
    photo = roll.folder / "IMG_1.jpg"
    photo.parent.mkdir(parents=True, exist_ok=True)
    photo.write_text("a photo")
    app.find("Scan Latest Screenshot", "switch").press()
    wait_for(lambda: home.settings().get("scan-screenshots") == "false", "a setting is stored")
    app.press("Forget All Answers and Settings…")
    app.find("Forget all answers and settings?", "label")
    app.press("Forget")
    app.find("Allow Tintype to use the camera?")
    wait_for(lambda: store.get(CAMERA) == store.get(LIBRARY) == store.get(SCREENSHOTS) == [], "no answer is left")
    wait_for(lambda: home.settings().get("scan-screenshots") != "false", "no setting is left")
    assert photo.read_text() == "a photo"
