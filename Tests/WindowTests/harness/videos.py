# SPDX-License-Identifier: GPL-3.0-or-later
"""Videos as a test sees them: recorded in the window, read by another program."""

import json
import subprocess

from .waiting import wait_for


def probe(path, *words):
    """ffprobe's report on a file."""
    answer = subprocess.run(["ffprobe", "-v", "error", "-of", "json", *words, str(path)], capture_output=True, text=True)
    assert answer.returncode == 0 and not answer.stderr, answer.stderr
    return json.loads(answer.stdout)


def streams(path):
    return {stream["codec_type"]: stream for stream in probe(path, "-show_streams", "-count_frames")["streams"]}


def times(path):
    """When each picture is shown, in seconds."""
    packets = probe(path, "-select_streams", "v", "-show_entries", "packet=pts_time")["packets"]
    return sorted(float(packet["pts_time"]) for packet in packets)


def all_in(home):
    folder = home.camera_roll
    return sorted(path for path in folder.iterdir() if path.name.startswith("VID_")) if folder.exists() else []


def journal(home):
    folder = home.folder / ".local/state/tintype/videos"
    return list(folder.iterdir()) if folder.exists() else []


def record_for(app, seconds):
    """Waits until the recording is as long as that, by its sign."""
    def is_long_enough():
        signs = [each.name for each in app.seen(prefix="Recording, ")]
        return signs and int(signs[0].rsplit(":", 1)[1]) >= seconds
    wait_for(is_long_enough, f"{seconds} s are recorded")


def finished(app, home):
    """Waits for the video that was stopped; returns it."""
    # The next one could begin before this one has its index, without which its length is a guess.
    app.button("Record Video")
    wait_for(lambda: not journal(home), "the video is finished")
    video, = all_in(home)
    return video
