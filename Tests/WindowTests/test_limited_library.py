# SPDX-License-Identifier: GPL-3.0-or-later
"""The limited library: photos go to the folder that the person chose, and what happens when that is no more."""

import pytest

from harness.disks import ReadOnlyDisk, can_mount
from harness.library import app, choose  # noqa: F401
from harness.permission_store import CAMERA, LIBRARY, desktop, store  # noqa: F401
from harness.photos import CameraRoll
from harness.preferences import open_privacy, words
from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for


@pytest.mark.main
def test_limited_photos_go_to_the_chosen_folder(app, store, home, roll):
    chosen = home.folder / "My Photos"
    chosen.mkdir()
    home.store(library_folder=str(chosen))
    store.set(LIBRARY, "limited")
    app = app()
    app.press("Take Photo")
    CameraRoll(chosen).wait_for(1)
    assert roll.files() == []
    app.button("My Photos")
    store.set(LIBRARY, "yes")
    app.wait_until_gone("My Photos")
    app.press("Take Photo")
    roll.wait_for(1)


def test_a_chosen_folder_that_vanished_is_reported_and_its_photos_wait(app, store, home):
    chosen = home.folder / "My Photos"
    home.store(library_folder=str(chosen))
    store.set(LIBRARY, "limited")
    app = app()
    app.press("Take Photo")
    app.find(prefix=f"The folder {chosen} is not there any more.")
    app.button("Choose Another Folder…")
    chosen.mkdir()
    app.press("Try Again")
    CameraRoll(chosen).wait_for(1)


def test_the_limited_library_says_where_photos_go_and_can_go_elsewhere(app, store, home, roll):
    first, other = home.folder / "First", home.folder / "Other"
    first.mkdir(), other.mkdir()
    home.store(library_folder=str(first))
    store.set(LIBRARY, "limited")
    app = app()
    app.press("First")
    app.find(f"Photos are saved to {first}.", "label")
    app.press("Choose Another Folder…")
    choose(app, other)
    wait_for(lambda: home.settings()["library-folder"] == f"'{other}'", "the other folder is recorded")
    app.press("Take Photo")
    CameraRoll(other).wait_for(1)
    app.press("Other")
    app.press("Allow Full Library")
    wait_for(lambda: store.get(LIBRARY) == ["yes"], "the full library is allowed")
    app.press("Take Photo")
    roll.wait_for(1)
    assert list(first.iterdir()) == []


@pytest.mark.skipif(not can_mount(), reason="mounting is not allowed here")
def test_a_chosen_folder_that_can_only_be_read_gives_the_choice_again(launch, cameras, store, home):
    chosen, other = home.folder / "Chosen", home.folder / "Other"
    chosen.mkdir(), other.mkdir()
    home.store(library_folder=str(chosen))
    store.set(LIBRARY, "limited")
    store.set(CAMERA, "yes")
    cameras.make()
    app = launch(under=ReadOnlyDisk(chosen).under)
    Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    app.find(prefix=f"The disk with {chosen} can only be read.")
    app.press("Choose Another Folder…")
    choose(app, other)
    CameraRoll(other).wait_for(1)
    app.wait_until_gone(prefix="The photo couldn’t be saved")


def test_a_link_in_the_chosen_folders_place_leads_nowhere(app, store, home):
    trap = home.folder / "trap"
    trap.mkdir()
    (home.folder / "Chosen").symlink_to(trap)
    home.store(library_folder=str(home.folder / "Chosen"))
    store.set(LIBRARY, "limited")
    app = app()
    app.press("Take Photo")
    app.button("Choose Another Folder…")
    assert list(trap.iterdir()) == []


def test_the_sign_can_be_put_away_for_its_folder(app, store, home):
    """It stays away in the next run too, and is back for another folder; the preferences have the folder all along."""
    first, other = home.folder / "First", home.folder / "Other"
    first.mkdir(), other.mkdir()
    home.store(library_folder=str(first))
    store.set(LIBRARY, "limited")
    running = app()
    running.press("First")
    hide = running.button("Hide This Sign")
    assert "Preferences" in hide.description
    hide.press()
    running.wait_until_gone("First", "button")
    assert running.close() == 0
    running = app()
    stays(lambda: not running.matching("First", "button"), "no sign", 0.5)
    open_privacy(running)
    assert "Photos are saved to First." in words(running, "Photo Library")
    running.press("Choose Folder…")
    choose(running, other)
    running.button("Other")


def test_from_one_folder_to_all_and_off_and_on_again(app, store, home):
    """Off and on keeps the folder; to all is a button."""
    chosen = home.folder / "Holiday 2026"
    chosen.mkdir()
    home.store(library_folder=str(chosen))
    store.set(LIBRARY, "limited")
    running = app()
    running.button("Holiday 2026")
    open_privacy(running)
    running.find("Photo Library Access", "switch").press()
    wait_for(lambda: store.get(LIBRARY) == ["no"], "no is stored")
    running.find("Photo Library Access", "switch").press()
    wait_for(lambda: store.get(LIBRARY) == ["limited"], "the folder is back")
    running.press("Allow Full Access")
    wait_for(lambda: store.get(LIBRARY) == ["yes"], "all is allowed")
    running.find("Photo Library Access", "switch").press()
    running.find("Photo Library Access", "switch").press()
    wait_for(lambda: store.get(LIBRARY) == ["yes"], "all is allowed again")
