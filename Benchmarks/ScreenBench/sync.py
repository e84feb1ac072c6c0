# SPDX-License-Identifier: GPL-3.0-or-later
"""How far the sound of a recording is from its pictures.

The virtual camera writes its number on each picture, and says when that was ready; a microphone of PulseAudio's hears a beep
every half second, whose moment is known. Where the finished video has both is read from it by ffmpeg.
"""

import argparse
import contextlib
import fcntl
import os
import struct
import subprocess
import sys
import termios
import threading
import time

import numpy

from harness import processes

from .probe import sharpen_clock
from .programs import TINTYPE, Mode
from .record import numbered_times
from .running import SETTLING, Run
from .stage import Stage
from .timeline import median, quantile
from .usage import pss_mib

_MODE = Mode("MJPG", 1280, 720, 30)
_RATE = 48_000
#: Samples that are spoken at a time: 5 ms.
_STEP = 240
#: Bytes of 50 ms.
_OLD = _RATE // 10
_PERIOD = _RATE // 2
_LOUD = 4000
#: Seconds: beside a pause a beep may be cut, and between two pictures so far apart there was one.
_SEAM = 0.15
#: Seconds that a pause lasts.
_PAUSE = 0.4


class Speaker(threading.Thread):
    """Speaks into a pipe in real time, and remembers when each beep began, in seconds of the monotonic clock.

    drift: how much faster than that clock it speaks, in parts of a million.
    """

    def __init__(self, path, drift):
        super().__init__(daemon=True)
        self.beeps = []
        self._pipe = open(path, "r+b", buffering=0)
        os.set_blocking(self._pipe.fileno(), False)
        self._rate = _RATE * (1 + drift * 1e-6)
        self._ended = threading.Event()

    def run(self):
        start, spoken = time.monotonic(), 0
        tone = (numpy.cos(numpy.arange(_PERIOD) * (2 * numpy.pi / 48)) * 16384).astype("<i2")
        while not self._ended.is_set():
            # A step is written when it is over, as a sound card hands it over.
            phase, begin = spoken % _PERIOD, start + spoken / self._rate
            spoken += _STEP
            time.sleep(max(0, start + spoken / self._rate - time.monotonic()))
            is_beep = _PERIOD // 2 <= phase < _PERIOD // 2 + _PERIOD // 5
            if phase == _PERIOD // 2:
                self.beeps.append(begin)
            self._drop_unread_sound()
            self._pipe.write((tone[phase:phase + _STEP] if is_beep else tone[:_STEP] * 0).tobytes())

    def _drop_unread_sound(self):
        """The server reads only during a recording; what it reads then must not be old."""
        waiting = struct.unpack("i", fcntl.ioctl(self._pipe, termios.FIONREAD, bytes(4)))[0]
        if waiting > _OLD:
            with contextlib.suppress(BlockingIOError):
                os.read(self._pipe.fileno(), waiting)

    def stop(self):
        self._ended.set()
        self.join()
        self._pipe.close()


class FrameTimes(threading.Thread):
    """When the camera had each picture ready, which it forgets after a while; in seconds of the monotonic clock."""

    def __init__(self, stage):
        super().__init__(daemon=True)
        self.ready = {}
        self._stage = stage
        self._ended = threading.Event()

    def run(self):
        while not self._ended.wait(0.3):
            newest = self._stage.camera.newest_frame
            for number in range(max(0, newest - 30), newest + 1):
                if when := self._stage.done_ns(number):
                    self.ready[number] = when / 1e9

    def stop(self):
        self._ended.set()
        self.join()


def _onsets(path):
    """When each beep begins in the video, in seconds."""
    command = ["ffmpeg", "-v", "error", "-i", str(path), "-map", "0:a", "-af", "aresample=async=1:first_pts=0", "-ac", "1",
               "-ar", str(_RATE), "-f", "s16le", "-"]
    decoded = subprocess.run(command, capture_output=True, check=True).stdout
    loud = numpy.nonzero(numpy.abs(numpy.frombuffer(decoded, "<i2").astype(int)) > _LOUD)[0]
    return [float(each) / _RATE for each in loud[numpy.diff(loud, prepend=-_PERIOD) > _PERIOD // 4]]


def _offsets(path, ready, beeps):
    """For each beep: its place in the video, and how many ms later it is heard than the picture of that moment is seen."""
    pictures = [(when, ready[number]) for number, when in numbered_times(path) if number in ready]
    shown, captured = (numpy.array(each) for each in zip(*pictures))
    seams = shown[1:][numpy.diff(captured) > numpy.diff(shown) + _SEAM]
    found = []
    # The first and the last may be cut, as may be those beside a pause.
    for heard in _onsets(path)[1:-1]:
        if len(seams) and numpy.abs(seams - heard).min() < _SEAM:
            continue
        moment = numpy.interp(heard, shown, captured)
        spoken = min(beeps, key=lambda each: abs(each - moment))
        found.append((heard, (moment - spoken) * 1000))
    return found


def _record(stage, seconds, environment):
    """Without a window."""
    video = stage.home.folder / "sync.mp4"
    video.unlink(missing_ok=True)
    command = ["tintype", "--allow-microphone", "--camera=/dev/video0", f"--record={video}", f"--seconds={seconds}"]
    subprocess.run(command, env=environment | stage.cameras.env, check=True, stdout=subprocess.DEVNULL)
    return video


class Memory(threading.Thread):
    """A process's memory in MiB, measured each minute and when it begins."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.taken = []
        self._pid = pid
        self._ended = threading.Event()

    def run(self):
        while not self._ended.wait(60 if self.taken else 5):
            self.taken.append(pss_mib(self._pid))

    def stop(self):
        self._ended.set()
        self.join()


def _record_in_the_window(stage, seconds, pauses):
    """Records with this many pauses. Returns how long the video took to be whole, and the memory if it lasts minutes."""
    def press(action):
        subprocess.run(["gdbus", "call", "--session", "--dest", "io.github.tintype.Tintype", "--object-path",
                        "/io/github/tintype/Tintype/window/1", "--method", "org.gtk.Actions.Activate", action, "[]", "{}"],
                       env=stage.desktop.env, check=True, capture_output=True)
    subprocess.run(["tintype", "--allow-microphone"], env=stage.desktop.env, check=True, stdout=subprocess.DEVNULL)
    with Run(stage, TINTYPE, _MODE) as run:
        assert run.locate(), "no picture"
        time.sleep(SETTLING)
        before = pss_mib(run.pid)
        press("record")
        memory = Memory(run.pid)
        memory.start()
        for _ in range(pauses):
            time.sleep(seconds / (pauses + 1))
            press("pause-recording")
            time.sleep(_PAUSE)
            press("pause-recording")
        time.sleep(seconds / (pauses + 1))
        memory.stop()
        press("record")
        journal = stage.home.folder / ".local/state/tintype/videos"
        since = time.monotonic()
        while any(journal.iterdir()) and time.monotonic() < since + 20:
            time.sleep(0.005)
        print(f"whole {(time.monotonic() - since) * 1000:.0f} ms after it was stopped; MiB beyond the viewfinder, minute by "
              f"minute: {' '.join(f'{each - before:.0f}' for each in memory.taken)}", flush=True)
    video, = stage.home.camera_roll.glob("VID_*")
    return video


def measure(stage, seconds, drift, pauses):
    """pauses: None without a window."""
    runtime = stage.desktop.folder / "sound"
    runtime.mkdir(mode=0o700)
    environment = stage.desktop.env | {"PULSE_RUNTIME_PATH": str(runtime), "PULSE_STATE_PATH": str(runtime)}
    address = f"unix:{runtime}/native"
    server = processes.start(
        ["pulseaudio", "--daemonize=no", "-n", "--exit-idle-time=-1", "--use-pid-file=no", "-L",
         f"module-native-protocol-unix socket={runtime}/native", "-L",
         f"module-pipe-source source_name=mic file={runtime}/pipe format=s16le rate={_RATE} channels=1"],
        stage.desktop.folder / "sound.log", environment)
    deadline = time.monotonic() + 5
    while not (runtime / "pipe").exists() or not (runtime / "native").exists():
        assert time.monotonic() < deadline, "pulseaudio does not start"
        time.sleep(0.01)
    speaker, frames = Speaker(runtime / "pipe", drift), FrameTimes(stage)
    speaker.start()
    frames.start()
    stage.desktop.env["PULSE_SERVER"] = address
    try:
        video = (_record(stage, seconds, stage.desktop.env) if pauses is None
                 else _record_in_the_window(stage, seconds, pauses))
    finally:
        frames.stop()
        speaker.stop()
        processes.stop(server)
    return _offsets(video, frames.ready, speaker.beeps)


def _row(name, offsets):
    """Says whether there was anything to measure."""
    values = [offset for _, offset in offsets]
    if not values:
        print(f"{name:24} no beep", flush=True)
        return False
    most = quantile([abs(each) for each in values], 0.95)
    print(f"{name:24}{len(values):8}{median(values):12.1f}{most:12.1f}", flush=True)
    return True


def _table(offsets, seconds):
    """Prints the rows; returns the sentence that tells what failed, or 0."""
    print(f"{'':24}{'beeps':>8}{'median':>12}{'p95 off':>12}")
    rows = {"first five seconds": [each for each in offsets if each[0] < 5],
            "last five seconds": [each for each in offsets if each[0] > seconds - 5], "all": offsets}
    silent = [name for name, row in rows.items() if not _row(name, row)]
    return f"No beep could be measured: {', '.join(silent)}." if silent else 0


def main(words):
    parser = argparse.ArgumentParser(prog="ScreenBench.sync", description=__doc__)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--drift", type=float, default=0, help="of the microphone's clock, in parts of a million")
    parser.add_argument("--pauses", type=int, help="in the window, how often the recording is paused; else without one")
    options = parser.parse_args(words)
    sharpen_clock()
    with Stage() as stage:
        stage.plug_in(str(_MODE))
        offsets = measure(stage, options.seconds, options.drift, options.pauses)
    print(f"{_MODE}, {options.seconds} s, microphone {options.drift:+.0f} ppm, {options.pauses or 0} pauses; "
          "ms by which the sound is late\n")
    return _table(offsets, options.seconds)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
