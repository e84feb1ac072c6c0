# SPDX-License-Identifier: GPL-3.0-or-later
"""Debian's stock kernel, unpacked below the build folder. Nothing is installed, /boot is not touched."""

import os
import shutil
import subprocess
from collections import namedtuple

from .. import KERNELS

#: Depends on the newest stock kernel there is.
PACKAGE = "linux-image-amd64"

#: version: as `uname -r` says; image: the file to boot; tree: a folder that holds lib/modules/VERSION.
Kernel = namedtuple("Kernel", "version image tree")


class Missing(Exception):
    """There is no kernel, and why."""


def find():
    """The kernel that was unpacked before, or else the newest one of the package archive."""
    unpacked = sorted(KERNELS.glob("*/complete"), key=lambda mark: mark.stat().st_mtime)
    return _kernel_in(unpacked[-1].parent if unpacked else _unpack(_download()))


def _kernel_in(tree):
    image, = tree.glob("boot/vmlinuz-*")
    return Kernel(image.name.removeprefix("vmlinuz-"), image, tree)


def _download():
    """Returns the package's file."""
    folder = KERNELS / "download"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if not _fetch(folder) and os.geteuid() == 0:
        # The archive changes: its list may be old or missing.
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        _fetch(folder)
    packages = list(folder.glob("*.deb"))
    if not packages:
        raise Missing(f"The package that {PACKAGE} depends on could not be downloaded. "
                      "As root, `apt-get update` may help.")
    return packages[0]


def _fetch(folder):
    question = ["apt-cache", "depends", "--important", PACKAGE]
    # Its words are read: only in plain C are they English whatever LANGUAGE says.
    answer = subprocess.run(question, env=os.environ | {"LC_ALL": "C"}, check=False, capture_output=True, text=True).stdout
    names = [line.split()[-1] for line in answer.splitlines() if "Depends: linux-image-" in line]
    # As root apt would download as the user "nobody", who may not write here.
    command = ["apt-get", "download", "-qq", "-o", "APT::Sandbox::User=root", *names]
    return bool(names) and subprocess.run(command, cwd=folder, check=False).returncode == 0


def _unpack(package):
    """Returns the folder with boot/ and lib/modules/ in it."""
    tree = KERNELS / package.name.split("_")[0]
    shutil.rmtree(tree, ignore_errors=True)
    subprocess.run(["dpkg-deb", "--extract", package, tree], check=True)
    subprocess.run([_depmod(), "--basedir", tree, _kernel_in(tree).version], check=True)
    (tree / "complete").touch()
    shutil.rmtree(package.parent)
    return tree


def _depmod():
    """Not in every PATH."""
    return shutil.which("depmod", path="/usr/sbin:/sbin:" + os.environ["PATH"])


def modules(kernel, names):
    """The files of these modules and of all that they need, in the order in which they have to be loaded."""
    folder = kernel.tree / "lib/modules" / kernel.version
    needs = {}
    for line in (folder / "modules.dep").read_text().splitlines():
        path, _, rest = line.partition(":")
        needs[_name(path)] = (folder / path, [_name(word) for word in rest.split()])
    order = []

    def add(name):
        path, others = needs[name]
        for other in others:
            add(other)
        if path not in order:
            order.append(path)

    built_in = {_name(line) for line in (folder / "modules.builtin").read_text().splitlines()}
    for name in names:
        if name not in built_in:
            add(name)
    return order


def _name(path):
    return path.rpartition("/")[2].partition(".")[0].replace("-", "_")
