# SPDX-License-Identifier: GPL-3.0-or-later
"""The report on a recording whose sound can't be compared with its pictures."""

from ScreenBench import sync


def test_a_row_without_a_beep_fails_with_a_sentence(capsys):
    assert sync._table([(1.0, 4.0), (2.0, 6.0)], 20) == "No beep could be measured: last five seconds."
    assert "last five seconds        no beep" in capsys.readouterr().out


def test_without_any_beep_every_row_says_so(capsys):
    assert "all" in sync._table([], 20)
    assert capsys.readouterr().out.count("no beep") == 3


def test_beeps_in_every_row_are_no_failure():
    assert sync._table([(1.0, 4.0), (18.0, 6.0)], 20) == 0
