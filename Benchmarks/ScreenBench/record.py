# SPDX-License-Identifier: GPL-3.0-or-later
"""The costs and losses of recording: Tintype's formats beside a bare ffmpeg with the same settings, and beside guvcview.

Each decoded picture shows the number that the camera gave it: what is missing between the first and the last was lost, and
where a picture's time does not go with its number it was mistimed.
"""

import argparse
import contextlib
import json
import os
import re
import subprocess
import sys
import time

from harness import processes
from harness.cameras import framecode

from .keys import Keyboard
from .probe import sharpen_clock
from .programs import TINTYPE, Mode
from .rounds import in_turn
from .running import SETTLING, Run
from .stage import Stage
from .timeline import median, quantile, summary
from .usage import Meter

_MODE = Mode("MJPG", 1920, 1080, 30)
#: x264 as Tintype sets it on two processors (WriterPipeline.swift): the same speed, quality, bounds and key pictures.
_X264 = ["-c:v", "libx264", "-preset", "ultrafast", "-threads", "2", "-crf", "20", "-maxrate", "8M", "-bufsize", "16M",
         "-g", "30", "-bf", "0", "-pix_fmt", "yuv420p"]
#: Grey pictures of this width are looked at; the camera's code is wide enough for it.
_WIDTH = 960
#: Seconds for which the screen is looked at while it records, after the cost was measured: looking costs, too.
_WATCHED = 5
_HEADER = ("ms/s", "beyond", "MiB", "fps", "lost", "p95 off", "first", "playable", "Mbit/s", "PSNR", "SSIM", "seen p95",
           "gap")


def _streams(path):
    answer = subprocess.run(["ffprobe", "-v", "error", "-of", "json", "-show_entries",
                             "format=duration,size:packet=pts_time", "-select_streams", "v", str(path)],
                            capture_output=True, text=True, check=False)
    return json.loads(answer.stdout) if answer.returncode == 0 else None


def _numbers(path):
    """The camera's number on each picture, in the order in which they are shown; None if it can't be read."""
    width, height = _WIDTH, _WIDTH * _MODE.height // _MODE.width
    decoder = subprocess.Popen(["ffmpeg", "-v", "error", "-i", str(path), "-an", "-fps_mode", "passthrough", "-vf",
                                f"scale={width}:{height}", "-pix_fmt", "gray", "-f", "rawvideo", "-"],
                               stdout=subprocess.PIPE)
    found = []
    with decoder:
        while len(grey := decoder.stdout.read(width * height)) == width * height:
            code = framecode.find(grey, width, height)
            found.append(code.number if code else None)
    return found


def numbered_times(path):
    """The camera's number on each picture that can be read, and when it is shown, in seconds."""
    facts = _streams(path)
    if not facts or not facts.get("packets"):
        return []
    times = sorted(float(packet["pts_time"]) for packet in facts["packets"])
    return [(number, when) for number, when in zip(_numbers(path), times) if number is not None]


def _described(path):
    """A video's figures: pictures a second, lost ones, and how far their times are from the camera's, in ms.

    Nothing of a file that can't be read.
    """
    seen = numbered_times(path)
    if len(seen) < 2:
        return {"fps": None}
    facts = _streams(path)
    (first, began), (last, ended) = seen[0], seen[-1]
    off = [when - began - (number - first) / _MODE.rate for number, when in seen]
    middle = median(off)
    return {"fps": (len(seen) - 1) / (ended - began), "first_number": first,
            "lost": 1 - len({number for number, _ in seen}) / (last - first + 1),
            "off_p95_ms": quantile([abs(each - middle) * 1000 for each in off], 0.95),
            "mbit_per_s": int(facts["format"]["size"]) * 8e-6 / float(facts["format"]["duration"])}


def _quality(video, stage):
    """How much of what the camera gave is in the video, by ffmpeg: PSNR in dB, and SSIM.

    In RGB, because programs write other matrices and ranges than the camera's. The camera's scene stands still but for
    its number, which is in the upper half. The first seconds are left out: exposure and focus may change.
    """
    truth = stage.home.folder / "truth.png"
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "v4l2", "-input_format", "mjpeg", "-video_size",
                    f"{_MODE.width}x{_MODE.height}", "-i", "/dev/video0", "-frames:v", "1", "-pix_fmt", "rgb24", str(truth)],
                   env=stage.desktop.env | stage.cameras.env, check=True, stdin=subprocess.DEVNULL)
    half = "crop=iw:ih/2:0:ih/2,format=gbrp,split"
    graph = (f"[0:v]fps=2,scale={_MODE.width}:{_MODE.height},{half}[a][b];[1:v]{half}[c][d];"
             "[a][c]psnr=shortest=1,nullsink;[b][d]ssim=shortest=1")
    said = subprocess.run(["ffmpeg", "-hide_banner", "-ss", "4", "-i", str(video), "-loop", "1", "-i", str(truth), "-lavfi",
                           graph, "-f", "null", "-"], capture_output=True, text=True, check=False).stderr
    psnr, ssim = re.search(r"PSNR .*average:(\S+)", said), re.search(r"SSIM .*All:(\S+)", said)
    return {"psnr_db": float(psnr[1]), "ssim": float(ssim[1])} if psnr and ssim else {}


class Tintype:
    """A recording of Tintype's, by its key; the video format is one of its settings. None: the viewfinder alone."""

    def __init__(self, name, video_format):
        self.name, self._format = name, video_format
        self.is_recording = video_format is not None

    def measure(self, stage, seconds):
        stage.home.store_text("video-format", f"'{self._format or 'standard'}'")
        stage.home.store_text("microphone", "'none'")
        folder = stage.home.camera_roll
        for path in folder.glob("VID_*") if folder.exists() else []:
            path.unlink()
        keyboard = Keyboard(stage.desktop.env["DISPLAY"])
        with Run(stage, TINTYPE, _MODE) as run:
            assert run.locate(), "no picture"
            time.sleep(SETTLING)
            shown = run.probe.number(run.probe.pixels(run.spot), run.spot)
            if self._format:
                self._press(keyboard)
                # It begins within a second where plugins are examined.
                time.sleep(1.5)
            meter = Meter(run.pid, stage.server)
            time.sleep(seconds)
            found = meter.read() | self._seen(stage, run)
            if self._format:
                video, = folder.glob("VID_*")
                journal = stage.home.folder / ".local/state/tintype/videos"
                self._press(keyboard)
                since = time.monotonic()
                while any(journal.iterdir()) and time.monotonic() < since + 20:
                    time.sleep(0.001)
                found["playable_ms"] = (time.monotonic() - since) * 1000
                found |= _described(video) | {"video": video}
                if shown is not None and found.get("first_number"):
                    found["first"] = found["first_number"] - shown
        keyboard.close()
        return found

    @staticmethod
    def _seen(stage, run):
        """How late the viewfinder's pictures are, and the longest time without a new one; both in ms."""
        # The sign of a recording may cover the place where the picture's number was found.
        if not run.locate():
            return {}
        seen = summary(run.probe.watch(run.spot, _WATCHED, lambda: not run.is_alive), stage.done_ns, _WATCHED)
        return {"seen_p95_ms": (seen["latency_ms"] or {}).get("p95"), "gap_ms": seen["longest_gap_ms"]}

    @staticmethod
    def _press(keyboard):
        keyboard.down("r")
        keyboard.up("r")


class Command:
    """A program that records by itself for as long as its command says."""

    is_recording = True

    def __init__(self, name, command):
        self.name, self._command = name, command

    def measure(self, stage, seconds):
        path = stage.home.folder / f"{self.name.split()[0]}.mkv"
        path.unlink(missing_ok=True)
        command = self._command(path, int(seconds + 3))
        process = processes.start(command, stage.desktop.folder / f"{self.name.split()[0]}.log",
                                  stage.desktop.env | stage.cameras.env)
        time.sleep(2)
        meter = Meter(process.pid, stage.server)
        time.sleep(seconds)
        found = meter.read()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            processes.stop(process)
        written = path if path.exists() else next(iter(path.parent.glob(f"{path.stem}*.mkv")), None)
        return found | (_described(written) | {"video": written} if written else {})


def _ffmpeg(path, seconds):
    return ["ffmpeg", "-v", "error", "-y", "-f", "v4l2", "-input_format", "mjpeg", "-video_size",
            f"{_MODE.width}x{_MODE.height}", "-framerate", str(_MODE.rate), "-i", "/dev/video0", "-t", str(seconds),
            *_X264, str(path)]


def _guvcview(codec):
    # Without its second window and without sound, in its favour.
    return lambda path, seconds: [
        "guvcview", "-d", "/dev/video0", "-x", f"{_MODE.width}x{_MODE.height}", "-f", "MJPG", "-F", str(_MODE.rate),
        "-g", "none", "-a", "none", "-u", codec, "-j", str(path), "-y", str(seconds), "-e"]


_PROGRAMS = [Tintype("Tintype viewfinder", None), Tintype("Tintype Standard", "standard"),
             Tintype("Tintype Original", "original"), Command("ffmpeg x264", _ffmpeg),
             Command("guvcview raw", _guvcview("raw")), Command("guvcview h264", _guvcview("h264"))]


def _row(name, results, viewfinder):
    def middle(key, scale=1, form=".0f"):
        values = [each[key] * scale for each in results if each.get(key) is not None]
        return format(median(values), form) if values else "–"
    cost = median([each["cpu_ms_per_s"] for each in results])
    beyond = f"{cost - viewfinder:.0f}" if viewfinder is not None and name.startswith("Tintype ") else "–"
    words = (f"{cost:.0f}", beyond, middle("pss_mib"), middle("fps", 1, ".1f"), middle("lost", 100, ".1f") + " %",
             middle("off_p95_ms", 1, ".1f"), middle("first", 1, "+.0f"), middle("playable_ms"),
             middle("mbit_per_s", 1, ".1f"), middle("psnr_db", 1, ".1f"), middle("ssim", 1, ".4f"),
             middle("seen_p95_ms", 1, ".1f"), middle("gap_ms"))
    return f"{name:22}" + "".join(f"{word:>9}" for word in words)


def main(words):
    parser = argparse.ArgumentParser(prog="ScreenBench.record", description=__doc__)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--only", help="programs whose names contain this, and the viewfinder")
    parser.add_argument("--busy", type=int, default=0, help="number of endless loops that run beside")
    options = parser.parse_args(words)
    sharpen_clock()
    programs = [each for each in _PROGRAMS if not options.only or options.only in each.name or "viewfinder" in each.name]
    results = {each.name: [] for each in programs}
    with Stage() as stage, contextlib.ExitStack() as busy:
        for index in range(options.busy):
            log = stage.desktop.folder / f"busy-{index}.log"
            loop = processes.start(["sh", "-c", "while :; do :; done"], log, os.environ)
            busy.callback(processes.stop, loop)
        for program in in_turn(programs, options.rounds):
            stage.plug_in(str(_MODE))
            # The viewfinder's costs are known after some seconds.
            seconds = options.seconds if program.is_recording else min(options.seconds, 8)
            found = program.measure(stage, seconds)
            results[program.name].append(found | (_quality(found["video"], stage) if found.get("video") else {}))
    print(f"{_MODE}, {options.rounds} rounds of {options.seconds:.0f} s, {options.busy} busy loops beside, medians; "
          "times in ms\n")
    print(f"{'':22}" + "".join(f"{word:>9}" for word in _HEADER))
    viewfinder = median([each["cpu_ms_per_s"] for each in results["Tintype viewfinder"]])
    for name, each in results.items():
        print(_row(name, each, viewfinder), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
