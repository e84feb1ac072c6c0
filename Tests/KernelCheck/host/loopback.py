"""The module v4l2loopback, built from Debian's own source for the kernel that is booted."""

import shutil
import subprocess

SOURCE = "v4l2loopback-dkms"


def module(kernel):
    """The built module's file; made once for each kernel."""
    built = kernel.tree / "v4l2loopback.ko"
    if not built.exists():
        _build(kernel, built)
    return built


def _build(kernel, target):
    folder = kernel.tree / "headers"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    headers = f"linux-headers-{kernel.version}"
    kbuild = "linux-kbuild-" + ".".join(kernel.version.split(".")[:2])
    common = headers.rpartition("-")[0] + "-common"
    command = ["apt-get", "download", "-qq", "-o", "APT::Sandbox::User=root", headers, common, kbuild, SOURCE]
    subprocess.run(command, cwd=folder, check=True)
    for package in folder.glob("*.deb"):
        subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)
    # The package expects to be installed.
    makefile = folder / "usr/src" / headers / "Makefile"
    makefile.write_text(makefile.read_text().replace("/usr/src/", f"{folder}/usr/src/"))
    source, = folder.glob("usr/src/v4l2loopback-*")
    subprocess.run(["make", "-C", makefile.parent, f"M={source}", "modules"], check=True, stdout=subprocess.DEVNULL)
    shutil.copy(source / "v4l2loopback.ko", target)
    shutil.rmtree(folder)
