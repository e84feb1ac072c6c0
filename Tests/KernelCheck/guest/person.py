# SPDX-License-Identifier: GPL-3.0-or-later
"""A person who has allowed the camera already, with a small window: less to draw for a slow machine."""

from harness.home import Home


def make_home(folder):
    home = Home(folder)
    home.store(camera_access="yes", library_access="yes", window_width=480, window_height=440)
    return home
