# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the tests: all phases to their end, a second try for what failed, and one table of what happened.

    python3 -m Gate test|rest|all|again|check [--shard N/M] [--base REV] [--module NAME]

`make` calls it; docs/testing.md says what each word runs.
"""
