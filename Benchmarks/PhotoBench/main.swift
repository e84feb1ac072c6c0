import CaptureCore
import Glibc

// Measures photos: `photo-bench decode` prints how long they take to be shown,
// `photo-bench heic` prints the table of encoder settings in docs/benchmarks.md, `photo-bench times
// [--quick] [FOLDER]` how long a press takes, and the result, with journal and library in FOLDER (default /dev/shm).

let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "heic":
    try HEICTable.print()
case "decode":
    try DecodeTimes.print()
case "times":
    let rest = arguments.dropFirst()
    try await PressTimes.print(
        in: rest.first { !$0.hasPrefix("--") } ?? "/dev/shm", isQuick: rest.contains("--quick"))
default:
    print("photo-bench heic | photo-bench decode | photo-bench times [--quick] [FOLDER]")
    exit(2)
}
