#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds every module of the Flatpak's manifest one after the other, and Tintype with them, then takes a photo.

    build-aux/check-flatpak.py [RELEASE]

A fresh system of Debian stands in place of GNOME's SDK, which is at Flathub only: RELEASE is trixie by default. The
modules go to /app, are built as flatpak-builder builds them, and are found before the system's own, which stands in for
one whose source can't be reached. Takes what debian-chroot takes, PyYAML and the network; sources are kept in
.build/flatpak-sources. What each module says is in .build/check-flatpak.log.
"""

import hashlib
import shlex
import subprocess
import sys
import urllib.request
from pathlib import Path

import yaml

_ROOT = Path(__file__).resolve().parent.parent
_MANIFEST = _ROOT / "build-aux/io.github.tintype.Tintype.yml"
_SOURCES = _ROOT / ".build/flatpak-sources"
_LOG = _ROOT / ".build/check-flatpak.log"
#: What the SDK has and what debian/control does not ask for.
_SDK = ("cmake ninja-build meson nasm autoconf automake libtool gettext autopoint libtdb-dev libvorbis-dev libltdl-dev "
        "libpulse-dev libjpeg-dev libudev-dev libglib2.0-dev libcap-dev xz-utils libx11-dev dbus")
_BEGIN = """
export PATH=/app/bin:$PATH PKG_CONFIG_PATH=/app/lib/pkgconfig:/app/share/pkgconfig CMAKE_PREFIX_PATH=/app
export LD_LIBRARY_PATH=/app/lib CFLAGS='-O2 -g' CXXFLAGS='-O2 -g' LDFLAGS=-L/app/lib
apt-get update -qq && apt-get install -y -qq {sdk}
"""
_STEPS = {
    "cmake-ninja": "cmake -G Ninja -DCMAKE_INSTALL_PREFIX=/app -DCMAKE_INSTALL_LIBDIR=lib {options} . "
                   "&& ninja && ninja install",
    "meson": "meson setup --prefix=/app --libdir=lib {options} _flatpak_build "
             "&& ninja -C _flatpak_build && ninja -C _flatpak_build install",
    "autotools": "{{ [ -x configure ] || NOCONFIGURE=1 ./autogen.sh || autoreconf --install; }} "
                 "&& ./configure --prefix=/app --libdir=/app/lib {options} && make -j$(nproc) && make install",
}
_END = """
ldd "$(find /app -name tintype -type f -perm -100 | head -n 1)" | grep /app/lib/ | awk '{ print "  " $1 }' >&3
tintype --version >&3
dbus-run-session -- tintype --camera=test --shoot=/tmp/photo.heic
[ "$(head -c 12 /tmp/photo.heic | tail -c 8)" = ftypheic ] && echo 'took a photo as HEIC' >&3
"""


def fetched(source):
    """The file of a source, once its digest is right; None if it can't be reached."""
    file = _SOURCES / Path(source["url"]).name
    for address in [source["url"], *source.get("mirror-urls", [])]:
        if file.exists():
            break
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                file.write_bytes(answer.read())
        except OSError:
            continue
    if not file.exists():
        print(f"{file.name} can't be reached: the system's own stands in.")
        return None
    if hashlib.sha256(file.read_bytes()).hexdigest() != source["sha256"]:
        file.unlink()
        sys.exit(f"check-flatpak: {file.name} is another one than in the manifest")
    return file


def script(modules):
    """The shell's words for all modules; the third descriptor is the person's."""
    yield _BEGIN.format(sdk=_SDK)
    for module in modules:
        source = module["sources"][0]
        file = fetched(source) if source["type"] == "archive" else _SOURCES / "tintype.tar"
        if not file:
            continue
        place = f"/build/{module['name']}"
        yield f"mkdir -p {place} && cd {place}"
        yield f"tar --extract --file {shlex.quote(str(file))} --strip-components {int(source['type'] == 'archive')}"
        if "subdir" in module:
            yield f"cd {module['subdir']}"
        options = shlex.join(module.get("config-opts", []))
        yield _STEPS[module.get("buildsystem", "autotools")].format(options=options)
        yield f"echo built {module['name']} >&3"
    yield _END


def main(release):
    _SOURCES.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "-C", _ROOT, "archive", "--output", _SOURCES / "tintype.tar", "HEAD"], check=True)
    manifest = yaml.safe_load(_MANIFEST.read_text())
    (_SOURCES / "build.sh").write_text("\n".join(script(manifest["modules"])))
    with _LOG.open("w") as log:
        done = subprocess.run(
            [_ROOT / "build-aux/debian-chroot", "--build", "--bind-read-only", _SOURCES, release,
             "bash", "-euc", f"exec 3>&1 >&2; . {shlex.quote(str(_SOURCES / 'build.sh'))}"], stderr=log, check=False)
    if done.returncode:
        sys.exit(f"check-flatpak: failed; {_LOG} says why")
    print(f"These modules were built in Debian {release}, and Tintype with them.")


if __name__ == "__main__":
    main(*sys.argv[1:] or ["trixie"])
