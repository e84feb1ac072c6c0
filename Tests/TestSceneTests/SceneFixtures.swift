// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc

@testable import TestScene

/// The scene rendered small, with numbers to judge it by.
final class SmallScene {
    /// The smallest size in which the parts are distinct: unoptimized code draws slowly.
    static let size = PixelSize(width: 160, height: 90)
    /// For tests that compare blurs.
    static let largeSize = PixelSize(width: 320, height: 180)
    /// Noon on 14 November 2023.
    static let noon = CivilDate(secondsSince1970: 1_699_963_200)

    /// The folder in the source tree.
    static let pictures =
        #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/data/scene"

    let size: PixelSize
    private let renderer: SceneRenderer

    init(_ size: PixelSize = SmallScene.size) throws(CameraError) {
        self.size = size
        renderer = try SceneRenderer(
            output: size, try ScenePictures(folder: Self.pictures), detail: size.height)
    }

    var meter: [Float] { renderer.meter }

    func render(
        _ state: SensorState = SensorState(), seconds: Double = 0, time: CivilDate = noon, frame: UInt32 = 0
    ) throws -> Shown {
        var bytes = [UInt8](repeating: 0, count: size.area * 3 / 2)
        let moment = SceneMoment(seconds: seconds, localTime: time, frame: frame)
        try bytes.withUnsafeMutableBufferPointer { memory in
            if let start = memory.baseAddress { try renderer.render(state, moment, into: start) }
        }
        return Shown(size: size, bytes: bytes)
    }
}

/// A rendered NV12 picture.
struct Shown: Equatable {
    let size: PixelSize
    let bytes: [UInt8]

    init(size: PixelSize, bytes: [UInt8]) { (self.size, self.bytes) = (size, bytes) }

    init(_ frame: Frame) {
        self.init(size: frame.layout.size, bytes: frame.withBytes { Array($0) })
    }

    func luma(_ x: Int, _ y: Int) -> Int { Int(bytes[y * size.width + x]) }

    func meanLuma(in area: Area = .everything) -> Double {
        let points = area.points(in: size)
        return Double(points.reduce(0) { $0 + luma($1.x, $1.y) }) / Double(points.count)
    }

    /// Mean of the blue-difference and of the red-difference chroma.
    func meanChroma(in area: Area) -> (u: Double, v: Double) {
        var (u, v) = (0, 0)
        let base = size.area
        let points = area.points(in: size)
        for point in points {
            let pair = base + point.y / 2 * size.width + (point.x & ~1)
            u += Int(bytes[pair])
            v += Int(bytes[pair + 1])
        }
        return (Double(u) / Double(points.count), Double(v) / Double(points.count))
    }

    /// Gradient energy: the mean square of the differences between neighbours.
    func sharpness(in area: Area) -> Double {
        var sum = 0
        let points = area.points(in: size)
        for (x, y) in points {
            let (across, down) = (luma(x + 1, y) - luma(x, y), luma(x, y + 1) - luma(x, y))
            sum += across * across + down * down
        }
        return Double(sum) / Double(points.count)
    }

    /// How many luma values in an area differ between two pictures.
    func differences(to other: Shown, in area: Area) -> Int {
        area.points(in: size).count { luma($0.x, $0.y) != other.luma($0.x, $0.y) }
    }
}

/// A rectangle of the scene, in pixels of a picture 320 wide.
struct Area {
    var left, top, right, bottom: Int

    func points(in size: PixelSize) -> [(x: Int, y: Int)] {
        let (columns, rows) = (
            scaled(left, size)..<scaled(right, size), scaled(top, size)..<scaled(bottom, size)
        )
        return rows.flatMap { y in columns.map { (x: $0, y: y) } }
    }

    private func scaled(_ place: Int, _ size: PixelSize) -> Int { place * size.width / 320 }

    static let everything = Area(left: 0, top: 0, right: 320, bottom: 180)
    /// The lens of the old camera, 25 cm away.
    static let near = Area(left: 30, top: 100, right: 95, bottom: 165)
    /// The Siemens star, 83 cm away.
    static let middle = Area(left: 124, top: 54, right: 166, bottom: 97)
    /// Trees and lights through the window, 10 m away.
    static let far = Area(left: 258, top: 70, right: 300, bottom: 108)
    /// Where the metronome swings.
    static let metronome = Area(left: 186, top: 72, right: 235, bottom: 142)
    static let wallClock = Area(left: 50, top: 16, right: 90, bottom: 56)
    static let deskClock = Area(left: 218, top: 148, right: 276, bottom: 168)
    /// The white patch of the colour checker.
    static let whitePatch = Area(left: 112, top: 126, right: 120, bottom: 129)
    /// The medium grey patch of the colour checker.
    static let greyPatch = Area(left: 148, top: 126, right: 154, bottom: 129)
}

/// Ticks when the test says so. It has no descriptor.
final class ScriptedTicker: FrameTicker {
    let fileDescriptor: Int32 = -1
    private(set) var intervals: [Duration] = []
    private(set) var isRunning = false
    private(set) var isClosed = false
    var pending: UInt64 = 0

    func start(every interval: Duration) throws(CameraError) {
        intervals.append(interval)
        isRunning = true
    }

    func takeTicks() throws(CameraError) -> UInt64 {
        defer { pending = 0 }
        return pending
    }

    func stop() { isRunning = false }
    func close() { isClosed = true }
}

/// A camera over the small scene with a scripted ticker.
struct ScriptedCamera {
    let ticker = ScriptedTicker()
    let camera: TestSceneCamera

    init(
        wall: WallTime = WallTime(nanosecondsSince1970: 0, offsetFromUTC: 0),
        pictures: String = SmallScene.pictures, size: PixelSize = SmallScene.size
    ) throws(CameraError) {
        camera = TestSceneCamera(
            named: "Test Scene", try ScenePictures(folder: pictures),
            clock: SceneClock(now: { MonotonicTime(nanoseconds: 42) }, wall: { wall }), ticker: ticker,
            offers: [ModeOffer(format: .nv12, size: size, rates: [FrameRate(30)])])
    }

    /// The frame after this many ticks.
    func frame(after ticks: UInt64 = 1) throws(CameraError) -> Frame? {
        ticker.pending = ticks
        return try camera.nextFrame()
    }

    func value(_ id: ControlID) -> Int64? { reading(id)?.value }

    func isInactive(_ id: ControlID) -> Bool {
        reading(id)?.descriptor.flags.contains(.inactive) ?? false
    }

    private func reading(_ id: ControlID) -> ControlReading? {
        camera.readControls().first { $0.descriptor.id == id }
    }
}
