import CaptureCore
import Glibc

// Measures what becomes of a photo: `photo-bench heic` prints the table of encoder settings that HACKING.md quotes,
// `photo-bench times [FOLDER]` how long a press takes, with journal and library in FOLDER (default /dev/shm).

let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "heic":
    try HEICTable.print()
case "times":
    try await PressTimes.print(in: arguments.dropFirst().first ?? "/dev/shm")
default:
    print("photo-bench heic | photo-bench times [FOLDER]")
    exit(2)
}
