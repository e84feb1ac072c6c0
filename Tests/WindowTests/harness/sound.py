# SPDX-License-Identifier: GPL-3.0-or-later
"""A sound server of its own, with microphones that hear a tone."""

import contextlib
import os
import subprocess
import threading

import numpy as np

from .waiting import wait_for

RATE = 48_000
#: Samples that are spoken at a time: 10 ms.
_BLOCK = RATE // 100


class SoundServer:
    """PipeWire's, as PulseAudio's clients see it; programs that the desktop starts from now on find it."""

    def __init__(self, desktop):
        self._folder = desktop.folder / "sound"
        self._folder.mkdir(mode=0o700)
        self._env = desktop.env | {"XDG_RUNTIME_DIR": str(self._folder)}
        self._tones, self._modules = [], {}
        settings = [f"{key}={value}" for key, value in self._env.items()]
        for name in ("pipewire", "wireplumber", "pipewire-pulse"):
            self._process = desktop.start(["env", "-i", *settings, name], name)
            if name == "pipewire":
                wait_for((self._folder / "pipewire-0").exists, "PipeWire runs")
        self.socket = self._folder / "pulse/native"
        # It listens before it knows its sources.
        wait_for(lambda: self.socket.exists() and self._answers("info"), "the sound server answers")
        desktop.env["PULSE_SERVER"] = f"unix:{self.socket}"

    def plug_in(self, name, hertz):
        """A microphone that hears this tone."""
        pipe = self._folder / f"{name}.pipe"
        loaded = self._control("load-module", "module-pipe-source", f"source_name={name}", f"file={pipe}",
                               "format=s16le", f"rate={RATE}", "channels=1",
                               f"source_properties=device.description={name}")
        self._modules[name] = loaded.stdout.strip()
        wait_for(lambda: name in self._control("list", "short", "sources").stdout and pipe.exists(), f"{name} is there")
        self._tones.append(_Tone(pipe, hertz))

    def pull_out(self, name):
        self._control("unload-module", self._modules.pop(name))

    def choose(self, name):
        """Makes it the desktop's own microphone."""
        # Refused until the session manager has made the place where that is kept.
        wait_for(lambda: self._answers("set-default-source", name), f"{name} is the desktop's own")

    def _control(self, *words, check=True):
        return subprocess.run(["pactl", "--server", f"unix:{self.socket}", *words], env=self._env, check=check,
                              capture_output=True, text=True)

    def _answers(self, *words):
        return self._control(*words, check=False).returncode == 0

    def kill(self):
        self._process.kill()
        self._process.wait()

    def close(self):
        for tone in self._tones:
            tone.stop()


class _Tone(threading.Thread):
    """Speaks into a pipe in real time."""

    def __init__(self, path, hertz):
        super().__init__(daemon=True)
        self._path = path
        # A whole number of periods: a hundred blocks later it begins again.
        samples = np.sin(np.arange(RATE) * (2 * np.pi * hertz / RATE)) * 8000
        self._sound = samples.astype("<i2").tobytes()
        self._ended = threading.Event()
        self.start()

    def run(self):
        with open(self._path, "r+b", buffering=0) as pipe:
            os.set_blocking(pipe.fileno(), False)
            place, count = 0, _BLOCK * 2
            while not self._ended.wait(_BLOCK / RATE):
                # Sound that is not read is dropped.
                with contextlib.suppress(BlockingIOError):
                    pipe.write(self._sound[place:place + count])
                place = (place + count) % len(self._sound)

    def stop(self):
        self._ended.set()
        self.join()


def heard(video):
    """(hertz, loudest sample of 32768) of the strongest tone in a video's sound; None without sound."""
    answer = subprocess.run(["ffmpeg", "-v", "error", "-i", str(video), "-map", "0:a?", "-ac", "1", "-ar", str(RATE),
                             "-f", "s16le", "-"], capture_output=True, check=False)
    samples = np.frombuffer(answer.stdout, "<i2").astype(float)
    if not len(samples):
        return None
    strengths = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.argmax(strengths) * RATE / len(samples)), float(np.abs(samples).max())
