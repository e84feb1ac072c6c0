// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

// A program that takes photos without a camera, to be killed at any moment or made to fail at any call:
//
//     journal-stress shoot ROOT FIRST COUNT SEED    presses FIRST, FIRST+1 …; says "try N", "safe N", "done N"
//     journal-stress press ROOT N                   one press, tried until it works; removes TINTYPE_FAULT_WHILE
//                                                   after each failure, as if the cause were gone
//     journal-stress recover ROOT                   what the next launch does; then says "photo N" of each right
//                                                   photo in the library, "wrong NAME" of everything else
//
// ROOT is the home folder: the journal is ROOT/shots, the library ROOT/Pictures.

let arguments = CommandLine.arguments
guard arguments.count > 2 else { exit(2) }
let home = Home(path: arguments[2])
let numbers = arguments.dropFirst(3).compactMap { Int($0) }
switch (arguments[1], numbers.count) {
case ("shoot", 3): await Stress.shoot(home, first: numbers[0], count: numbers[1], seed: UInt64(numbers[2]))
case ("press", 1): exit(await Stress.press(home, numbers[0]) ? 0 : 1)
case ("recover", 0):
    await Stress.recover(home)
    Stress.check(home)
default: exit(2)
}
