// SPDX-License-Identifier: GPL-3.0-or-later
// Makes system calls fail, or the process die at them, in a program that it is preloaded into (LD_PRELOAD).
//
//   TINTYPE_FAULT_UNDER   only calls count that touch a path beginning with this
//   TINTYPE_FAULT_AT      which of these calls fails, counted from 1; 0 or nothing: none
//   TINTYPE_FAULT_ERRNO   the errno it fails with; nothing: the process is killed (SIGKILL) before the call
//   TINTYPE_FAULT_CRASH   trap, abort, breakpoint or elsewhere (a trap on a thread that does something else): the
//                         process crashes instead of being killed
//   TINTYPE_FAULT_WHILE   a file: every later call that changes something fails too for as long as the file exists
//   TINTYPE_FAULT_READS   anything: reading a file counts, too, and fails with the later calls
//   TINTYPE_FAULT_MARK    a file that is made when the fault comes
//
// A write that fails with ENOSPC writes the first half of its bytes first, as a disk does that fills up, unless it only
// replaces what is there.
#pragma once
