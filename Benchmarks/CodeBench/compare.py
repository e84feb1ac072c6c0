# SPDX-License-Identifier: GPL-3.0-or-later
"""What is read of a folder of pictures with codes, by Tintype beside zxing-cpp of PyPI and zbarimg.

    compare.py CODE-BENCH PROGRAM FOLDER [SITE-PACKAGES]

A line for each folder of pictures: how many there are, and of each reader how many it reads, how many wrongly, and the mean
milliseconds. A picture counts as read wrongly where NAME.txt lies beside NAME.png and none of its codes says what that says;
in a folder called falsepositives, every code is wrong.
"""

import importlib.util
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ENDINGS = {".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".heic", ".avif"}


def pictures(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in ENDINGS)


def tintype(bench, program, files):
    """What each file's codes say, and the milliseconds that it took."""
    found = {}
    for start in range(0, len(files), 200):
        done = subprocess.run([bench, program, *files[start:start + 200]], capture_output=True, text=True, check=True)
        # Codes hold letters that Python, but nobody else, takes for the end of a line.
        for line in done.stdout.removesuffix("\n").split("\n"):
            name, milliseconds, *texts = line.split("\t")
            found[Path(name)] = [_text(text) for text in texts if text.startswith('"')], float(milliseconds)
    return found


_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}


def _text(word):
    """A Swift literal's text."""
    def letter(match):
        return chr(int(match[1], 16)) if match[1] else _ESCAPED.get(match[2], match[2])
    return re.sub(r"\\(?:u\{([0-9A-Fa-f]+)\}|(.))", letter, word[1:-1])


def zxing_cpp(files):
    import zxingcpp
    from PIL import Image
    found = {}
    for path in files:
        start = time.monotonic()
        with Image.open(path) as image:
            codes = zxingcpp.read_barcodes(image.convert("RGB"), text_mode=zxingcpp.TextMode.Plain)
        found[path] = [code.text for code in codes], (time.monotonic() - start) * 1000
    return found


def zbarimg(files):
    found = {}
    for path in files:
        start = time.monotonic()
        done = subprocess.run(["zbarimg", "--quiet", "--raw", path], capture_output=True, text=True, errors="replace")
        found[path] = done.stdout.splitlines(), (time.monotonic() - start) * 1000
    return found


def truth(path):
    """What the file beside a picture says; None where there is none."""
    beside = path.with_suffix(".txt")
    return _plain(beside.read_text(errors="replace")) if beside.exists() else None


def _plain(text):
    """Without what readers write differently: brackets of GS1, control characters, space at the ends."""
    return re.sub(r"[()\[\]\x00-\x1f]", "", text).strip()


def _agree(text, expected):
    text = _plain(text)
    # An EAN-13 begins with a zero that its UPC-A has not; an article's number with 01. UPC-E is short for a UPC-A.
    return any(text == each for each in (expected, expected.removeprefix("0"), expected.removeprefix("01"))) \
        or len(text) == 8 and len(expected) == 13 and text.isdigit() and _upc_a(text) == expected[1:]


def _upc_a(short):
    """The twelve digits of a UPC-E (GS1 General Specifications, 5.2.2.4)."""
    system, digits, check = short[0], short[1:7], short[7]
    last = digits[5]
    if last in "012":
        body = digits[:2] + last + "0000" + digits[2:5]
    elif last == "3":
        body = digits[:3] + "00000" + digits[3:5]
    elif last == "4":
        body = digits[:4] + "00000" + digits[4]
    else:
        body = digits[:5] + "0000" + last
    return system + body + check


def is_wrong(path, texts):
    if path.parent.name.startswith("falsepositives"):
        return bool(texts)
    expected = truth(path)
    return bool(texts) and expected is not None and not any(_agree(text, expected) for text in texts)


def line(name, files, readers):
    words = [f"{name:22} {len(files):4}"]
    for found in readers:
        texts = [found[path][0] for path in files]
        wrong = sum(is_wrong(path, each) for path, each in zip(files, texts))
        milliseconds = sum(found[path][1] for path in files) / max(1, len(files))
        words.append(f"{sum(map(bool, texts)):6} {wrong:5} {milliseconds:6.0f}")
    return "  ".join(words)


def main(bench, program, folder, *packages):
    sys.path += packages
    files = pictures(Path(folder))
    if not files:
        sys.exit(f"There are no pictures in {folder}.")
    readers = {"Tintype": tintype(bench, program, files)}
    if importlib.util.find_spec("zxingcpp") and importlib.util.find_spec("PIL"):
        readers["zxing-cpp"] = zxing_cpp(files)
    else:
        print("zxing-cpp is left out: pip has not installed it.")
    if shutil.which("zbarimg"):
        readers["zbarimg"] = zbarimg(files)
    else:
        print("zbarimg is left out: the package zbar-tools is not installed.")
    print(f"{'':22} {'':4}" + "".join(f"  {name:>19}" for name in readers))
    print(f"{'folder':22} {'n':>4}" + "    read wrong     ms" * len(readers))
    for each in sorted({path.parent for path in files}):
        print(line(each.name, [path for path in files if path.parent == each], readers.values()))
    print(line("all", files, readers.values()))


if __name__ == "__main__":
    main(*sys.argv[1:])
