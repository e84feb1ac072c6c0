# SPDX-License-Identifier: GPL-3.0-or-later
"""Codes in the picture and in the latest screenshot: what they say is shown, and nothing is done by itself."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from gi.repository import GLib

from harness import processes, qr, videos
from harness.cameras import Camera
from harness.permission_store import CAMERA, LIBRARY, SCREENSHOTS, desktop, store  # noqa: F401
from harness.viewfinder import Viewfinder
from harness.waiting import stays, wait_for

SERVICES = Path(__file__).resolve().parents[1] / "Services"
ASKING = "Allow Tintype to look at your latest screenshot?"


@pytest.fixture
def scanning(launch, cameras, store):
    """Starts the program with a code in front of the camera and turns scanning on."""
    def start(text, env=None):
        # A long text has many modules, of which each needs some pixels.
        width, height = (1920, 1080) if len(text) > 1000 else (1280, 720)
        cameras.show(qr.scene(text, width, height))
        cameras.make(modes=[f"MJPG:{width}x{height}@30"])
        store.set(CAMERA, "yes")
        app = launch(env=env)
        Viewfinder(app).wait_until_live()
        app.press("Scan Codes")
        return app
    return start


@pytest.fixture
def browser(home):
    """The desktop's program for links: writes them into a file, whose text it returns."""
    opened = home.folder / "opened"
    applications = home.data / "applications"
    applications.mkdir(parents=True)
    (applications / "browser.desktop").write_text(
        f"[Desktop Entry]\nType=Application\nName=Browser\nExec=sh -c 'echo \"$1\" >> {opened}' sh %u\n"
        "MimeType=x-scheme-handler/http;x-scheme-handler/https;\n")
    (applications / "mimeapps.list").write_text(
        "[Default Applications]\nx-scheme-handler/http=browser.desktop\nx-scheme-handler/https=browser.desktop\n")
    return lambda: opened.read_text() if opened.exists() else ""


def full_text(app):
    """The text in the sheet's text view."""
    return app.find("Full Text", "text box").call("Text", "GetText", GLib.Variant("(ii)", (0, -1)))[0]


def clipboard(app):
    return subprocess.run([sys.executable, SERVICES / "clipboard.py"], env=app.desktop.env, capture_output=True,
                          text=True, timeout=30, check=True).stdout


@pytest.mark.main
def test_scanning_is_off_until_switched_on(launch, cameras, store):
    cameras.show(qr.scene("https://example.com/path", 640, 480))
    cameras.make()
    store.set(CAMERA, "yes")
    app = launch()
    Viewfinder(app).wait_until_live()
    assert "pressed" not in app.find("Scan Codes").states
    stays(lambda: not app.shows("Link", "dialog"), "nothing is looked for", 0.7)
    app.press("Scan Codes")
    app.find("Link", "dialog")
    app.find("example.com", "label")
    assert full_text(app) == "https://example.com/path"
    app.person.wait_for_dialog()
    app.person.key("Escape")
    app.wait_until_gone("Link", "dialog")
    stays(lambda: not app.shows("Link", "dialog"), "the same code is not shown again", 1)
    app.close()
    again = launch()
    Viewfinder(again).wait_until_live()
    assert "pressed" not in again.find("Scan Codes").states


@pytest.mark.parametrize("keys, title", [("ctrl+shift+s", "Save Photo As"), ("F1", "Taking Photos")])
def test_no_code_takes_the_keys_of_another_window(launch, cameras, store, roll, keys, title):
    cameras.show(qr.scene("https://example.org/", 1280, 720))
    cameras.make(modes=["MJPG:1280x720@30"])
    store.set(CAMERA, "yes")
    store.set(LIBRARY, "yes")
    app = launch()
    Viewfinder(app).wait_until_live()
    app.press("Take Photo")
    roll.wait_for(1)
    app.button("Last Photo")
    app.person.wait_for_focus()
    app.person.key(keys)
    app.find(title)
    app.person.wait_for_dialog()
    subprocess.run(["gdbus", "call", "--session", "-d", "io.github.tintype.Tintype", "-o",
                    "/io/github/tintype/Tintype/window/1", "-m", "org.gtk.Actions.Activate", "scan-codes", "[]", "{}"],
                   env=app.desktop.env, check=True)
    wait_for(lambda: "pressed" in app.find("Scan Codes").states, "scanning is on")
    stays(lambda: not app.shows("Link", "dialog"), "the other window keeps the keyboard", 2)
    app.person.key("Escape")
    app.find("Link", "dialog")


def test_another_code_is_shown(scanning, cameras):
    app = scanning("first")
    app.find("Text", "dialog")
    app.person.wait_for_dialog()
    app.person.key("Escape")
    app.wait_until_gone("Text", "dialog")
    cameras.show(qr.scene("second"))
    Camera(cameras, "/dev/video0").command("set", "brightness", 130)
    wait_for(lambda: app.shows("Full Text") and full_text(app) == "second", "the other code is shown")


@pytest.mark.wayland(scales=(1, 1.5, 2), lean=True)
def test_copy_puts_the_text_into_the_clipboard_as_it_is(scanning):
    app = scanning("a\u202eb\tc")
    app.find("Text", "dialog")
    app.person.wait_for_dialog()
    # By hand: a Wayland compositor lets only those copy who were given a key or a click.
    app.person.tab_to("Copy")
    app.person.key("space")
    app.wait_until_gone("Text", "dialog")
    assert clipboard(app) == "a\u202eb\tc"


def test_a_link_opens_only_after_a_second_question(scanning, browser):
    app = scanning("http://bank.example@xn--80ak6aa92e.com/login")
    app.find("xn--80ak6aa92e.com", "label")
    app.find("What stands before the @ is not where this link leads. It leads to xn--80ak6aa92e.com.", "label")
    app.find("In a browser this address may read “\u2066аррӏе.com\u2069”. Its letters can be taken for others.", "label")
    app.find(prefix="The page is not encrypted", role="label")
    app.press("Open…")
    app.find("Open this link in your browser?", "label")
    # A careless Return opens nothing: neither at once nor later, for no answer has the keyboard.
    app.person.wait_for_dialog()
    app.person.key("Return")
    stays(lambda: browser() == "" and app.shows("Open this link in your browser?"), "nothing is opened", 1)
    app.person.key("Return")
    stays(lambda: browser() == "", "nothing is opened yet", 0.3)
    app.press("Cancel")
    app.wait_until_gone("Open this link in your browser?")
    assert browser() == ""
    app.press("Open…")
    app.press("Open Link")
    wait_for(lambda: browser() == "http://bank.example@xn--80ak6aa92e.com/login\n", "the link is opened, once")


def test_a_link_that_no_program_opens_can_still_be_copied(scanning):
    app = scanning("https://example.org/a")
    app.press("Open…")
    app.press("Open Link")
    app.find("No program could open the link")
    app.press("Copy")
    app.wait_until_gone("No program could open the link")
    assert clipboard(app) == "https://example.org/a"


def test_text_that_is_no_link_cannot_be_opened(scanning):
    app = scanning("file:///etc/passwd")
    app.find("Text", "dialog")
    app.button("Copy")
    assert not app.shows("Open…", "button")


def test_a_network_is_readable(scanning):
    app = scanning("WIFI:T:WPA;S:Caf\\;é;P:pass\\:word;H:true;;")
    app.find("Wi-Fi Network", "dialog")
    for words in ("Network", "Caf;é", "Security", "WPA", "Password", "pass:word", "Hidden", "Yes"):
        app.find(words, "label")


def test_a_contact_is_readable(scanning):
    app = scanning("BEGIN:VCARD\nVERSION:3.0\nN:Lovelace;Ada\nFN:Ada Lovelace\nTEL:+44 20 1\nEND:VCARD")
    app.find("Contact", "dialog")
    for words in ("Name", "Ada Lovelace", "Phone", "+44 20 1"):
        app.find(words, "label")


@pytest.mark.alone
def test_a_hostile_text_is_shown_safely(scanning):
    """Directions, controls, markup and formats, and as much of it as a code holds."""
    app = scanning("\u202egpj.exe \u2066a\x1b[31mb\x7f <b>&amp;</b> %s %n\n" + "x" * 2600)
    app.find("Text", "dialog")
    assert full_text(app) == \
        "⟨U+202E⟩gpj.exe ⟨U+2066⟩a⟨U+001B⟩[31mb⟨U+007F⟩ <b>&amp;</b> %s %n\n" + "x" * 2600
    # The window answers, and fits.
    start = time.monotonic()
    _, _, width, height = app.find("Text", "dialog").extents
    assert time.monotonic() - start < 1 and width <= 600 and height <= 700
    app.press("Copy")
    app.wait_until_gone("Text", "dialog")


def decoders(app):
    """The processes apart that the program has started."""
    return [pid for pid in processes.descendants(app.pid) if processes.name(pid) == "tintype-apart"]


class TestStrangers:
    """What a library can't take ends a process of its own, and nothing else."""

    @pytest.fixture
    def app(self, launch, cameras, store, silent, tmp_path):
        cameras.show(qr.stacked_scene(tmp_path))
        cameras.make(modes=["MJPG:1280x720@30"])
        store.set(CAMERA, "yes")
        store.set(LIBRARY, "yes")
        app = launch()
        Viewfinder(app).wait_until_live()
        return app

    def test_a_stacked_code_before_the_camera(self, app):
        app.press("Scan Codes")
        app.find("Text", "dialog")
        assert "98898765432106" in full_text(app)
        assert app.is_running

    def test_a_stacked_code_in_the_midst_of_a_recording(self, app, home):
        app.person.wait_for_focus()
        app.person.key("r")
        app.button("Stop Recording")
        app.press("Scan Codes")
        app.find("Text", "dialog")
        app.person.wait_for_dialog()
        app.person.key("Escape")
        app.wait_until_gone("Text", "dialog")
        app.press("Stop Recording")
        assert len(videos.times(videos.finished(app, home))) > 1

    def test_a_process_apart_that_dies_is_followed_by_another_and_ends_with_the_program(self, app, cameras):
        app.press("Scan Codes")
        app.find("Text", "dialog")
        for pid in decoders(app):
            os.kill(pid, 9)
        cameras.show(qr.scene("after"))
        Camera(cameras, "/dev/video0").command("set", "brightness", 130)
        app.person.wait_for_dialog()
        app.person.key("Escape")
        wait_for(lambda: app.shows("Full Text") and full_text(app) == "after", "the next code is shown")
        app.person.wait_for_dialog()
        app.person.key("Escape")
        wait_for(lambda: len(decoders(app)) == 1, "the process apart is there")
        (pid,) = decoders(app)
        app.kill()
        wait_for(lambda: processes.state(pid) in (None, "Z"), "it ends, too")


class TestScreenshots:
    @pytest.fixture
    def app(self, launch, home, store):
        (home.pictures / "Screenshots").mkdir()
        app = launch("--camera=test")
        Viewfinder(app).wait_until_moving()
        app.person.wait_for_focus()
        return app

    @pytest.fixture
    def folder_of_screenshots(self, home):
        return home.pictures / "Screenshots"

    def scan(self, app):
        app.person.key("F10")
        app.find("Scan Latest Screenshot", "menu item").press()

    def test_the_newest_is_scanned_once_that_is_allowed(self, app, store, folder_of_screenshots):
        # Saving is another permission: its answers are none here.
        store.set(LIBRARY, "yes")
        qr.write("older", folder_of_screenshots / "a.png")
        os.utime(folder_of_screenshots / "a.png", (time.time() - 30,) * 2)
        qr.write("newest", folder_of_screenshots / "b.png")
        self.scan(app)
        app.find(ASKING, "label")
        app.find(prefix="Tintype looks for codes and links in it: in the newest screenshot only, and only", role="label")
        assert not app.shows("Full Text")
        app.press("Allow")
        wait_for(lambda: app.shows("Full Text") and full_text(app) == "newest", "the newest is shown")
        assert store.get(SCREENSHOTS) == ["yes"] and store.get(LIBRARY) == ["yes"]

    def test_a_no_to_screenshots_is_none_to_saving(self, app, store, roll):
        self.scan(app)
        app.press("Don't Allow")
        app.find("Tintype may not look at your screenshots", "label")
        assert store.get(SCREENSHOTS) == ["no"] and store.get(LIBRARY) == []
        app.person.wait_for_dialog()
        app.person.key("Escape")
        app.press("Take Photo")
        app.find("Save photos to your library?", "label")
        app.press("Allow")
        roll.wait_for(1)

    def test_a_stacked_code_in_it(self, app, store, folder_of_screenshots):
        store.set(SCREENSHOTS, "yes")
        qr.write_stacked(folder_of_screenshots / "a.png")
        self.scan(app)
        wait_for(lambda: app.shows("Full Text") and "98898765432106" in full_text(app), "it is read")

    def test_without_permission_a_file_is_asked_for(self, app, store, folder_of_screenshots, home):
        qr.write("secret", folder_of_screenshots / "a.png")
        store.set(SCREENSHOTS, "no")
        self.scan(app)
        app.find("Tintype may not look at your screenshots", "label")
        app.find("Denied", "label")
        app.button("Open Settings")
        app.press("Choose an Image…")
        app.find("Choose an Image")
        qr.write("chosen", home.folder / "chosen.png")
        app.person.wait_for_dialog()
        app.person.type_path(home.folder / "chosen.png")
        app.person.key("Return")
        wait_for(lambda: app.shows("Full Text") and full_text(app) == "chosen", "the chosen image is scanned")

    def test_open_settings_leads_to_the_switch_that_is_meant(self, app, store):
        store.set(SCREENSHOTS, "no")
        self.scan(app)
        app.press("Open Settings")
        switch = app.find("Screenshots Access", "switch")
        wait_for(lambda: "focused" in switch.states, "the keyboard is on it")
        switch.press()
        wait_for(lambda: store.get(SCREENSHOTS) == ["yes"], "yes is stored")

    def test_one_folder_says_so_and_all_can_be_allowed(self, app, store, home, folder_of_screenshots):
        chosen = home.folder / "Holiday 2026"
        chosen.mkdir()
        qr.write("newest", folder_of_screenshots / "a.png")
        home.store(screenshots_folder=str(chosen))
        store.set(SCREENSHOTS, "limited")
        self.scan(app)
        app.find("Tintype may look into Holiday 2026 only", "label")
        app.find("Limited", "label")
        app.button("Choose an Image…")
        app.press("Allow Screenshots Folder")
        wait_for(lambda: app.shows("Full Text") and full_text(app) == "newest", "the newest is shown")
        assert store.get(SCREENSHOTS) == ["yes"]

    def test_turned_off_nothing_is_asked_but_the_file(self, home, launch, store, folder_of_screenshots):
        home.store(scan_screenshots=False)
        folder_of_screenshots.mkdir()
        qr.write("secret", folder_of_screenshots / "a.png")
        app = launch("--camera=test")
        Viewfinder(app).wait_until_moving()
        app.person.wait_for_focus()
        self.scan(app)
        app.find("Scanning screenshots is turned off", "label")
        app.button("Choose an Image…")
        assert not app.shows(ASKING) and store.get(SCREENSHOTS) == []
        app.press("Open Settings")
        wait_for(lambda: any("focused" in each.states for each in app.matching("Scan Latest Screenshot")),
                 "the keyboard is on the switch")

    def test_none_of_the_last_minute(self, app, store, folder_of_screenshots):
        store.set(SCREENSHOTS, "yes")
        qr.write("old", folder_of_screenshots / "a.png")
        os.utime(folder_of_screenshots / "a.png", (time.time() - 250,) * 2)
        self.scan(app)
        app.find("No screenshot within the last minute", "label")
        app.find("The newest was taken 4 minutes ago.", "label")
        app.button("Choose an Image…")
        app.press("Scan It Anyway")
        wait_for(lambda: app.shows("Full Text") and full_text(app) == "old", "this one is scanned")

    def test_no_code_in_it(self, app, store, folder_of_screenshots):
        store.set(SCREENSHOTS, "yes")
        (folder_of_screenshots / "a.png").write_text("no image at all")
        self.scan(app)
        app.find("No code in the latest screenshot", "label")
        app.button("Choose an Image…")


@pytest.mark.parametrize("answer, title", [("no", "To scan codes, Tintype needs the camera"),
                                           (None, "Allow Tintype to use the camera?")])
def test_no_code_is_to_be_pointed_at_without_a_picture(launch, cameras, store, answer, title):
    cameras.make()
    store.set(CAMERA, *[answer] if answer else [])
    app = launch()
    app.find("Camera access is off" if answer else title)
    app.press("Scan Codes")
    app.find(title)
    if not answer:
        app.find(prefix="Tintype uses the camera to scan codes, and to take photos and videos.")
    stays(lambda: not app.shows("Point at a code"), "no hint", 0.5)
    app.person.wait_for_focus()
    app.person.key("ctrl+r")
    if answer:
        app.find("To record videos, Tintype needs the camera")
    store.set(CAMERA, "yes")
    app.find("Point at a code")
