"""The scripts of build-aux that people and packagers meet first."""

import os
import pathlib
import shutil
import subprocess

import pytest

_ROOT = pathlib.Path(__file__).resolve().parents[2]
_TOOLS = _ROOT / "build-aux"


def _run(*command, env=None, cwd=_ROOT):
    return subprocess.run([str(word) for word in command], env=env, cwd=cwd, capture_output=True, text=True, check=False)


def _swift(folder, version):
    program = folder / "swift"
    program.write_text(f"#!/bin/sh\necho 'Swift version {version} (swift-{version}-RELEASE)'\n")
    program.chmod(0o755)
    return program


@pytest.fixture
def find_swift(tmp_path):
    """Runs the script as on a machine that has a compiler at most in `tmp_path`: the usual places are covered."""
    places = ["/opt/swift", "/usr/local/swift", "/usr/libexec/swift", "/usr/local/bin/swift", "/usr/bin/swift"]
    covers = [f"mount -t tmpfs none {place}" if os.path.isdir(place) else f"mount --bind /dev/null {place}"
              for place in places if os.path.exists(place)]
    script = " && ".join([*covers, f"exec {_TOOLS}/find-swift"])
    env = {"PATH": f"{tmp_path}:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": str(tmp_path)}
    return lambda: _run("unshare", "--mount", "--map-root-user", "sh", "-c", script, env=env)


def test_a_compiler_that_is_too_old_is_one_sentence(find_swift, tmp_path):
    swift = _swift(tmp_path, "5.9")
    answer = find_swift()
    assert answer.returncode == 1 and not answer.stdout
    sentence, = answer.stderr.splitlines()
    assert str(swift) in sentence and "Swift 5.9, which is too old" in sentence and "6.3" in sentence


def test_a_machine_without_a_compiler_is_told_what_to_install(find_swift):
    answer = find_swift()
    sentence, = answer.stderr.splitlines()
    assert answer.returncode == 1 and "swift.org/install" in sentence


def test_the_first_compiler_that_is_new_enough_is_taken(tmp_path):
    swift = _swift(tmp_path, "6.3.1")
    answer = _run(_TOOLS / "find-swift", env={"PATH": f"{tmp_path}:/usr/bin:/bin", "HOME": "/nowhere"})
    assert answer.returncode == 0 and answer.stdout.strip() == str(swift)


@pytest.fixture
def installed(tmp_path):
    """Makes what meson and `make install` leave of an installation below a prefix; returns its files."""
    def make(prefix):
        files = [prefix / name for name in ("bin/tintype", "share/applications/tintype.desktop")]
        for file in files:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("a file\n")
        log = tmp_path / "build/install-logs" / str(prefix).replace("/", "%")
        log.parent.mkdir(parents=True, exist_ok=True)
        names = [prefix / "bin", prefix / "share/applications", *files]
        log.write_text("# List of files installed by Meson\n" + "".join(f"{name}\n" for name in names))
        return files
    return make


def test_uninstall_removes_one_prefix_and_nothing_else(installed, tmp_path):
    first, second = installed(tmp_path / "first"), installed(tmp_path / "second")
    photo = tmp_path / "first/share/applications/photo.desktop"
    photo.write_text("another program's\n")
    answer = _run(_TOOLS / "uninstall", tmp_path / "build", tmp_path / "first")
    assert answer.returncode == 0, answer.stderr
    assert not any(file.exists() for file in first) and all(file.exists() for file in second) and photo.exists()
    assert not (tmp_path / "first/bin").exists(), "an empty folder goes, too"
    again = _run(_TOOLS / "uninstall", tmp_path / "build", tmp_path / "first")
    assert again.returncode == 1 and "nothing to remove" in again.stderr
    # Without a prefix it is the last one.
    assert _run(_TOOLS / "uninstall", tmp_path / "build").returncode == 0
    assert not any(file.exists() for file in second)
    assert _run(_TOOLS / "uninstall", tmp_path / "build").returncode == 1


def test_a_package_says_which_commit_it_is_of(tmp_path):
    clone = tmp_path / "clone"
    (clone / "build-aux").mkdir(parents=True)
    shutil.copy(_TOOLS / "make-deb", clone / "build-aux")

    def git(*words):
        return _run("git", "-c", "user.name=A", "-c", "user.email=a@example.org", *words, cwd=clone)

    def revision():
        return _run(clone / "build-aux/make-deb", "--revision").stdout.strip()

    assert revision().startswith("changed"), "it is no clone"
    for words in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "all"]):
        assert git(*words).returncode == 0
    assert revision() == git("rev-parse", "HEAD").stdout.strip()
    (clone / "more").write_text("more\n")
    assert revision() != revision(), "what is not committed is like nothing else"
