"""Starts the real Tintype on a desktop of its own and looks at it from outside.

desktop.py   an X server, a session bus, accessibility and a window manager
home.py      the folders and settings of the person at that desktop
app.py       the program: starting, finding controls, ending
accessible.py  the controls as a screen reader sees them
person.py    mouse and keyboard
screen.py    what is on the screen
cameras.py   virtual cameras
photos.py    photo files, read by other programs
"""
