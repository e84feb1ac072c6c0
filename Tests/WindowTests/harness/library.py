# SPDX-License-Identifier: GPL-3.0-or-later
"""A program that may use the camera, before anything is known of the photo library."""

import pytest

from .permission_store import CAMERA
from .viewfinder import Viewfinder


def choose(app, folder):
    """Chooses a folder in GTK's own dialog: a slash begins to type a path."""
    app.find("Choose a Folder for Photos")
    app.person.wait_for_dialog()
    app.person.type_path(folder)
    app.person.key("Return")
    app.wait_until_gone("Choose a Folder for Photos")


@pytest.fixture
def app(launch, cameras, store):
    cameras.make()
    store.set(CAMERA, "yes")

    def start():
        app = launch()
        Viewfinder(app).wait_until_live()
        return app
    return start
