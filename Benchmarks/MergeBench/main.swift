// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Merging
import PictureFiles

// Merges bursts of scenes whose truth is known, and says how near to it the results are:
//
//     merge-bench --moving[=N]
//     merge-bench [--quick] [--size=WIDTHxHEIGHT] [--frames=N] [--scene=NAME] [--sensor=NAME] [--condition=NAME] [--write=FOLDER]
//
// Beside ours: the single frame, the plain mean, and the mean with the true alignment, which is the ceiling of averaging. Decibels
// of PSNR (RGB), SSIM (luma), how far the worst pixel was misplaced, milliseconds. --write keeps frames, truth and result as PNG files.

var options: [String: String] = [:]
for argument in CommandLine.arguments.dropFirst() {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    options[parts[0]] = parts.count > 1 ? parts[1] : ""
}
let isQuick = options["--quick"] != nil
let size = (options["--size"] ?? (isQuick ? "640x480" : "1280x720")).split(separator: "x").compactMap {
    Int($0)
}
let count = options["--frames"].flatMap { Int($0) } ?? 16
let scenes = Scene.allCases.filter { scene in
    options["--scene"].map { $0.split(separator: ",").contains(Substring(scene.rawValue)) }
        ?? (!isQuick || scene == .foliage || scene == .text || scene == .night)
}
let sensors = Sensor.all.filter {
    options["--sensor"].map($0.name.contains) ?? (!isQuick || $0.name == "middle")
}
let conditions = Condition.allCases.filter { condition in
    options["--condition"].map { $0.split(separator: ",").contains(Substring(condition.rawValue)) } ?? true
}
guard size.count == 2, size[0] >= 64, size[1] >= 64, count > 1 else {
    print(
        "merge-bench [--quick] [--size=WIDTHxHEIGHT] [--frames=N] [--scene=…] [--sensor=…] [--condition=…] [--write=FOLDER]"
    )
    exit(2)
}

func milliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
}
func fixed(_ value: Float, _ digits: Int = 2) -> String {
    guard value.isFinite else { return "–" }
    let scale = powf(10, Float(digits))
    let whole = Int((abs(value) * scale).rounded())
    let text = String(whole)
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    return (value < 0 ? "-" : "") + padded.dropLast(digits) + "." + padded.suffix(digits)
}
func row(_ cells: [String]) {
    print(
        cells.enumerated().map { index, cell in
            let width = index < 3 ? 10 : 8
            let room = String(repeating: " ", count: max(0, width - cell.count))
            return index < 3 ? cell + room : room + cell
        }.joined())
    fflush(nil)
}

let base = options["--seed"].flatMap { UInt64($0) } ?? 1
/// Things that move, in many small scenes: what they leave is no worse than a single frame, and the rest is merged all the same.
func measureMoving(_ number: Int) throws(Problem) {
    var (moved, shares): ([Float], [Float]) = ([], [])
    for seed in 1...UInt64(number) {
        let scene = Scene.allCases[Int(seed) % Scene.allCases.count]
        let burst = try Burst(
            scene, Sensor.all[Int(seed / 7) % 3], .moving, width: 320, height: 240, count: 10,
            seed: base &+ seed)
        let merger = FrameMerger(kind: .night, reference: burst.frames[0])
        for frame in burst.frames.dropFirst() { merger.add(frame) }
        let pictures = [Canvas(burst.frames[0]), burst.ceiling(), Canvas(merger.finished())]
        let inside = pictures.map { Quality.psnr($0, burst.truth, where: burst.isStill, is: false) }
        let outside = pictures.map { Quality.psnr($0, burst.truth, where: burst.isStill) }
        if inside[0].isFinite { moved.append(inside[2] - inside[0]) }
        shares.append((outside[2] - outside[0]) / (outside[1] - outside[0]) * 100)
        if moved.last ?? 0 < -0.3 || shares.last ?? 0 < 95 {
            print(
                "seed \(seed), \(scene): moves \(fixed(moved.last ?? 0)) dB, rest \(fixed(shares.last ?? 0)) %"
            )
        }
    }
    print(
        "\(number) scenes with things that move, beside the single frame: least \(fixed(moved.min() ?? 0)), "
            + "mean \(fixed(moved.reduce(0, +) / Float(max(1, moved.count)))) dB; the rest has at least "
            + "\(fixed(shares.min() ?? 0)) % of the ceiling's gain")
}

var gains: [Float] = []
if let number = options["--moving"] {
    do throws(Problem) { try measureMoving(Int(number) ?? 200) } catch { print(error.text) }
    exit(0)
}
row([
    "scene", "sensor", "burst", "single", "mean", "ceiling", "ours", "gain", "ssim 1", "ceiling", "ours",
    "off px", "ms",
])
do throws(Problem) {
    for scene in scenes {
        for sensor in sensors {
            for condition in conditions {
                // The same, whatever else is asked for.
                let seed = Array("\(scene) \(sensor.name) \(condition)".utf8).reduce(base) {
                    ($0 &* 31) &+ UInt64($1)
                }
                let burst = try Burst(
                    scene, sensor, condition, width: size[0], height: size[1], count: count, seed: seed)
                let begin = milliseconds()
                let merger = FrameMerger(kind: .night, reference: burst.frames[0])
                var misplaced: Float = 0
                for (frame, truth) in zip(burst.frames, burst.placements).dropFirst() {
                    merger.add(frame)
                    misplaced = max(
                        misplaced, merger.placement.distance(to: truth, width: size[0], height: size[1]))
                }
                let result = merger.finished()
                let time = milliseconds() - begin
                let (ours, single, ceiling) = (Canvas(result), Canvas(burst.frames[0]), burst.ceiling())
                let mask = condition == .moving ? burst.isStill : nil
                let figures = [single, burst.plainMean(), ceiling, ours].map {
                    Quality.psnr($0, burst.truth, where: mask)
                }
                gains.append(figures[3] - figures[2])
                row(
                    [scene.rawValue, sensor.name, condition.rawValue] + figures.map { fixed($0) }
                        + [fixed(figures[3] - figures[2])]
                        + [single, ceiling, ours].map { fixed(Quality.ssim($0, burst.truth), 4) }
                        + [fixed(misplaced, 3), String(Int(time))])
                if condition == .moving {
                    let moved = [single, ours].map {
                        Quality.psnr($0, burst.truth, where: burst.isStill, is: false)
                    }
                    row([
                        "", "", "  moves", fixed(moved[0]), "", "", fixed(moved[1]),
                        fixed(moved[1] - moved[0]),
                    ])
                }
                if let folder = options["--write"], !folder.isEmpty {
                    let name = "\(folder)/\(scene.rawValue)-\(sensor.name)-\(condition.rawValue)"
                    for (index, frame) in burst.frames.enumerated() {
                        try PictureFile.write(frame, to: "\(name)-\(index < 10 ? "0" : "")\(index).png")
                    }
                    try PictureFile.write(burst.truth.picture, to: "\(name)-truth.png")
                    try PictureFile.write(ceiling.picture, to: "\(name)-ceiling.png")
                    try PictureFile.write(result, to: "\(name)-ours.png")
                }
            }
        }
    }
} catch {
    print(error.text)
    exit(1)
}
print(
    "Above the ceiling: mean \(fixed(gains.reduce(0, +) / Float(max(1, gains.count)))), least \(fixed(gains.min() ?? 0)) dB"
)
