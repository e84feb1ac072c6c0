// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Imaging

// Draws one frame again and again for a viewfinder, as the capture thread does, and nothing else:
//
//     pixel-bench FORMAT WIDTHxHEIGHT VIEW-WIDTHxVIEW-HEIGHT COUNT
//
// FORMAT: MJPG, YUYV or NV12. Prints the processor time a frame took, in milliseconds. Run under callgrind with two
// counts, the difference is the instructions of the frames between.

func size(_ text: String) -> PixelSize? {
    let numbers = text.split(separator: "x").compactMap { Int($0) }
    return numbers.count == 2 ? PixelSize(width: numbers[0], height: numbers[1]) : nil
}

func processorMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 4, let source = size(arguments[1]), let view = size(arguments[2]),
    let count = Int(arguments[3]), count > 0
else {
    print("pixel-bench MJPG|YUYV|NV12 WIDTHxHEIGHT VIEW-WIDTHxVIEW-HEIGHT COUNT")
    exit(2)
}
let frame = try SyntheticFrame.make(arguments[0], source)
let (renderer, pool) = (FrameRenderer(), PicturePool())
let target = ViewfinderTarget(view: view, isMirrored: false)
// The first one makes room and warms the caches.
_ = try renderer.render(frame, for: target, pool: pool)
let begin = processorMilliseconds()
for _ in 0..<count { _ = try renderer.render(frame, for: target, pool: pool) }
print((processorMilliseconds() - begin) / Double(count))
