# SPDX-License-Identifier: GPL-3.0-or-later
"""build-aux/merge-frames, which merges picture files."""

import os
import pathlib
import subprocess

import numpy
import pytest
from PIL import Image

_ROOT = pathlib.Path(__file__).resolve().parents[2]
_SCRIPT = _ROOT / "build-aux/merge-frames"
_KINDS = ("night", "detail", "hdr", "focus", "mean", "max")


@pytest.fixture(scope="module", autouse=True)
def _is_built():
    """Once, with the time that a first build takes."""
    subprocess.run([str(_SCRIPT)], check=False, capture_output=True, timeout=900)


def _merge(*arguments):
    return subprocess.run([str(_SCRIPT), *map(str, arguments)], capture_output=True, text=True, check=False, timeout=300)


def _picture(size=(96, 64), seed=0):
    random = numpy.random.default_rng(seed)
    x, y = numpy.meshgrid(numpy.arange(size[0]), numpy.arange(size[1]))
    clean = 110 + 60 * numpy.sin(x / 7) * numpy.cos(y / 5)
    noisy = clean[..., None] + random.normal(0, 6, (size[1], size[0], 3))
    return Image.fromarray(numpy.clip(noisy, 0, 255).round().astype(numpy.uint8))


@pytest.fixture
def frames(tmp_path):
    paths = [tmp_path / f"{index}.png" for index in range(4)]
    for index, path in enumerate(paths):
        _picture(seed=index).save(path)
    return paths


def _refused(answer, out, *words):
    """One line that says why, and no file."""
    line, = answer.stderr.splitlines()
    assert answer.returncode != 0 and not answer.stdout and not out.exists(), answer
    assert all(word in line for word in words), line


@pytest.mark.parametrize("kind", _KINDS)
def test_each_kind_makes_a_picture_like_the_first(frames, tmp_path, kind):
    out = tmp_path / "out.png"
    answer = _merge(f"--kind={kind}", out, *frames)
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "", "")
    with Image.open(out) as merged, Image.open(frames[0]) as first:
        assert merged.mode == "RGB" and merged.size == first.size
        difference = numpy.asarray(merged).astype(float) - numpy.asarray(first)
        assert abs(difference.mean()) < (15 if kind == "max" else 2)
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("kind", _KINDS)
def test_one_frame_is_itself(frames, tmp_path, kind):
    out = tmp_path / "out.png"
    assert _merge(f"--kind={kind}", out, frames[0]).returncode == 0
    with Image.open(out) as merged, Image.open(frames[0]) as first:
        assert (numpy.asarray(merged) == numpy.asarray(first)).all()


def test_jpeg_grey_and_transparent_files_are_read(tmp_path):
    paths = [tmp_path / name for name in ("a.jpg", "b.png", "c.png")]
    for path, mode in zip(paths, ("RGB", "L", "RGBA"), strict=True):
        _picture().convert(mode).save(path)
    out = tmp_path / "out.png"
    assert _merge("--kind=mean", out, *paths).returncode == 0 and out.exists()


def test_what_is_no_picture_is_named(frames, tmp_path):
    out, text, short = tmp_path / "out.png", tmp_path / "text.png", tmp_path / "short.png"
    text.write_text("no picture")
    short.write_bytes(frames[1].read_bytes()[:900])
    for path, word in ((text, "neither"), (short, "short.png"), (tmp_path / "none.png", "No such file")):
        _refused(_merge("--kind=night", out, frames[0], path), out, path.name, word)
    photo = tmp_path / "photo.jpg"
    _picture().save(photo)
    photo.write_bytes(photo.read_bytes()[:700])
    _refused(_merge("--kind=night", out, photo), out, "photo.jpg")


def test_sizes_that_differ_are_named(frames, tmp_path):
    other = tmp_path / "other.png"
    _picture((64, 96)).save(other)
    _refused(_merge("--kind=mean", tmp_path / "out.png", *frames, other), tmp_path / "out.png", "64 × 96", "96 × 64")


def test_a_strip_takes_no_longer_than_a_picture(tmp_path):
    paths = []
    for number in range(3):
        paths.append(tmp_path / f"{number}.png")
        Image.effect_noise((16000, 24), 40).convert("RGB").save(paths[-1])
    out = tmp_path / "out.png"
    assert _merge("--kind=night", out, *paths).returncode == 0
    assert Image.open(out).size == (16000, 24)


def test_an_absurd_size_takes_no_memory(frames, tmp_path):
    bomb = tmp_path / "bomb.png"
    data = bytearray(frames[0].read_bytes())
    data[16:24] = (60000).to_bytes(4, "big") * 2
    bomb.write_bytes(data)
    _refused(_merge("--kind=night", tmp_path / "out.png", bomb), tmp_path / "out.png", "bomb.png")


def test_arguments_that_are_wrong_say_how_it_is_used(frames, tmp_path):
    out = tmp_path / "out.png"
    for arguments in ((out, frames[0]), ("--kind=day", out, frames[0]), ("--kind=night", out), ("--wide", out, frames[0])):
        _refused(_merge(*arguments), out, "--kind=night")


def test_what_can_not_be_written_fails(frames, tmp_path):
    nowhere = tmp_path / "nowhere/out.png"
    _refused(_merge("--kind=mean", nowhere, *frames), nowhere, "No such file")
    full = _merge("--kind=mean", "/dev/full", *frames)
    assert full.returncode != 0 and "No space" in full.stderr
    old = tmp_path / "old.png"
    old.write_text("before")
    assert _merge("--kind=mean", old, frames[0], tmp_path / "none.png").returncode != 0
    assert old.read_text() == "before" and not os.path.exists(f"{old}.part")
