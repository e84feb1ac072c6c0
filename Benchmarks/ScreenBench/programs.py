# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs that are measured: Tintype, the floors below it, and what a person would pick instead."""

import shutil
import subprocess
from dataclasses import dataclass, field
from typing import Callable

from . import OUTPUT
from .stage import CAMERA_NAME

_GST_FORMATS = {"YUYV": "video/x-raw,format=YUY2", "NV12": "video/x-raw,format=NV12", "MJPG": "image/jpeg"}
_FFMPEG_FORMATS = {"YUYV": "yuyv422", "NV12": "nv12", "MJPG": "mjpeg"}
_BARE_SOURCE = __file__.replace("programs.py", "bare.c")


@dataclass(frozen=True)
class Mode:
    """A camera's mode."""
    format: str
    width: int
    height: int
    rate: int

    def __str__(self):
        return f"{self.format}:{self.width}x{self.height}@{self.rate}"

    @property
    def pixels(self):
        return self.width * self.height


@dataclass(frozen=True)
class Program:
    """One program. `role` is "ours", "floor" (less than a camera program) or "peer"."""
    name: str
    role: str
    executable: str
    command: Callable
    env: dict = field(default_factory=dict)
    shows_camera: bool = True
    #: Whether it finds cameras through udev only.
    needs_udev: bool = False

    @property
    def is_installed(self):
        return shutil.which(self.executable) is not None


def _gst(mode, sink="ximagesink"):
    decoder = ["jpegdec", "!"] if mode.format == "MJPG" else []
    caps = f"{_GST_FORMATS[mode.format]},width={mode.width},height={mode.height},framerate={mode.rate}/1"
    return ["gst-launch-1.0", "-q", "v4l2src", "device=/dev/video0", "!", caps, "!", *decoder, "videoconvert", "!",
            sink, "sync=false"]


def _ffplay(mode):
    return ["ffplay", "-loglevel", "quiet", "-fflags", "nobuffer", "-flags", "low_delay", "-probesize", "32",
            "-analyzeduration", "0", "-framedrop", "-an", "-f", "v4l2", "-input_format", _FFMPEG_FORMATS[mode.format],
            "-video_size", f"{mode.width}x{mode.height}", "-framerate", str(mode.rate), "/dev/video0"]


def _guvcview(mode):
    # Without its second window and without sound, in its favour.
    return ["guvcview", "-d", "/dev/video0", "-x", f"{mode.width}x{mode.height}", "-f", mode.format, "-F", str(mode.rate),
            "-g", "none", "-a", "none"]


TINTYPE = Program("Tintype", "ours", "tintype", lambda mode: ["tintype"])
GST = Program("gst-launch", "floor", "gst-launch-1.0", _gst)
FFPLAY = Program("ffplay", "peer", "ffplay", _ffplay)
GUVCVIEW = Program("guvcview", "peer", "guvcview", _guvcview)
CHEESE = Program("Cheese", "peer", "cheese", lambda mode: ["cheese", "-d", CAMERA_NAME], needs_udev=True)
GST_WAYLAND = Program("gst waylandsink", "floor", "gst-launch-1.0", lambda mode: _gst(mode, "waylandsink"))
GUVCVIEW_WAYLAND = Program("guvcview", "peer", "guvcview", _guvcview, env={"SDL_VIDEODRIVER": "wayland"})
#: The same drawing as Tintype's without a GPU.
BARE = Program("bare window", "floor", str(OUTPUT / "bare"), lambda mode: [str(OUTPUT / "bare")],
               env={"GSK_RENDERER": "cairo", "GDK_DEBUG": "gl-disable"}, shows_camera=False)


def build_bare():
    """Compiles the bare window where it can be; says whether it is there."""
    OUTPUT.mkdir(parents=True, exist_ok=True)
    try:
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "libadwaita-1"], capture_output=True, text=True,
                               check=True).stdout.split()
        subprocess.run(["cc", "-O2", "-o", BARE.executable, _BARE_SOURCE, *flags], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def camera_programs():
    """Those that show the camera and are installed, Tintype first."""
    return [each for each in (TINTYPE, GST, FFPLAY, GUVCVIEW, CHEESE) if each.is_installed]


def wayland_programs():
    """Those of them that draw on Wayland by themselves."""
    has_sink = shutil.which("gst-inspect-1.0") and subprocess.run(
        ["gst-inspect-1.0", "--exists", "waylandsink"], check=False).returncode == 0
    return [each for each in (TINTYPE, *[GST_WAYLAND] * bool(has_sink), GUVCVIEW_WAYLAND) if each.is_installed]


def variant(name, env):
    """Tintype under another name, with more in its environment."""
    return Program(name, "ours", "tintype", TINTYPE.command, env)
