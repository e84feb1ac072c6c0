# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the real Tintype on a desktop of its own and looks at it from outside.

desktop.py   a display, a session bus and accessibility
x11.py       a display: Xvfb with openbox
sway.py      a display: a Wayland compositor without a screen
gnome.py     a display: the real GNOME Shell
home.py      the folders and settings of the person at that desktop
app.py       the program: starting, finding controls, ending
accessible.py  the controls as a screen reader sees them
person.py    mouse and keyboard
cameras.py   virtual cameras
photos.py    photo files, read by other programs
"""
