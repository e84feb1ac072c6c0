# SPDX-License-Identifier: GPL-3.0-or-later
"""The real kernel: Tintype beside Debian's own vivid and uvcvideo drivers, in an emulated machine.

    make check-kernel

host/ boots the machine, guest/ runs in it and does the checks, webcam/ is the camera on the machine's USB.
"""

from pathlib import Path

#: The source tree; at the same place in the emulated machine, which has this one's files.
ROOT = Path(__file__).resolve().parents[2]
#: What came out of the last run.
OUTPUT = ROOT / ".build/kernel-check"
#: The kernel and what is made of it; stays from run to run.
KERNELS = ROOT / ".build/kernel"
#: Where `make stage` puts the program.
STAGED = ROOT / ".build/run-prefix"
