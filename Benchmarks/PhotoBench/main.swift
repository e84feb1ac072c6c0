// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc

// Measures photos: `photo-bench heic` prints the table of encoder settings in docs/benchmarks.md, `photo-bench times
// [--quick] [FOLDER]` how long a press takes, and the result, with journal and library in FOLDER (default /dev/shm),
// `photo-bench decode PROGRAM` how long photos take to be shown, here and in the process apart of that Tintype, `photo-bench roll [FOLDER]` those of a folder.

let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "heic":
    try HEICTable.print()
case "decode":
    try DecodeTimes.print(program: arguments.dropFirst().first ?? ".build/release/tintype")
case "times":
    let rest = arguments.dropFirst()
    try await PressTimes.print(
        in: rest.first { !$0.hasPrefix("--") } ?? "/dev/shm", isQuick: rest.contains("--quick"))
case "roll":
    try await RollTimes.print(in: arguments.dropFirst().first ?? "/dev/shm")
default:
    print(
        "photo-bench heic | photo-bench decode [PROGRAM] | photo-bench times [--quick] [FOLDER] | photo-bench roll [FOLDER]"
    )
    exit(2)
}
