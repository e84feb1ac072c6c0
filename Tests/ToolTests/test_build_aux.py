# SPDX-License-Identifier: GPL-3.0-or-later
"""The scripts of build-aux that people and packagers meet first."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

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


def test_a_wrapper_for_the_compiler_does_not_hide_its_toolchain(tmp_path):
    toolchain, wrapper = tmp_path / "toolchain", tmp_path / "bin/swift"
    (toolchain / "lib/swift").mkdir(parents=True)
    wrapper.parent.mkdir()
    wrapper.write_text(f"""#!/bin/sh
echo '{{ "paths": {{'
echo '    "runtimeResourcePath": "{toolchain}/lib/swift"'
echo '}} }}'
""")
    wrapper.chmod(0o755)
    answer = _run(_TOOLS / "find-swift", "--toolchain", env=os.environ | {"SWIFT": str(wrapper)})
    assert answer.stdout == f"{toolchain}\n", answer.stderr
    silent = _run(_TOOLS / "find-swift", "--toolchain", env=os.environ | {"SWIFT": "true"})
    assert silent.returncode == 1 and "does not say" in silent.stderr


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


@pytest.fixture
def make(tmp_path):
    """Runs the Makefile in `tmp_path`, with the scripts of build-aux that install and uninstall."""
    (tmp_path / "build-aux").mkdir()
    for name in ("as-invoker", "uninstall"):
        shutil.copy(_TOOLS / name, tmp_path / "build-aux")
    kept = {name: value for name, value in os.environ.items()
            if name not in ("MAKEFLAGS", "MAKEOVERRIDES", "MFLAGS", "PREFIX", "DESTDIR", "SUDO_USER")}

    def run(*words, **env):
        return _run("make", "--file", _ROOT / "Makefile", *words, cwd=tmp_path, env=kept | env)
    return run


def test_what_was_installed_can_be_uninstalled_after_cleaning(make, installed, tmp_path):
    files = installed(tmp_path / "prefix")
    (tmp_path / "build/meson-logs").mkdir()
    (tmp_path / "build/build.ninja").touch()
    (tmp_path / ".build").mkdir()
    answer = make("clean")
    assert answer.returncode == 0, answer.stderr
    assert [each.name for each in (tmp_path / "build").iterdir()] == ["install-logs"]
    assert not (tmp_path / ".build").exists()
    answer = make("uninstall")
    assert answer.returncode == 0 and not any(file.exists() for file in files), answer.stderr
    assert make("clean").returncode == 0 and not (tmp_path / "build").exists(), "there is nothing more to uninstall"
    assert make("clean").returncode == 0


def test_a_home_that_the_shell_left_as_a_tilde_is_the_home(make, stub, installed, tmp_path):
    for name in ("install-dependencies", "find-swift"):
        shutil.copy("/bin/true", tmp_path / "build-aux" / name)
    # Writes down where it is to install, and leaves what meson leaves.
    env = stub("meson", f"""echo "$1|${{DESTDIR-}}|$*" >>{tmp_path}/asked
mkdir -p build/meson-logs
echo "$1" >build/meson-logs/install-log.txt
""")
    home = tmp_path / "a home"
    env = {"PATH": env["PATH"], "HOME": str(home)}

    def asked():
        lines = (tmp_path / "asked").read_text().splitlines()
        (tmp_path / "asked").unlink()
        return lines[0].split("--prefix=")[1], lines[-1].split("|")[1]

    for given, meant in (("~/.local", f"{home}/.local"), ("/opt/a  b~/c", "/opt/a  b~/c"), ("~c", f"{tmp_path}/~c")):
        answer = make("install", f"PREFIX={given}", **env)
        assert answer.returncode == 0, answer.stderr
        assert asked() == (f"{meant} build", "")
        assert (tmp_path / "build/install-logs" / meant.replace("/", "%")).exists()
        assert make("install", f"PREFIX={given}", "DESTDIR=~/stage", **env).returncode == 0
        assert asked() == (f"{meant} build", f"{home}/stage")
    assert make("install", "DESTDIR=/stage", **env).returncode == 0 and asked() == ("/usr/local build", "/stage")

    files = installed(home / ".local")
    installed(tmp_path / "last")
    answer = make("uninstall", PREFIX="~/.local", **env)
    assert answer.returncode == 0 and not any(file.exists() for file in files), answer.stderr
    assert make("uninstall", **env).returncode == 0 and not (tmp_path / "last/bin").exists()


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


@pytest.fixture
def stub(tmp_path):
    """Puts a program of a few lines of shell into a folder that comes first in PATH; makes the environment."""
    folder = tmp_path / "stubs"
    folder.mkdir()

    def put(name, script):
        (folder / name).write_text("#!/bin/sh\n" + script)
        (folder / name).chmod(0o755)
        return os.environ | {"PATH": f"{folder}:/usr/bin:/bin:/usr/sbin:/sbin", "SWIFT": "true"}
    return put


def test_a_package_is_built_with_a_compiler_that_is_known_through_the_home(stub, tmp_path):
    clone, home = tmp_path / "clone", tmp_path / "home"
    (clone / "build-aux").mkdir(parents=True)
    (clone / "debian").mkdir()
    (clone / "debian/changelog").write_text("tintype (1) unstable; urgency=medium\n")
    shutil.copy(_TOOLS / "find-swift", clone / "build-aux")
    # As on Debian 12, whatever this is.
    (tmp_path / "os-release").write_text("VERSION_CODENAME=bookworm\n")
    script = clone / "build-aux/make-deb"
    script.write_text((_TOOLS / "make-deb").read_text().replace("/etc/os-release", str(tmp_path / "os-release")))
    script.chmod(0o755)
    # Swiftly's, which starts for its owner only.
    toolchain = home / ".local/share/swiftly/toolchains/6.3.1/usr"
    (toolchain / "bin").mkdir(parents=True)
    (toolchain / "lib/swift").mkdir(parents=True)
    stub("swift", f"""[ "$HOME" = {home} ] || exit 1
case $1 in
--version) echo 'Swift version 6.3.1' ;;
-print-target-info) echo '"runtimeResourcePath": "{toolchain}/lib/swift"' ;;
esac
""")
    stub("dh", "exit 0\n")
    # As debhelper does it.
    env = stub("dpkg-buildpackage", f"HOME=/nowhere build-aux/find-swift >{tmp_path}/found && touch ../tintype_1_all.deb\n")
    del env["SWIFT"]
    answer = _run(script, env=env | {"HOME": str(home)}, cwd=clone)
    assert answer.returncode == 0, answer.stderr
    assert (tmp_path / "found").read_text() == f"{toolchain}/bin/swift\n"


@pytest.fixture
def packages(tmp_path):
    """The script that installs, with a list of its own."""
    shutil.copy(_TOOLS / "install-dependencies", tmp_path)

    def listed(*names):
        (tmp_path / "debian-packages.txt").write_text("[build]\n" + "".join(f"{name}\n" for name in names))
        return tmp_path / "install-dependencies"
    return listed


# A line of shell that asks whether a program speaks English, as glibc decides it: LANGUAGE wins in all locales but plain C.
_IS_ENGLISH = 'case "$LC_ALL:${LANGUAGE-}" in C:* | C.UTF-8:) true ;; *) false ;; esac'
_GERMAN = {"LANG": "de_DE.UTF-8", "LANGUAGE": "de"}


def test_optional_packages_are_found_whatever_language_apt_speaks(stub, packages):
    stub("apt-cache", f"{_IS_ENGLISH} && word=Candidate || word=Installationskandidat\n"
                      'printf "no-such-package:\\n  %s: 1.0\\n" $word\n')
    env = stub("apt-get", "exit 0\n") | _GERMAN
    stub("sudo", 'exec "$@"\n')
    answer = _run(packages("no-such-package ?"), "build", env=env)
    assert answer.returncode == 0 and "Installing missing packages:  no-such-package" in answer.stdout


def test_the_kernel_is_found_whatever_language_apt_speaks(stub, tmp_path):
    stub("apt-cache", f"{_IS_ENGLISH} && word=Depends || word='Hängt ab von'\n"
                      'echo "linux-image-amd64"; echo "  $word: linux-image-1-amd64"\n')
    env = stub("apt-get", 'echo "$@"\n') | _GERMAN | {"PYTHONPATH": str(_ROOT / "Tests"), "PYTHONDONTWRITEBYTECODE": "1"}
    script = f"import pathlib; from KernelCheck.host import kernel; assert kernel._fetch(pathlib.Path({str(tmp_path)!r}))"
    answer = _run(sys.executable, "-c", script, env=env)
    assert answer.returncode == 0 and answer.stdout.endswith(" linux-image-1-amd64\n"), answer.stderr


@pytest.mark.parametrize("architectures, is_there", [(["own"], True), (["own", "i386"], True), (["i386"], False)])
def test_a_package_of_another_architecture_is_another(stub, packages, tmp_path, architectures, is_there):
    own = _run("dpkg", "--print-architecture").stdout.strip()
    database = tmp_path / "dpkg"
    database.mkdir()
    (database / "status").write_text("".join(
        f"Package: some-library\nStatus: install ok installed\nArchitecture: {own if each == 'own' else each}\n"
        f"Multi-Arch: same\nVersion: 1\nMaintainer: A <a@example.org>\nDescription: a\n\n" for each in architectures))
    (database / "arch").write_text(f"{own}\ni386\n")
    env = stub("apt-get", "exit 0\n") | {"DPKG_ADMINDIR": str(database)}
    stub("sudo", 'exec "$@"\n')
    answer = _run(packages("some-library"), "build", env=env)
    assert answer.returncode == 0 and (not answer.stdout) == is_there


def test_who_may_not_use_sudo_is_told_so(stub, packages):
    stub("id", "echo 1000\n")
    stub("sudo", "echo 'not in the sudoers file' >&2; exit 1\n")
    answer = _run(packages("no-such-package"), "build", env=stub("apt-get", "exit 0\n"))
    assert answer.returncode == 1
    assert "sudo did not give" in answer.stderr and "apt-get install no-such-package" in answer.stderr


# An apt-get that writes down what it is asked, and answers each of its two commands by a few lines of shell.
_APT_GET = """echo "$http_proxy|$*" >>"{calls}"
case " $* " in
*' update '*) {update} ;;
*' install '*) {install} ;;
esac
"""
_NO_SOURCE = "echo 'E: The repository cdrom does not have a Release file.' >&2; exit 100"


@pytest.fixture
def apt_get(stub, packages, tmp_path):
    """Installs a package that is not there, with that apt-get and a sudo that clears the environment as the real one."""
    def run(update="exit 0", install="exit 0"):
        stub("id", "echo 1000\n")
        stub("sleep", "exit 0\n")
        stub("sudo", 'exec env -i PATH="$PATH" "$@"\n')
        env = stub("apt-get", _APT_GET.format(calls=tmp_path / "calls", update=update, install=install))
        answer = _run(packages("no-such-package"), "build", env=env | {"http_proxy": "http://proxy:8080"})
        return answer, (tmp_path / "calls").read_text().splitlines()
    return run


def test_a_broken_source_keeps_nothing_from_being_installed(apt_get):
    answer, calls = apt_get(update=_NO_SOURCE)
    assert answer.returncode == 0 and not answer.stderr
    assert [word for call in calls for word in call.split() if word in ("update", "install")] == ["update", "install"]
    assert all(call.startswith("http://proxy:8080|") and "DPkg::Lock::Timeout=120" in call for call in calls)


def test_what_could_not_be_installed_is_said_in_the_words_of_the_installation(apt_get):
    install = "echo 'E: No room for it.' >&2; echo 'E: Something came of that.' >&2; exit 100"
    answer, _ = apt_get(install=install)
    assert answer.returncode == 1
    assert answer.stderr == "These packages could not be installed: E: No room for it.\n"
    answer, _ = apt_get(update="echo 'W: A source is there twice.' >&2", install=install)
    assert len(answer.stderr.splitlines()) == 1
    answer, _ = apt_get(update=_NO_SOURCE, install=install)
    sentence, before = answer.stderr.splitlines()
    assert sentence.endswith(": E: No room for it.") and "network" in before and before.endswith("a Release file.")


@pytest.mark.parametrize("command", ["update", "install"])
def test_another_program_that_installs_is_waited_for(apt_get, tmp_path, command):
    held = (f"[ -e {tmp_path}/waited ] || {{ touch {tmp_path}/waited; "
            "echo 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (packagekitd)' >&2; exit 100; }")
    answer, calls = apt_get(**{command: held})
    assert answer.returncode == 0 and not answer.stderr
    assert answer.stdout.count("Waiting for another program") == 1
    assert len([call for call in calls if f" {command} " in call]) == 2 and len(calls) == 3


def test_a_search_path_for_folders_changes_nothing(tmp_path):
    env = os.environ | {"CDPATH": f".:{_ROOT}"}
    answer = _run("build-aux/with-prefix", "build-aux", "printenv", "TINTYPE_DATADIR", env=env)
    assert answer.stdout == f"{_TOOLS}/share/tintype\n"


@pytest.mark.parametrize("typed, offered", [
    ("--camera pipewire:v4", "pipewire:v4l2_input.usb"), ("--camera te", "test"), ("--seconds ", ""),
    ("--vers", "--version"),
    ("--camera pipewire:x", r"pipewire:x\$\(touch\ ran\)"),
])
def test_completing_a_camera_runs_nothing_that_its_name_says(stub, tmp_path, typed, offered):
    env = stub("tintype", """printf '  id: %s\\n' 'pipewire:v4l2_input.usb' 'pipewire:x$(touch ran)'\n""")
    words = ["tintype", *typed.split(" ")]
    script = (f"source {_ROOT}/data/completions/tintype.bash; COMP_WORDS=({' '.join(map(repr, words))}); "
              f"COMP_CWORD={len(words) - 1}; _tintype; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
    answer = _run("bash", "--norc", "-c", script, env=env, cwd=tmp_path)
    assert answer.stdout.strip() == offered, answer.stderr
    assert not (tmp_path / "ran").exists()


def test_completions_have_the_options_of_the_manual_short_ones_too(tmp_path):
    # The window tests hold the manual's long options against the program's.
    data = _ROOT / "data"
    manual = (data / "tintype.1").read_text().partition(".SH EXIT STATUS")[0].replace("\\-", "-")
    known = sorted(set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", manual)))
    assert "-h" in known and "--help" in known

    script = (f"source {data}/completions/tintype.bash; COMP_WORDS=(tintype -); COMP_CWORD=1; _tintype; "
              'echo "${COMPREPLY[@]}"')
    assert sorted(_run("bash", "--norc", "-c", script, cwd=tmp_path).stdout.split()) == known
    options = (data / "completions/_tintype").read_text().partition("_arguments -S")[2]
    options = re.sub(r"\[.*?\]|'\(.*?\)", "", options)
    assert sorted(set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", options))) == known
    fish = (data / "completions/tintype.fish").read_text()
    names = [dashes + name for dashes, kind in (("-", "s"), ("--", "l")) for name in re.findall(rf" -{kind} (\S+)", fish)]
    assert sorted(names) == known


def test_both_ways_to_the_template_of_translations_write_the_same(tmp_path):
    for part in ("Sources", "build-aux", "data", "po"):
        shutil.copytree(_ROOT / part, tmp_path / part)
    for file in ("meson.build", "meson_options.txt"):
        shutil.copy(_ROOT / file, tmp_path)

    def template():
        return [line for line in (tmp_path / "po/tintype.pot").read_text().splitlines() if "POT-Creation-Date" not in line]

    assert _run(tmp_path / "build-aux/update-pot", cwd=tmp_path).returncode == 0
    made = template()
    (tmp_path / "po/tintype.pot").unlink()
    for step in (["setup", "build"], ["compile", "-C", "build", "tintype-pot"]):
        answer = _run("meson", *step, cwd=tmp_path)
        assert answer.returncode == 0, answer.stdout + answer.stderr
    assert template() == made


def test_an_entry_starts_a_program_in_a_folder_with_a_space(tmp_path):
    program = tmp_path / "program"
    program.touch()
    assert _run(_TOOLS / "stage", tmp_path / "a folder", program).returncode == 0
    for entry in (tmp_path / "a folder/share").rglob("*.desktop"):
        command = [line for line in entry.read_text().splitlines() if line.startswith("Exec=")][0]
        assert command == f'Exec="{tmp_path}/a folder/bin/tintype"'


def test_the_package_has_the_completion_for_zsh_where_debian_reads_it(tmp_path):
    installed, read = (tmp_path / "debian/tintype/usr/share/zsh" / name for name in ("site-functions", "vendor-completions"))
    installed.mkdir(parents=True)
    (installed / "_tintype").write_text("#compdef tintype\n")
    shutil.copy(_ROOT / "debian/changelog", tmp_path / "debian")
    answer = _run("make", "--file", _ROOT / "debian/rules", "execute_after_dh_auto_install", cwd=tmp_path)
    assert answer.returncode == 0 and (read / "_tintype").exists() and not installed.exists(), answer.stderr
    assert "/usr/share/zsh/vendor-completions/_tintype" in (_TOOLS / "check-deb").read_text()


def test_each_package_that_a_build_of_the_package_needs_is_installed_for_it():
    control = (_ROOT / "debian/control").read_text()
    needed = control.partition("Build-Depends:\n")[2].partition("\n\n")[0]
    names = [line.split("|")[0].split("(")[0].strip(" ,") for line in needed.splitlines()]
    listed = _run(_TOOLS / "install-dependencies", "--list", "build", "install", "deb").stdout.replace("?", "").split()
    # dpkg-checkbuilddeps asks for it, whatever debian/control says.
    names.append("build-essential")
    assert [name for name in names if name != "debhelper-compat" and name not in listed] == []


def test_the_documents_name_tests_that_exist():
    names = {name for page in (_ROOT / "docs").rglob("*.md") for name in re.findall(r"`(test_\w+)`", page.read_text())}
    assert len(names) > 10
    tests = list((_ROOT / "Tests").rglob("test_*.py"))
    known = {name for file in tests for name in [file.stem, *re.findall(r"def (test_\w+)", file.read_text())]}
    assert names - known == set()
