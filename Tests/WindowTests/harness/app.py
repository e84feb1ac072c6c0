# SPDX-License-Identifier: GPL-3.0-or-later
"""The program under test: started as a person's desktop would start it, asked through accessibility, and ended.

    app = Tintype(desktop, ["--camera=test"])
    app.find("Take Photo").press()
    app.close()
"""

from pathlib import Path

from . import places, processes
from .accessible import Gone
from .person import Person
from .waiting import TIMEOUT, wait_for

#: Known lines with a test of their own.
KNOWN_COMPLAINTS = ("g_signal_handlers_disconnect_matched: assertion",)


class Tintype:
    """A running program.

    env: added to the desktop's environment.
    under: a command that starts it, such as strace with its options.
    """

    #: What is started: in PATH, or at this path.
    program = "tintype"

    def __init__(self, desktop, arguments=(), env=None, under=(), name="tintype"):
        self.desktop = desktop
        self.log = desktop.folder / f"{name}.log"
        environment = desktop.env | (env or {})
        # The command that starts it must not itself be preloaded with a camera.
        preload = environment.pop("LD_PRELOAD", None)
        settings = [f"{key}={value}" for key, value in environment.items()]
        last = [*(["env", f"LD_PRELOAD={preload}"] if preload else []), *places.wrapper()]
        self._process = desktop.start(["env", "-i", *settings, *under, *last, self.program, *arguments], name)
        #: Device pixels for each of the program's own.
        self.scale = desktop.scale * int(environment.get("GDK_SCALE", 1))
        self.is_sandboxed = any(str(word).endswith("bwrap") for word in under)
        self.person = Person(self)
        self._seen_as = None

    # The process.

    @property
    def pid(self):
        """The program's own process id, whatever started it; None while it does not run."""
        name = Path(self.program).name
        if processes.name(self._process.pid) == name:
            return self._process.pid
        return next((pid for pid in processes.descendants(self._process.pid) if processes.name(pid) == name), None)

    @property
    def launcher(self):
        """The id of the process that started the program, such as a disk's shell; else the program's own."""
        return self._process.pid

    @property
    def is_running(self):
        return self._process.poll() is None and self.pid is not None

    def wait_for_end(self, timeout=TIMEOUT):
        """Returns the exit status."""
        wait_for(lambda: self._process.poll() is not None, "the program ends", timeout)
        return self._process.returncode

    def close(self):
        """Closes the window by its own button and returns the exit status."""
        self.press("Close")
        return self.wait_for_end()

    def kill(self):
        pid = self.pid
        if pid:
            processes.end_all([pid], gently=False)
        self._process.wait()

    def log_text(self):
        return self.log.read_text(errors="replace")

    def complaints(self, known=KNOWN_COMPLAINTS):
        """The lines of the log that say that the program misused a library, or crashed, or that are of no use."""
        lines = [line for line in self.log_text().splitlines()
                 if any(word in line for word in ("CRITICAL", "Fatal error", "ALSA lib"))]
        return [line for line in lines if not any(each in line for each in known)]

    # The controls.

    @property
    def root(self):
        """The program as accessibility sees it; None while it does not."""
        pid = self.pid
        if pid and not self._seen_as:
            self._seen_as = self.desktop.accessibility.application(pid)
        return pid and self._seen_as

    def everything(self):
        """All controls, of all windows, as a list of Seen."""
        try:
            root = self.root
            return root.survey() if root else []
        except Gone:
            return []

    def seen(self, name=None, role=None, prefix=None):
        """All controls with this name (or a name that begins so) and role, as a list of Seen."""
        named = [each for each in self.everything()
                 if (each.name == name if name else each.name.startswith(prefix or ""))]
        return [each for each in named if role is None or each.control.has_role(role)]

    def matching(self, name=None, role=None, prefix=None):
        """The same controls, what a person would use first."""
        return _by_use(self.seen(name, role, prefix))

    def find(self, name=None, role=None, prefix=None, timeout=TIMEOUT):
        """The first control that fits; waits for it."""
        words = f"{role or 'control'} “{name or prefix}…” in\n"
        return wait_for(lambda: self.matching(name, role, prefix), lambda: words + self.outline(), timeout)[0]

    def shows(self, name=None, role=None, prefix=None):
        return bool(self.seen(name, role, prefix))

    def wait_until_gone(self, name=None, role=None, prefix=None, timeout=TIMEOUT):
        wait_for(lambda: not self.shows(name, role, prefix), f"“{name or prefix}” disappears", timeout)

    def button(self, name, timeout=TIMEOUT):
        """A button that can be pressed."""
        def ready():
            return _by_use([each for each in self.seen(name, "button") if "sensitive" in each.states])
        return wait_for(ready, lambda: f"button “{name}” in\n" + self.outline(), timeout)[0]

    def press(self, name):
        """Presses a button, once it can be: one that could when it was looked for may not any more."""
        wait_for(lambda: self.button(name).press_where_possible(), f"button “{name}” takes a press")

    def popover(self, name):
        """The popover of the menu button of this name; newer GTK has no name for it."""
        def unfolded():
            parts = [each.control.children for each in self.seen(name)]
            return [children[-1] for children in parts if len(children) > 1]
        return wait_for(unfolded, lambda: f"popover of “{name}” in\n" + self.outline())[0]

    def focused(self):
        """The controls that have the keyboard: one of each window."""
        return [each.control for each in self.everything() if "focused" in each.states]

    def has_keyboard(self, name=None, role=None):
        """Whether a control with this name or role has the keyboard."""
        return any("focused" in each.states for each in self.seen(name, role))

    def outline(self):
        root = self.root
        return root.outline() if root else "(not accessible)"


def _by_use(seen):
    """A menu button and the box around it have one name; a dialog has its buttons twice, for wide and for narrow."""
    if len(seen) > 1:
        seen = sorted(seen, key=_usefulness, reverse=True)
    return [each.control for each in seen]


def _usefulness(seen):
    try:
        _, _, width, height = seen.control.extents
        return ("focused" in seen.states, "focusable" in seen.states, width * height > 0)
    except Gone:
        return (False, False, False)
