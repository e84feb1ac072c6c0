# SPDX-License-Identifier: GPL-3.0-or-later
"""Modules that Debian's kernel is built without, made from Debian's own sources for the kernel that is booted."""

import shutil
import subprocess
import tarfile
from contextlib import contextmanager

LOOPBACK = "v4l2loopback"
SENSOR = "vimc"


def files(kernel):
    """The built modules' files; made once for each kernel."""
    built = [kernel.tree / f"{name}.ko" for name in (LOOPBACK, SENSOR)]
    if not all(file.exists() for file in built):
        with _build_folder(kernel) as folder:
            for source in (_loopback_source(folder), _sensor_source(folder, kernel)):
                module, = _build(folder, source)
                shutil.copy(module, kernel.tree)
    return built


@contextmanager
def _build_folder(kernel):
    """A folder with the kernel's headers, and with what the archive has of the sources."""
    folder = kernel.tree / "headers"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    headers = f"linux-headers-{kernel.version}"
    series = ".".join(kernel.version.split(".")[:2])
    common = headers.rpartition("-")[0] + "-common"
    packages = [headers, common, f"linux-kbuild-{series}", f"linux-source-{series}", f"{LOOPBACK}-dkms"]
    command = ["apt-get", "download", "-qq", "-o", "APT::Sandbox::User=root", *packages]
    subprocess.run(command, cwd=folder, check=True)
    for package in folder.glob("*.deb"):
        subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)
    # The package expects to be installed.
    makefile = folder / "usr/src" / headers / "Makefile"
    makefile.write_text(makefile.read_text().replace("/usr/src/", f"{folder}/usr/src/"))
    yield folder
    shutil.rmtree(folder)


def _loopback_source(folder):
    source, = folder.glob(f"usr/src/{LOOPBACK}-*")
    return source


def _sensor_source(folder, kernel):
    """The driver of a sensor and the chips behind it, which the kernel's own tests use."""
    archive, = folder.glob("usr/src/linux-source-*.tar.xz")
    path = f"/drivers/media/test-drivers/{SENSOR}/"
    with tarfile.open(archive) as sources:
        for member in sources:
            if path in member.name and member.isfile():
                member.name = member.name.partition(path)[2]
                sources.extract(member, folder / SENSOR)
    return folder / SENSOR


def _build(folder, source):
    headers, = folder.glob("usr/src/linux-headers-*-amd64")
    command = ["make", "-C", headers, f"M={source}", "CONFIG_VIDEO_VIMC=m", "modules"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return source.glob("*.ko")
