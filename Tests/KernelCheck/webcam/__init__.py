"""A webcam of the USB Video Class 1.1, for the kernel's own uvcvideo driver, spoken over USB/IP.

usbip carries, device answers, descriptors and controls and negotiation are what a firmware would hold, and lens, sensor,
scene and frames make the picture.
"""
