// SPDX-License-Identifier: GPL-3.0-or-later
import Codes
import Decoding
import Glibc
import Scanning

// Reads image files as the program does, for `make bench-codes`: a line for each, with its name, the milliseconds that it
// took, "died" or "unreadable" where it was, and the codes; all apart from each other by tabs, control characters escaped.
//
//     code-bench PROGRAM FILE…
let arguments = CommandLine.arguments.dropFirst()
guard let program = arguments.first else {
    print("code-bench PROGRAM FILE…")
    exit(2)
}
let reader = CodeReader(
    folderNames: [], library: nil, files: ApartDecoder(for: .files, program: program), permission: { nil })
// The process is there before the first file is timed.
_ = await reader.codes(inImage: program)
let clock = ContinuousClock()
for file in arguments.dropFirst() {
    let start = clock.now
    let scan = await reader.codes(inImage: file)
    let time = (clock.now - start) / .milliseconds(1)
    let codes =
        switch scan {
        case .codes(let codes): codes.map { $0.text.debugDescription }
        case .noImage: ["unreadable"]
        case .unavailable: ["unavailable"]
        }
    print(([file, String(Int(time))] + codes).joined(separator: "\t"))
}
