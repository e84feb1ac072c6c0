# SPDX-License-Identifier: GPL-3.0-or-later
"""The emulated machine: qemu without any help of the processor, so that it runs everywhere and always the same."""

import os
import subprocess
import sys
import time

from .. import OUTPUT, ROOT
from . import initramfs

#: Seconds for everything.
TIMEOUT = 900
#: Address and port at which the machine's USB ends; each connection gets its own camera.
USB = "10.0.2.100:3240"


def run(kernel, on_progress):
    """Boots, waits until the machine has switched itself off, and calls on_progress() meanwhile.

    Returns whether it came to its end.
    """
    archive = OUTPUT / "initramfs"
    initramfs.write(kernel, archive)
    _build_semantics()
    words = _command(kernel, archive, _webcam_script())
    with open(OUTPUT / "qemu.log", "wb") as log:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=_environment())
    deadline = time.monotonic() + TIMEOUT
    try:
        while process.poll() is None and time.monotonic() < deadline:
            # No event reports what the guest writes: it is polled.
            time.sleep(0.2)
            on_progress()
    finally:
        process.kill()
        process.wait()
    on_progress()
    return process.returncode == 0


def _build_semantics():
    """The virtual camera's own check of what drivers do, to be run with a real one."""
    source = ROOT / "Tests/VirtualCamera/checks/semantics.c"
    subprocess.run(["gcc", "-D_GNU_SOURCE", "-o", OUTPUT / "semantics", source], check=True)


def _environment():
    return os.environ | {"PYTHONPATH": str(ROOT / "Tests")}


def _webcam_script():
    """qemu starts it for each connection. A file of its own, because its options have commas and blanks in them."""
    path = OUTPUT / "webcam"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m KernelCheck.webcam 2>>"{OUTPUT}/webcam.log"\n')
    path.chmod(0o755)
    return path


def _command(kernel, archive, webcam):
    append = f"console=ttyS0 quiet panic=-1 mitigations=off source={ROOT} modules={kernel.tree}"
    return [
        "qemu-system-x86_64", "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
        # Nehalem has no AVX, whose emulation makes the software renderer of OpenGL crash.
        "-accel", "tcg,thread=multi", "-cpu", "Nehalem", "-smp", "2", "-m", "1536",
        "-kernel", str(kernel.image), "-initrd", str(archive), "-append", append,
        "-device", "cirrus-vga,romfile=",
        "-serial", f"file:{OUTPUT}/console.log",
        "-virtfs", "local,path=/,mount_tag=root,security_model=none,readonly=on,multidevs=remap",
        "-virtfs", f"local,path={OUTPUT},mount_tag=output,security_model=none",
        "-netdev", f"user,id=usb,restrict=on,guestfwd=tcp:{USB}-cmd:{webcam}",
        "-device", "virtio-net-pci,netdev=usb,romfile=",
    ]
