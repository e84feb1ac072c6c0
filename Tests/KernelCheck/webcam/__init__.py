# SPDX-License-Identifier: GPL-3.0-or-later
"""A webcam of the USB Video Class 1.1, for the kernel's own uvcvideo driver, spoken over USB/IP.

usbip carries, device answers, descriptors, controls and negotiation are what a firmware holds, and lens, sensor, scene
and camera make the picture.
"""
