# SPDX-License-Identifier: GPL-3.0-or-later
"""This machine's side: gets a kernel, boots it, and tells what the checks found."""
