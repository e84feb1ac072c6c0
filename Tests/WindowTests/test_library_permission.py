# SPDX-License-Identifier: GPL-3.0-or-later
"""Before the first photo is saved, the person is asked where photos may go; no photo is lost whatever the answer."""

import subprocess
import time

import pytest

from harness.command import Terminal
from harness.library import app, choose  # noqa: F401
from harness.permission_store import CAMERA, LIBRARY, desktop, store  # noqa: F401
from harness.photos import CameraRoll
from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for


@pytest.fixture
def terminal(home, cameras, desktop):  # noqa: F811
    return Terminal(home, cameras, desktop.env)


HEADING = "Save photos to your library?"
USAGE = ("Tintype needs permission to save photos you take to your Pictures folder. "
         "You will find them in Pictures/Camera.")
WAITING = "Photos are not being saved"


def trn(count, reason="Tintype may not use your photo library."):
    """The panel's words for this many photos."""
    return f"{reason} " + ("1 photo is waiting." if count == 1 else f"{count} photos are waiting.")


@pytest.mark.main
def test_the_first_photo_asks_and_arrives_without_another_press(app, store, roll):
    app = app()
    app.press("Take Photo")
    app.find(HEADING, "label")
    app.find(USAGE, "label")
    app.button("Don't Allow")
    app.button("Choose Folder…")
    assert roll.files() == []
    app.press("Allow")
    roll.wait_for(1)
    assert store.get(LIBRARY) == ["yes"]
    app.press("Take Photo")
    roll.wait_for(2)
    assert not app.shows(HEADING)


def test_an_answer_counts_without_animations_too(app, store, roll, home):
    home.set_animations(False)
    app = app()
    app.press("Take Photo")
    app.press("Allow")
    roll.wait_for(1)
    assert store.get(LIBRARY) == ["yes"]


@pytest.mark.main
def test_dont_allow_is_kept_as_the_answer(app, store, roll):
    app = app()
    app.press("Take Photo")
    app.press("Don't Allow")
    app.find(WAITING)
    assert store.get(LIBRARY) == ["no"]
    assert roll.files() == []


@pytest.mark.main
def test_denied_photos_wait_and_arrive_when_it_is_allowed(app, store, roll):
    store.set(LIBRARY, "no")
    app = app()
    app.press("Take Photo")
    app.find(WAITING)
    app.button("Save As…")
    app.press("Take Photo")
    app.find("Tintype may not use your photo library. 2 photos are waiting.")
    stays(lambda: not app.shows(HEADING) and roll.files() == [], "no prompt and no photo", 0.5)
    store.set(LIBRARY, "yes")
    roll.wait_for(2)
    app.wait_until_gone(WAITING)


def test_the_message_is_put_away_until_another_photo_waits(app, store, roll):
    store.set(LIBRARY, "no")
    app = app()
    app.press("Take Photo")
    app.find(trn(1))
    app.person.tab_to("Hide This Message")
    app.person.key("space")
    app.wait_until_gone(WAITING)
    wait_for(lambda: app.has_keyboard("Viewfinder"), "the picture has the keyboard")
    app.person.key("space")
    app.find(trn(2))
    store.set(LIBRARY, "yes")
    roll.wait_for(2)


@pytest.mark.main
def test_denied_photos_survive_the_program(app, store, roll):
    store.set(LIBRARY, "no")
    first = app()
    first.press("Take Photo")
    first.find(WAITING)
    first.kill()
    again = app()
    again.find(WAITING)
    assert roll.files() == []
    store.set(LIBRARY, "yes")
    roll.wait_for(1)


@pytest.mark.gnome()
@pytest.mark.wayland()
def test_escape_decides_nothing_and_the_panel_asks_again(app, store, roll):
    app = app()
    app.press("Take Photo")
    app.button("Allow")
    app.person.answer(HEADING, "Escape")
    app.find(WAITING)
    assert store.get(LIBRARY) == []
    app.press("Allow Saving…")
    app.press("Allow")
    roll.wait_for(1)
    app.wait_until_gone(WAITING)


def test_open_settings_has_the_switch(app, store, roll):
    store.set(LIBRARY, "no")
    app = app()
    app.press("Take Photo")
    app.press("Open Settings")
    wait_for(lambda: "focused" in app.find("Photo Library Access", "switch").states, "the keyboard is on the switch")
    app.find("Photo Library Access", "switch").press()
    roll.wait_for(1)
    assert store.get(LIBRARY) == ["yes"]


@pytest.mark.wayland(scales=(1, 1.5, 2))
def test_the_first_photo_may_go_to_a_folder_of_choice(app, store, home, roll):
    chosen = home.folder / "Mine"
    chosen.mkdir()
    app = app()
    app.press("Take Photo")
    app.press("Choose Folder…")
    choose(app, chosen)
    CameraRoll(chosen).wait_for(1)
    assert store.get(LIBRARY) == ["limited"]
    assert home.settings()["library-folder"] == f"'{chosen}'"
    app.press("Take Photo")
    CameraRoll(chosen).wait_for(2)
    assert roll.files() == [] and not app.shows(HEADING)


def test_choosing_a_folder_begins_in_pictures(app, store, home):
    """What is typed without a slash is looked for where the dialog is."""
    chosen = home.pictures / "Mine"
    chosen.mkdir()
    app = app()
    app.press("Take Photo")
    app.press("Choose Folder…")
    app.find("Choose a Folder for Photos")
    app.person.wait_for_dialog()
    app.person.key("ctrl+l")
    app.person.type_path("Mine")
    app.person.key("Return")
    app.wait_until_gone("Choose a Folder for Photos")
    CameraRoll(chosen).wait_for(1)


def test_after_a_moment_the_keyboard_answers_and_no_answer_is_suggested(app, store, roll):
    app = app()
    app.person.wait_for_focus()
    app.person.key("space")
    app.find(HEADING, "label")
    wait_for(lambda: app.has_keyboard(HEADING), "the heading has the keyboard")
    assert not any(app.has_keyboard(answer) for answer in ("Don't Allow", "Choose Folder…", "Allow"))
    # Longer than keys are ignored.
    time.sleep(0.7)
    app.person.tab_to("Allow")
    app.person.key("space")
    app.wait_until_gone(HEADING)
    assert store.get(LIBRARY) == ["yes"]
    roll.wait_for(1)


def test_quitting_withdraws_the_choice_of_a_folder(app):
    app = app()
    app.press("Take Photo")
    app.press("Choose Folder…")
    app.find("Choose a Folder for Photos")
    app.person.wait_for_dialog()
    subprocess.run(["gdbus", "call", "--session", "-d", "io.github.tintype.Tintype", "-o", "/io/github/tintype/Tintype",
                    "-m", "org.gtk.Actions.Activate", "quit", "[]", "{}"], env=app.desktop.env, check=True)
    assert app.wait_for_end() == 0


def test_a_cancelled_folder_chooser_returns_to_the_question(app, store):
    app = app()
    app.press("Take Photo")
    app.press("Choose Folder…")
    app.find("Choose a Folder for Photos")
    app.person.wait_for_dialog()
    app.person.key("Escape")
    app.find(HEADING, "label")
    assert store.get(LIBRARY) == []


@pytest.mark.wayland()
def test_waiting_photos_can_be_saved_elsewhere_one_or_all(app, store, home, roll):
    store.set(LIBRARY, "no")
    elsewhere = home.folder / "Elsewhere"
    elsewhere.mkdir()
    app = app()
    app.press("Take Photo")
    app.find(trn(1))
    app.press("Save As…")
    app.person.wait_for_dialog()
    app.person.key("ctrl+a")
    app.person.type_path(home.folder / "one.heic")
    app.person.key("Return")
    wait_for((home.folder / "one.heic").exists, "it is saved")
    app.wait_until_gone(WAITING)
    for count in (1, 2):
        app.press("Take Photo")
        app.find(prefix=WAITING)
        app.find(trn(count))
    app.press("Save All As…")
    choose(app, elsewhere)
    CameraRoll(elsewhere).wait_for(2)
    app.wait_until_gone(WAITING)
    assert roll.files() == [] and store.get(LIBRARY) == ["no"]


def test_waiting_photos_can_be_thrown_away_and_taken_back(app, store, roll):
    store.set(LIBRARY, "no")
    first = app()
    for count in (1, 2):
        first.press("Take Photo")
        first.find(trn(count))
    first.press("Throw All Away")
    first.find("2 photos thrown away")
    first.wait_until_gone(WAITING)
    assert not first.shows("Last Photo", "button")
    first.press("Undo")
    first.find(trn(2))
    first.button("Last Photo")
    first.press("Throw All Away")
    first.wait_until_gone(WAITING)
    assert first.close() == 0
    again = app()
    Viewfinder(again).wait_until_live()
    store.set(LIBRARY, "yes")
    again.press("Take Photo")
    # Those of before would come first.
    roll.wait_for(1)
    stays(lambda: len(roll.files()) == 1, "no other is saved", 0.5)


def test_leaving_with_photos_that_wait_for_permission_asks_nothing(app, store, roll):
    store.set(LIBRARY, "no")
    first = app()
    first.press("Take Photo")
    first.find(WAITING)
    assert first.close() == 0
    store.set(LIBRARY, "yes")
    app()
    roll.wait_for(1)


@pytest.mark.parametrize("way", ["terminate", "quit"])
def test_closing_the_window_over_the_question_keeps_the_photo(app, store, roll, way):
    first = app()
    first.press("Take Photo")
    first.find(HEADING, "label")
    if way == "terminate":
        subprocess.run(["kill", str(first.pid)], check=True)
    else:
        first.person.wait_for_dialog()
        # A new question ignores keys at first.
        wait_for(lambda: not first.is_running or first.person.key("ctrl+q"), "Ctrl+Q ends it", interval=0.2)
    assert first.wait_for_end() == 0
    assert roll.files() == [] and store.get(LIBRARY) == []
    again = app()
    again.find(trn(1, "You have not decided yet where photos go."))
    assert not again.shows(HEADING)
    again.press("Allow Saving…")
    again.press("Allow")
    roll.wait_for(1)


def test_where_saving_is_turned_off_photos_wait_and_nothing_is_offered_that_fails(app, store, home, roll):
    home.store_text("disable-save-to-disk", "true", "org/gnome/desktop/lockdown")
    store.set(LIBRARY, "yes")
    app = app()
    app.press("Take Photo")
    app.find(trn(1, "Saving is turned off for this whole computer. Someone who looks after it can change that."))
    # The switch there would be dead.
    assert not app.shows("Open Settings", "button")
    assert not app.shows("Save As…", "button")
    app.button("Throw Away")
    home.store_text("disable-save-to-disk", "false", "org/gnome/desktop/lockdown")
    roll.wait_for(1)
    app.wait_until_gone(WAITING)


@pytest.mark.parametrize("way", ["tintype", "typed"])
def test_a_photo_taken_by_a_command_needs_no_prompt(terminal, store, roll, way):
    run = getattr(terminal, way)
    assert run("--camera=test", "--shoot").status == 0
    roll.wait_for(1)
    assert store.get(LIBRARY) == []
    store.set(LIBRARY, "no")
    refused = run("--camera=test", "--shoot")
    assert refused.status == 1 and "not allowed" in refused.errors
    assert len(roll.files()) == 1


def test_the_question_covers_no_other_message(launch, camera, store, roll):
    """Photos of an earlier run wait, and another is taken: the question alone says so until it is answered."""
    store.set(CAMERA, "yes")
    first = launch()
    Viewfinder(first).wait_until_live()
    first.press("Take Photo")
    first.find(HEADING, "label")
    assert not first.shows(WAITING)
    first.kill()
    again = launch()
    again.find(WAITING)
    Viewfinder(again).wait_until_live()
    again.press("Take Photo")
    again.find(HEADING, "label")
    again.wait_until_gone(WAITING)
    again.person.answer(HEADING, "Escape")
    again.find(WAITING)
    again.press("Allow Saving…")
    again.find(HEADING, "label")
    again.wait_until_gone(WAITING)
    again.press("Allow")
    roll.wait_for(2)


@pytest.mark.gnome()
@pytest.mark.wayland(lean=True)
def test_the_shutters_key_answers_no_question(app, store, roll):
    app = app()
    app.person.wait_for_focus()
    app.person.key_often("space", 6, 0.2)
    app.find(HEADING)
    app.person.key("Return")
    app.find(HEADING)
    assert not store.get(LIBRARY) and not roll.files()
    # The keyboard alone can answer.
    app.person.tab_to("Allow")
    app.person.key("space")
    app.wait_until_gone(HEADING)
    assert store.get(LIBRARY) == ["yes"]
    roll.wait_for(1)


def test_a_key_that_is_down_when_the_question_comes_counts_the_next_time(app, store, roll):
    app = app()
    app.person.wait_for_focus()
    app.person.down("space")
    app.find(HEADING)
    app.person.wait_for_dialog()
    app.person.up("space")
    app.press("Allow")
    roll.wait_for(1)
    app.person.wait_for_focus()
    app.person.key("space")
    roll.wait_for(2)
