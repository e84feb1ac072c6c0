# SPDX-License-Identifier: GPL-3.0-or-later
"""From a telephone's screen to one of 4K, with large letters and in German: nothing is cut or outside the window. The
pictures stay in .build/window-tests/room."""

from pathlib import Path

import pytest
from PIL import Image

from harness import legibility, processes
from harness.viewfinder import Viewfinder
from harness.waiting import wait_for

PICTURES = Path(__file__).resolve().parents[2] / ".build/window-tests/room"
#: Logical pixels above and below the picture.
HEADER, DECK = 48, 120


def _cut(app):
    """Focusable widgets that are not wholly in the window; chips may be outside, as they scroll."""
    _, _, width, height = app.find("Tintype", "window").extents
    found = []
    for each in app.everything():
        if "focusable" not in each.states or not each.control.has_role(("button", "slider")):
            continue
        left, top, wide, high = each.control.extents
        is_across = left >= 0 and left + wide <= width
        is_chip = top >= HEADER and top + high <= height - DECK
        if wide and (top < 0 or top + high > height or not is_across and not is_chip):
            found.append((each.name, each.control.extents))
    return found


@pytest.fixture
def start(launch, cameras, allowed, german):
    def start(kind, **settings):
        allowed.store(last_shooting_mode="pro" if kind == "pro" else "auto", **settings)
        cameras.make("/dev/video0", name="Acme HD Webcam", port="2", modes=["MJPG:1280x720@30"])
        cameras.make("/dev/video1", name="Acme Document Camera", port="3")
        app = launch(env=german)
        Viewfinder(app, "Sucher").wait_until_live()
        app.person.wait_for_focus()
        if kind == "video":
            app.press("Video")
            app.button("Video aufnehmen")
        if kind == "pro":
            app.find("Weißabgleich", "slider")
        return app
    return start


def enlarge(desktop):
    """Makes letters half as large again. If no desktop sets their size, GTK takes it from the X resources."""
    processes.output(["xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", "Xft.dpi:\t144\n"],
                     desktop.env)


def keep(request, shown):
    """For a person to look at."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    name = request.node.name.removeprefix("test_").replace("[", "-").rstrip("]")
    Image.fromarray(shown.pixels()).save(PICTURES / f"{name}.png")


@pytest.mark.parametrize("kind", ["auto", "pro", "video"])
@pytest.mark.parametrize("size", [(360, 480), (360, 640), (640, 480)], ids="{0[0]}x{0[1]}".format)
def test_large_letters_have_room_in_a_small_window(start, desktop, kind, size):
    enlarge(desktop)
    app = start(kind, window_width=size[0], window_height=size[1])
    _, _, width, height = app.find("Tintype", "window").extents
    # Without transparency GTK's edge around the window is a part of it.
    assert width <= size[0] and height <= size[1]
    wait_for(lambda: not _cut(app), lambda: f"nothing is cut, but {_cut(app)}", 10)


@pytest.mark.parametrize("kind, button", [
    ("auto", "Form und Spiegel"), ("auto", "Selbstauslöser"), ("auto", "Hauptmenü"), ("auto", "Kamera auswählen"),
    ("pro", "Bildhilfen"), ("video", "Tempo")])
def test_menus_are_whole_and_can_be_read(start, kind, button):
    app = start(kind, window_width=360, window_height=640)
    app.press(button)
    menu = legibility.menu(app)
    wait_for(lambda: min(menu.contrasts().values(), default=0) >= 4.5, lambda: f"contrast: {menu.contrasts()}", 10)
    assert menu.cut() == {}


@pytest.mark.parametrize("letters", [100, 150])
@pytest.mark.parametrize("kind, button, item", [
    ("pro", "Mehr", "Alles zurücksetzen"), ("pro", "Voreinstellungen", "Speichern"), ("video", "Ton", "Stumm")])
def test_panels_are_whole(request, start, desktop, kind, button, item, letters):
    if letters > 100:
        enlarge(desktop)
    app = start(kind, window_width=360, window_height=640)
    app.press(button)
    panel = legibility.panel(app, item)
    wait_for(lambda: panel.cut(is_scrolled=True) == {}, lambda: f"cut: {panel.cut(is_scrolled=True)}", 10)
    keep(request, panel)
    if button == "Voreinstellungen":
        left, _, _, bottom = panel._area(app.find(item, "button"))
        assert panel.pixels()[bottom + 6, left + 10].max() > 20, "the button touches the panel's edge"


@pytest.mark.parametrize("letters", [100, 150])
@pytest.mark.parametrize("card, button", [("save", "Speichern unter …"), ("heic", "Bei HEIC bleiben")])
def test_cards_are_whole_and_can_be_read(request, start, desktop, home, card, button, letters):
    if letters > 100:
        enlarge(desktop)
    if card == "heic":
        home.store_text("heic-hint-shown", "false")
    app = start("auto", window_width=360, window_height=640, library_access="no" if card == "save" else "yes")
    app.press("Foto aufnehmen")
    app.button(button)
    shown = legibility.main(app)
    wait_for(lambda: min(shown.contrasts().values(), default=0) >= 4.5, lambda: f"contrast: {shown.contrasts()}", 10)
    assert _cut(app) == []
    assert shown.outside() == set()
    keep(request, shown)


@pytest.mark.parametrize("access, has_camera, button", [
    (None, True, "Erlauben"), ("no", True, "Einstellungen öffnen"), ("yes", False, "Testszene verwenden")])
def test_messages_are_whole_and_can_be_read(launch, cameras, home, german, access, has_camera, button):
    home.store(window_width=360, window_height=640, **({"camera_access": access} if access else {}))
    if has_camera:
        cameras.make()
    app = launch(env=german)
    app.button(button)
    shown = legibility.main(app)
    wait_for(lambda: min(shown.contrasts().values(), default=0) >= 4.5, lambda: f"contrast: {shown.contrasts()}", 10)
    assert _cut(app) == []


@pytest.mark.parametrize("width", [360, 960])
def test_chosen_values_are_not_cut_in_the_preferences(start, width):
    app = start("auto", window_width=width, window_height=640)
    app.person.key("ctrl+comma")
    for words in ("Standard", "Automatisch"):
        # A letter takes at least five pixels; what is cut to one and an ellipsis has less for all of them.
        label = app.find(words, "label")
        wait_for(lambda: label.extents[2] >= 5 * len(words), lambda: (words, label.extents), 10)


@pytest.mark.screen(3840, 2160)
@pytest.mark.wayland(scales=(1.25, 1.5))
@pytest.mark.parametrize("kind", ["auto", "pro", "video"])
def test_a_4k_screen_is_filled(start, desktop, kind):
    app = start(kind)
    scale = app.scale
    window = app.find("Tintype", "window")
    app.person.key("F11")
    full = 3840 / scale, 2160 / scale
    # Without transparency GTK's edge around the window is a part of it.
    wait_for(lambda: all(0 <= all_ - seen <= 10 for all_, seen in zip(full, window.extents[2:])), lambda: window.extents)
    assert _cut(app) == []
    view = Viewfinder(app, "Sucher")

    def fits():
        area, box = view.area(), Viewfinder.box_in(view.pixels())
        room = 3840 - 2 * area[0], 2160 - 2 * area[0] - (HEADER + DECK) * scale
        assert all(abs(seen - size) <= 2 * scale for seen, size in zip(area[2:], room)), (area, room)
        wanted = min(area[2], area[3] * 16 / 9), min(area[3], area[2] * 9 / 16)
        return box and all(abs(seen - size) <= 2 for seen, size in zip(box[2:], wanted))
    wait_for(fits, lambda: f"the picture is as large as it can be: {Viewfinder.box_in(view.pixels())} in {view.area()}", 10)
