// SPDX-License-Identifier: GPL-3.0-or-later
import CShims
import Cameras
import CaptureCore
import CaptureTesting
import Glibc
import Synchronization

/// A `LensCamera`'s properties and history. Thread-safe, so that a test can look while it streams.
final class LensScript: Sendable {
    struct Contents: Sendable {
        /// Where the left and the right half are sharpest, in steps; nil for a half without any detail.
        var left: Double? = 60
        var right: Double? = 190
        /// Which of the controls exist.
        var hasLens = true
        var hasOneShot = false
        var hasExposure = true
        /// Whether all frames are damaged.
        var isTorn = false
        /// Light in front of the camera: 1 makes middle grey with an exposure time of 100.
        var light = 1.0
        /// Inverts light and dark: another scene.
        var isSwapped = false
        fileprivate(set) var lens = 125.0
        /// The number of frames taken.
        fileprivate(set) var frames = 0
        /// The lens's places over the last second.
        var track: [(time: Double, lens: Double)] = []
        fileprivate(set) var writes: [ControlWrite] = []
        fileprivate(set) var values: [ControlID: Int64] = [
            .focusAutomatic: 1, .focusPosition: 125, .focusStatus: 0, .exposureMode: 3, .exposureTime: 100,
            .gain: 0,
        ]
    }

    let clock: TurnedClock
    private let contents: Mutex<Contents>

    init(_ clock: TurnedClock, _ configure: (inout Contents) -> Void = { _ in }) {
        self.clock = clock
        var made = Contents()
        configure(&made)
        contents = Mutex(made)
    }

    var now: Contents { contents.withLock { $0 } }

    func change(_ body: (inout Contents) -> Void) { contents.withLock { body(&$0) } }
}

/// A camera with a motor, whose picture is stripes of many widths, sharp where the lens says so; in its script's time.
///
/// Rules as the uvcvideo driver has them: no position while it focuses by itself (EACCES).
final class LensCamera: CameraDevice {
    static let size = PixelSize(width: 640, height: 480)
    /// Steps a second.
    private static let speed = 600.0
    private static let interval: Duration = .nanoseconds(16_666_667)
    /// From the light to the frame, in seconds.
    private static let delay = 0.033

    let info: CameraInfo
    let offers = [ModeOffer(format: .grey, size: LensCamera.size, rates: [FrameRate(60)])]
    let fileDescriptor: Int32
    private let script: LensScript
    private var count: UInt32 = 0
    private var beat: Int?

    init(_ info: CameraInfo, _ script: LensScript) throws(CameraError) {
        // Counts the frames that were not taken.
        let event = tt_event_new()
        guard event >= 0 else { throw CameraError(.failed, underlying: errno, step: "eventfd") }
        (self.info, self.script, fileDescriptor) = (info, script, event)
    }

    func start(_ request: ModeRequest) throws(CameraError) -> StreamDescription {
        beat = script.clock.every(Self.interval) { [fileDescriptor] in tt_event_signal(fileDescriptor) }
        return StreamDescription(layout: layout, rate: FrameRate(60))
    }

    private var layout: FrameLayout {
        FrameLayout(
            format: .grey, size: Self.size, bytesPerLine: Self.size.width,
            color: ColorDescription(matrix: .bt601, range: .full))
    }

    func nextFrame() throws(CameraError) -> Frame? {
        var ticks: UInt64 = 0
        guard read(fileDescriptor, &ticks, 8) == 8 else { return nil }
        count += UInt32(truncatingIfNeeded: ticks)
        let now = seconds
        script.change {
            $0.advance(to: now, Self.speed)
            $0.frames += 1
        }
        return frame(StripePicture(script.now, lens: script.now.lens(at: now - Self.delay)))
    }

    private func frame(_ picture: StripePicture) -> Frame {
        var bytes = [UInt8](repeating: 0, count: Self.size.area)
        bytes.withUnsafeMutableBytes { picture.draw(into: $0) }
        return Frame(
            copying: bytes, layout: layout, sequence: count, arrival: script.clock.now,
            isDamaged: script.now.isTorn,
            memory: .shared)
    }

    func stop() {
        if let beat { script.clock.stop(beat) }
    }

    func readControls() -> [ControlReading] { script.now.readings }
    func value(of control: ControlID) -> Int64? { script.now.values[control] }

    func setControl(_ control: ControlID, to value: Int64) throws(CameraError) -> Int64 {
        var failure: Int32?
        let now = seconds
        script.change {
            $0.advance(to: now, Self.speed)
            failure = $0.write(control, value)
        }
        if let failure { throw CameraError(.controlRefused, underlying: failure, step: "LensCamera") }
        return value
    }

    func changedControls() -> Set<ControlID> { [] }
    func close() { _ = Glibc.close(fileDescriptor) }

    /// Of the clock, which the lens follows.
    private var seconds: Double { Double(script.clock.now.nanoseconds) / 1e9 }
}

extension LensScript.Contents {
    var readings: [ControlReading] {
        func reading(_ id: ControlID, _ kind: ControlDescriptor.Kind, _ initial: Int64) -> ControlReading {
            let descriptor = ControlDescriptor(
                id: id, name: "\(id.rawValue)", kind: kind, defaultValue: initial)
            return ControlReading(descriptor: descriptor, value: values[id])
        }
        var all: [ControlReading] = []
        if hasLens {
            all.append(reading(.focusAutomatic, .boolean, 1))
            all.append(reading(.focusPosition, .integer(range: 0...250, step: 1), 125))
        }
        if hasOneShot {
            all.append(reading(.focusStart, .button, 0))
            all.append(reading(.focusStatus, .integer(range: 0...7, step: 1), 0))
        }
        if hasExposure {
            let modes = [1, 3].map { ControlDescriptor.MenuEntry(value: $0, name: "\($0)") }
            all.append(reading(.exposureMode, .menu(modes), 3))
            all.append(reading(.exposureTime, .integer(range: 1...5000, step: 1), 100))
            all.append(reading(.gain, .integer(range: 0...255, step: 1), 0))
        }
        return all
    }

    /// - Returns: the errno of a refusal.
    mutating func write(_ control: ControlID, _ value: Int64) -> Int32? {
        if control == .focusPosition, values[.focusAutomatic] == 1 { return EACCES }
        if control == .exposureTime, values[.exposureMode] == 3 { return EACCES }
        guard readings.contains(where: { $0.descriptor.id == control }) else { return EINVAL }
        writes.append(ControlWrite(control, value))
        values[control] = value
        if control == .focusStart { values[.focusStatus] = OneShotStatus.busy.rawValue }
        return nil
    }

    /// Moves the lens up to now, towards its earlier target.
    mutating func advance(to now: Double, _ speed: Double) {
        let way = (now - (track.last?.time ?? now)) * speed
        let target = target
        lens += min(way, max(-way, target - lens))
        track.append((now, lens))
        while let first = track.first, first.time < now - 1 { track.removeFirst() }
        // Its own focus has ended, with or without success.
        if values[.focusStatus] == OneShotStatus.busy.rawValue, abs(target - lens) < 0.5 {
            values[.focusStatus] = (right == nil ? OneShotStatus.failed : .reached).rawValue
        }
        // Its own exposure averages the whole picture, which is never quite right for one half.
        if values[.exposureMode] == 3 {
            values[.exposureTime] = min(330, Int64((100 / max(0.05, light)).rounded()))
        }
    }

    private var target: Double {
        // Its own focus uses the right half.
        if values[.focusStatus] == OneShotStatus.busy.rawValue { return right ?? lens }
        if values[.focusAutomatic] == 1 || !hasLens || hasOneShot { return lens }
        return Double(values[.focusPosition] ?? 125)
    }

    /// The lens's position at a moment.
    func lens(at time: Double) -> Double {
        guard let after = track.firstIndex(where: { $0.time >= time }) else { return lens }
        guard after > 0 else { return track[after].lens }
        let (early, late) = (track[after - 1], track[after])
        let share = (time - early.time) / max(1e-9, late.time - early.time)
        return early.lens + (late.lens - early.lens) * share
    }
}

/// Stripes of four widths, each as blurred as the lens makes it.
struct StripePicture {
    private var row = [UInt8](repeating: 0, count: LensCamera.size.width)

    init(_ scene: LensScript.Contents, lens: Double) {
        let gain = 1 + 7 * Double(scene.values[.gain] ?? 0) / 255
        let exposure = pow(scene.light * gain * Double(scene.values[.exposureTime] ?? 100) / 100, 1 / 2.2)
        for (half, optimum) in [scene.left, scene.right].enumerated() {
            let blur = optimum.map { abs($0 - lens) * 0.08 } ?? 0
            for x in half * 320..<(half + 1) * 320 {
                var luma = (half == 0) == scene.isSwapped ? 60.0 : 118.0
                if optimum != nil {
                    for length in [4.0, 8, 16, 32] {
                        let angle = 2 * Double.pi / length
                        // A Gaussian's effect on a sine.
                        luma += 16 * sin(angle * Double(x)) * exp(-angle * angle * blur * blur / 2)
                    }
                }
                row[x] = UInt8(min(255, max(0, luma * exposure)))
            }
        }
    }

    func draw(into memory: UnsafeMutableRawBufferPointer) {
        row.withUnsafeBytes { row in
            for y in 0..<LensCamera.size.height {
                memory.baseAddress?.advanced(by: y * row.count)
                    .copyMemory(from: row.baseAddress.unsafelyUnwrapped, byteCount: row.count)
            }
        }
    }
}
