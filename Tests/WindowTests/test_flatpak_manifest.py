# SPDX-License-Identifier: GPL-3.0-or-later
"""Tintype's rights as a Flatpak: exactly those that its manifest gives reasons for. It can't be built without a network."""

import re
from pathlib import Path

import pytest
import yaml

PROJECT = Path(__file__).resolve().parents[2]
MANIFEST = PROJECT / "build-aux/io.github.tintype.Tintype.yml"
APP_ID = "io.github.tintype.Tintype"
ALLOWED = {"--socket=wayland", "--socket=fallback-x11", "--share=ipc", "--device=dri",
           "--filesystem=xdg-pictures/Camera:create", "--socket=pulseaudio"}


@pytest.fixture
def manifest():
    return yaml.safe_load(MANIFEST.read_text())


def test_it_may_do_no_more_than_it_must(manifest):
    assert set(manifest["finish-args"]) == ALLOWED
    assert len(manifest["finish-args"]) == len(ALLOWED)


def test_it_is_named_as_everywhere(manifest):
    assert manifest["id"] == APP_ID and MANIFEST.name == f"{APP_ID}.yml", "Flathub's linter asks for that name"
    assert manifest["command"] == "tintype"
    assert (PROJECT / f"data/{APP_ID}.desktop.in").exists()


def test_what_it_is_built_from_is_there(manifest):
    assert {"runtime", "runtime-version", "sdk"} <= manifest.keys()
    # A number would lose its zeros.
    assert isinstance(manifest["runtime-version"], str)
    *libraries, program = manifest["modules"]
    assert program["name"] == "tintype"
    assert (MANIFEST.parent / program["sources"][0]["path"] / "meson.build").resolve().exists()
    for module in libraries:
        source, = module["sources"]
        assert source["type"] == "archive" and source["url"].startswith("https://deb.debian.org/"), module["name"]
        assert re.fullmatch("[0-9a-f]{64}", source["sha256"]), module["name"]
        path = source["url"].removeprefix("https://deb.debian.org/debian/")
        mirror, = source["mirror-urls"]
        assert re.fullmatch(rf"https://snapshot\.debian\.org/archive/debian/\d{{8}}T\d{{6}}Z/{re.escape(path)}", mirror)


def test_each_library_that_the_program_is_linked_with_is_there(manifest):
    """The libraries missing in GNOME's runtime; the rest is GTK's and GLib's."""
    linked = {"CV4L2": "v4l-utils", "CLoaders": "libheif", "CYUV": "libyuv", "CCanberra": "libcanberra",
              "CExif": "libexif", "CZXing": "zxing-cpp", "CGUdev": "libgudev"}
    of_runtime = {"CGtk", "CTurboJPEG", "CPipeWire", "CPipeWireShims", "CHeif", "CFiles", "CShims", "CGdkPixbuf",
                  "CPixbufShims", "CGLib", "CApart", "CMerging", "CPNG"}
    package = (PROJECT / "Package.swift").read_text()
    assert set(re.findall(r'name: "(C[A-Z]\w+)"', package)) - of_runtime == set(linked)
    assert set(linked.values()) <= {module["name"] for module in manifest["modules"]}


def test_nothing_is_fetched_while_it_is_built(manifest):
    words = str(manifest.get("build-options", {})) + str([module.get("build-options") for module in manifest["modules"]])
    assert "share=network" not in words
