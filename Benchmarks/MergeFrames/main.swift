// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Merging
import PictureFiles

// Merges picture files, as Tintype merges frames; build-aux/merge-frames builds and runs it:
//
//     merge-frames --kind=night|detail|hdr|focus|mean|max OUT.png FIRST.png MORE.png…
//
// FIRST is the frame of the press. OUT is a PNG file of eight bits and FIRST's size. With --times, the milliseconds that
// merging took without reading and writing go to the standard output. The status is 0 only when OUT is written.

func fail(_ text: String, status: Int32 = 1) -> Never {
    let line = Array("merge-frames: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(status)
}

func milliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
}

let usage = "merge-frames --kind=night|detail|hdr|focus|mean|max OUT.png FIRST.png MORE.png…"
var kind: String?
var paths: [String] = []
var showsTimes = false
var optionsEnded = false
for argument in CommandLine.arguments.dropFirst() {
    if optionsEnded || !argument.hasPrefix("-") {
        paths.append(argument)
    } else if argument == "--" {
        optionsEnded = true
    } else if argument == "--times" {
        showsTimes = true
    } else if argument.hasPrefix("--kind=") {
        kind = String(argument.dropFirst("--kind=".count))
    } else {
        fail("unknown option \(argument); \(usage)", status: 2)
    }
}
guard let kind else { fail("no kind; \(usage)", status: 2) }
guard let merging = MergeKind(rawValue: kind) else { fail("unknown kind \(kind); \(usage)", status: 2) }
guard paths.count >= 2 else { fail("no frames; \(usage)", status: 2) }

do throws(Problem) {
    let first = try PictureFile.read(paths[1])
    var time: Double = 0
    func timed<Result>(_ body: () -> Result) -> Result {
        let begin = milliseconds()
        defer { time += milliseconds() - begin }
        return body()
    }
    let merger = timed { FrameMerger(kind: merging, reference: first) }
    for path in paths.dropFirst(2) {
        let frame = try PictureFile.read(path)
        guard frame.width == first.width, frame.height == first.height else {
            throw Problem(
                "\(path) has \(frame.width) × \(frame.height) pixels, and \(paths[1]) has \(first.width) × \(first.height)"
            )
        }
        timed { merger.add(frame) }
    }
    let result = timed { merger.finished() }
    try PictureFile.write(result, to: paths[0])
    if showsTimes { print(Int(time.rounded())) }
} catch {
    fail(error.text)
}
