# SPDX-License-Identifier: GPL-3.0-or-later
"""A long life with a bad camera: faults at random from a seed, while everything about the process is watched."""

import os
import random
import statistics
import time
from collections import Counter

from . import videos
from .faults import FAULTS
from .focus import Focus
from .footprint import Footprint
from .waiting import TIMEOUT, NotYet, wait_for

ACTIONS = ["nothing", "photo", "focus", "leave", "record"]
#: Seconds until a picture is back after a fault without any key or click: the slowest retry takes five. Later is
#: noted with the messages meanwhile, as the machine may have been busy; a picture that takes all of TIMEOUT is
#: missed.
BACK = 9.0
#: KiB that memory may grow, and parts of a hundred: caches that fill late.
_GROWTH, _GROWTH_PERCENT = 6 << 10, 10


class Sample:
    """One look at the process, after some frames of its life."""

    def __init__(self, footprint, frames, faults):
        self.frames, self.faults = frames, faults
        # The newest photo is held open for as long as it can be thrown away again.
        self.opened = Counter({name: count for name, count in footprint.descriptors.items() if not name.endswith(".jpg")})
        self.descriptors = self.opened.total()
        self.buffers, self.threads, self.all_threads = footprint.buffers, footprint.threads, footprint.all_threads
        self.memory, self.lasting = footprint.memory, footprint.lasting


class Soak:
    """Plays with a scene for some seconds.

    samples: one now and then, each with the camera streaming and nothing wrong.
    """

    def __init__(self, scene, seed, seconds, home, looks=12):
        self._home = home
        self._scene, self._random = scene, random.Random(seed)
        self._end, self._pause = time.monotonic() + seconds, seconds / looks
        self._focus = Focus(scene.app, scene.viewfinder)
        self._shutter = scene.app.button("Take Photo")
        self._start = scene.camera.status()["dequeued"]
        self.samples, self.missed, self.late, self.photos, self.videos = [], [], [], 0, 0
        self.counts = {fault.name: 0 for fault in FAULTS}
        self.backs = {fault.name: 0.0 for fault in FAULTS}

    def run(self):
        # Things that are made once exist from now on.
        for action in ACTIONS:
            self._act(action)
        for fault in FAULTS:
            self._happen(fault)
        self._end_video()
        self._look()
        due = time.monotonic() + self._pause
        while time.monotonic() < self._end:
            self._act(self._random.choice(ACTIONS))
            self._happen(self._random.choice(FAULTS))
            if time.monotonic() >= due:
                self._end_video()
                self._look()
                due += self._pause
        self._end_video()
        self._look()

    def _act(self, action):
        """A person's actions meanwhile; a video goes on until another action."""
        self._end_video()
        if action == "photo" and "sensitive" in self._shutter.states:
            self._shutter.press()
            self.photos += 1
        elif action == "focus":
            self._focus.click(self._random.random(), self._random.random())
        elif action == "leave":
            self._scene.app.person.minimize()
            wait_for(lambda: not self._scene.camera.handles, "the camera is closed")
            self._scene.app.person.restore()
            self._see_picture("leave")
        elif action == "record":
            self._scene.app.press("Video")
            self._scene.app.press("Record Video")

    def _end_video(self):
        """Recordings are whole, whether a fault has ended them or not."""
        app = self._scene.app
        if not (app.shows("Stop Recording") or app.shows("Record Video")):
            return
        if app.shows("Stop Recording"):
            app.press("Stop Recording")
        app.button("Record Video")
        wait_for(lambda: not videos.journal(self._home), "the video is finished")
        for video in videos.all_in(self._home):
            assert videos.streams(video)["video"]["nb_read_frames"] != "0"
            video.unlink()
            self.videos += 1
        app.press("Photo")
        app.button("Take Photo")

    def _happen(self, fault):
        """A fault comes, for a moment or for long, and goes; then the picture must be back by itself."""
        fault.begin(self._scene.camera)
        time.sleep(self._random.choice([0.02, 0.3, self._random.uniform(1, 5)]))
        fault.end(self._scene.camera)
        self.counts[fault.name] += 1
        self._see_picture(fault.name)

    def _see_picture(self, cause):
        newest, ended = self._scene.camera.newest_frame, time.monotonic()
        try:
            self._scene.see_newer(newest, BACK)
        except NotYet:
            self._wait_longer(cause, newest)
        if cause in self.backs:
            self.backs[cause] = max(self.backs[cause], time.monotonic() - ended)

    def _wait_longer(self, cause, newest):
        """Notes second by second what is said and whether the camera streams."""
        begun, said = time.monotonic(), []
        while time.monotonic() < begun + TIMEOUT - BACK:
            status = self._scene.camera.status()
            said.append(f"{self._scene.panel.words or '-'}{'' if status['streaming'] else ' (closed)'}")
            try:
                self._scene.see_newer(newest, 1)
                break
            except NotYet:
                continue
        else:
            self.missed.append(f"{cause}, after {sum(self.counts.values())} faults")
            self._scene.wait_until_live()
        load = os.getloadavg()[0]
        self.late.append(f"{cause} took {BACK + time.monotonic() - begun:.1f} s at a load of {load:.1f}: {', '.join(said)}")

    def _look(self):
        frames = self._scene.camera.status()["dequeued"] - self._start
        self.samples.append(Sample(Footprint(self._scene.app.pid), frames, sum(self.counts.values())))

    def troubles(self):
        """The figures that grew, and those that did not recover, in words."""
        first, last = self.samples[0], self.samples[-1]
        found = [f"{what} grew from {then} to {now}" for what, then, now in [
            ("descriptors", first.descriptors, last.descriptors), ("buffers", first.buffers, last.buffers),
            ("threads", first.threads, last.threads)] if now > then]
        if found:
            found.append(f"new: {[*(last.lasting - first.lasting), *(last.opened - first.opened)]}")
        quarter = max(1, len(self.samples) // 4)
        early = statistics.median(each.memory for each in self.samples[:quarter])
        late = statistics.median(each.memory for each in self.samples[-quarter:])
        if late > early + _GROWTH + early * _GROWTH_PERCENT / 100:
            found.append(f"memory grew from {early:.0f} to {late:.0f} KiB")
        return found + [f"no picture within {TIMEOUT:g} s of {each}" for each in self.missed]

    def table(self):
        """For people."""
        head = "   frames  faults  descriptors  buffers  threads      of  memory KiB\n"
        rows = "".join(f"{each.frames:9}{each.faults:8}{each.descriptors:13}{each.buffers:9}{each.threads:9}"
                       f"{each.all_threads:8}{each.memory:12}\n" for each in self.samples)
        counts = "".join(f"{name:14}{count:6}  back after {self.backs[name]:.2f} s at most\n"
                         for name, count in self.counts.items())
        end = (f"photos taken {self.photos}, videos {self.videos}, recoveries missed {len(self.missed)}, "
               f"late {len(self.late)}\n")
        return f"{head}{rows}\n{counts}\n{end}" + "".join(f"{line}\n" for line in self.late)
