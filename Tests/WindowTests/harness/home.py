# SPDX-License-Identifier: GPL-3.0-or-later
"""The home of the person at the desktop: folders and settings, empty for each test."""

import configparser
import os
from pathlib import Path

APP_ID = "io.github.tintype.Tintype"
_GROUP = "io/github/tintype/Tintype"


class Home:
    """A home folder below `root`, with the XDG folders in it.

    with_user_dirs: whether user-dirs.dirs names the Pictures folder.
    """

    def __init__(self, root, with_user_dirs=True):
        self.root = Path(root)
        self.folder = self.root / "home"
        self.config = self.folder / ".config"
        self.data = self.folder / ".local/share"
        self.runtime = self.root / "runtime"
        self.pictures = self.folder / "Bilder"
        for folder in (self.config, self.data, self.runtime):
            folder.mkdir(parents=True)
        self.runtime.chmod(0o700)
        if with_user_dirs:
            self.name_pictures(self.pictures)
            self.pictures.mkdir()
        else:
            self.pictures = self.folder / "Pictures"

    @property
    def camera_roll(self):
        """Where photos go."""
        return self.pictures / "Camera"

    def name_pictures(self, folder):
        """Tells XDG which folder is Pictures."""
        self.pictures = Path(folder)
        (self.config / "user-dirs.dirs").write_text(f'XDG_PICTURES_DIR="{folder}"\n')

    def environment(self, backend="keyfile"):
        """Only what a desktop would set, and where the staged program is."""
        kept = ("PATH", "TINTYPE_DATADIR", "GSETTINGS_SCHEMA_DIR", "XDG_DATA_DIRS", "LD_LIBRARY_PATH",
                "ASAN_OPTIONS", "LLVM_PROFILE_FILE")
        return {name: os.environ[name] for name in kept if name in os.environ} | {
            "HOME": str(self.folder),
            "XDG_CONFIG_HOME": str(self.config),
            "XDG_DATA_HOME": str(self.data),
            "XDG_CACHE_HOME": str(self.folder / ".cache"),
            "XDG_STATE_HOME": str(self.folder / ".local/state"),
            "XDG_RUNTIME_DIR": str(self.runtime),
            "LC_ALL": "C.UTF-8",
            "GSETTINGS_BACKEND": backend,
            "GDK_BACKEND": "x11",
            "GIO_USE_VFS": "local",
            # What GStreamer found out about its plugins, which takes seconds: once for all homes.
            "GST_REGISTRY": str(Path.home() / ".cache/tintype-tests-gstreamer.bin"),
        }

    # Settings, as GSettings' keyfile backend keeps them.

    @property
    def settings_file(self):
        return self.config / "glib-2.0/settings/keyfile"

    def _parser(self):
        parser = configparser.ConfigParser(interpolation=None)
        parser.optionxform = str
        parser.read(self.settings_file)
        return parser

    def settings(self, group=_GROUP):
        """The stored value, as GVariant text."""
        parser = self._parser()
        return dict(parser[group]) if parser.has_section(group) else {}

    def store(self, **settings):
        """Stores settings: strings and numbers, underscores standing for hyphens."""
        for name, value in settings.items():
            self.store_text(name.replace("_", "-"), _variant(value))

    def set_animations(self, are_wanted):
        """What the desktop tells GTK about animations."""
        folder = self.config / "gtk-4.0"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "settings.ini").write_text(f"[Settings]\ngtk-enable-animations={str(are_wanted).lower()}\n")

    def store_text(self, name, text, group=_GROUP):
        """Stores a setting as whatever text it is; `group`: of another program's schema."""
        parser = self._parser()
        if not parser.has_section(group):
            parser.add_section(group)
        parser[group][name] = text
        self.settings_file.parent.mkdir(parents=True, exist_ok=True)
        with self.settings_file.open("w") as file:
            parser.write(file, space_around_delimiters=False)


def _variant(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"'{value}'" if isinstance(value, str) else str(value)
