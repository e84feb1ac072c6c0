// SPDX-License-Identifier: GPL-3.0-or-later
import Cameras
import CaptureCore
import CaptureTesting
import Imaging
import Platform

@testable import CaptureService
@testable import Permissions

/// One camera behind a hostile kernel, used in every way of the program, in any order.
struct HostileCameraRound {
    /// The most calls that one operation may make, whatever the kernel answers; legitimate cameras need a hundredth.
    enum Limit {
        static let open = 50_000
        static let start = 4_000
        static let readControls = 60_000
        static let other = 1_000
    }

    private static let info = CameraInfo(
        id: CameraID(rawValue: "usb:1:2"), name: "Webcam", node: "/dev/video0", position: .external)

    let kernel: HostileKernel
    private(set) var random: SeededRandom
    private let renderer = FrameRenderer()
    private let pool = PicturePool()
    /// Failures; empty without any.
    private(set) var complaints: [String] = []
    /// How far it got, so that a test can see that the kernel is neither too mild nor too wild.
    private(set) var opened = 0
    private(set) var frames = 0

    init(_ random: SeededRandom) {
        var random = random
        var camera = FakeCamera.webcam()
        // Small pictures: what is looked for is in the numbers, not in the pixels.
        camera.formats = [
            FakeFormat(.yuyv, [FakeSize(64, 48, [(1, 30)]), FakeSize(160, 120, [(1, 10)])]),
            FakeFormat(.mjpeg, [FakeSize(64, 48, [(1, 30), (1, 60)]), FakeSize(320, 240, [(1, 30)])]),
            FakeFormat(.nv12, [FakeSize(96, 64, [(1, 30)])]),
        ]
        if Bool.random(using: &random) { camera.controls += Self.moreControls }
        if Bool.random(using: &random) { camera.region = FakeRegion() }
        kernel = HostileKernel(
            FakeVideoKernel([camera]), random: SeededRandom(seed: random.next()))
        self.random = random
    }

    /// The kinds of control that the usual webcam lacks.
    private static var moreControls: [FakeControl] {
        var lamp = FakeControl(
            ControlID(rawValue: 0x0098_0918), "Power Line Frequency", .menu, (0, 2), value: 1)
        lamp.menu = [0: "Disabled", 1: "50 Hz", 2: "60 Hz"]
        return [
            lamp,
            FakeControl(.gain, "Gain", .integer64, (0, 100), value: 3),
            FakeControl(.zoom, "Zoom, Absolute", .integer, (100, 400), value: 100),
            FakeControl(.whiteBalanceTemperature, "White Balance", .integer, (2800, 6500), value: 4000),
            FakeControl(.whiteBalanceAutomatic, "White Balance, Automatic", .boolean, (0, 1), value: 1),
            FakeControl(.regionAutomatics, "Region of Interest Auto", .bitmask, (0, 9), value: 0),
        ]
    }

    mutating func run() {
        for _ in 0..<2 {
            guard let camera = open() else { continue }
            opened += 1
            use(camera)
            measured("close", Limit.other) { camera.close() }
        }
    }

    private mutating func open() -> V4L2Camera? {
        let kernel = kernel
        let camera = measured("open", Limit.open) {
            try? V4L2Camera.open(Self.info, grant: CameraGrant(), kernel: kernel)
        }
        guard let camera else { return nil }
        for mode in ModeChooser.ranked(camera.offers, supported: [.nv12, .yuyv, .mjpeg]).prefix(8) {
            _ = (mode.rate.interval, mode.rate.framesPerSecond, mode.size.area)
        }
        return camera
    }

    private mutating func use(_ camera: V4L2Camera) {
        var held: [Frame] = []
        for _ in 0..<Int.random(in: 1...24, using: &random) {
            switch Int.random(in: 0..<12, using: &random) {
            case 0, 1: measured("start", Limit.start) { _ = try? camera.start() }
            case 2: measured("stop", Limit.other) { camera.stop() }
            case 3...7: take(camera, &held)
            case 8: readControls(camera)
            case 9: measured("changed", Limit.other) { _ = camera.changedControls() }
            case 10: held.removeAll { _ in Bool.random(using: &random) }
            default: set(camera)
            }
        }
        // Some frames outlive their camera.
        if Bool.random(using: &random) { held.removeAll() }
        measured("close", Limit.other) { camera.close() }
        for frame in held { look(at: frame) }
    }

    private mutating func take(_ camera: V4L2Camera, _ held: inout [Frame]) {
        guard let taken = measured("nextFrame", 4, { try? camera.nextFrame() }) else { return }
        frames += 1
        look(at: taken)
        if held.count < 4 { held.append(taken) }
    }

    /// Everything that the program does with a frame's bytes.
    private mutating func look(at frame: Frame) {
        let target = ViewfinderTarget(
            view: PixelSize(width: 40, height: 30), isMirrored: Bool.random(using: &random))
        // A changing header can change at any moment of these.
        for _ in 0..<(frame.layout.format.isCompressed ? 4 : 1) {
            _ = try? renderer.render(frame, for: target, pool: pool)
        }
        if Int.random(in: 0..<20, using: &random) == 0 { _ = frame.detached().byteCount }
        guard frame.layout.size.area <= 4096 * 4096 else { return }
        let window = SensorWindow(around: PointOfInterest(x: 0.9, y: 0.1), side: 0.3)
        _ = FocusProbe().sharpness(of: frame, in: window)
    }

    private mutating func readControls(_ camera: V4L2Camera) {
        let readings = measured("readControls", Limit.readControls) { camera.readControls() }
        guard readings.count <= 256 else { return complain("\(readings.count) controls") }
        HostileControls.use(readings, &random)
        measured("measure", Limit.other) { _ = SettingsReader(clock: { .now }).read(camera) }
    }

    private mutating func set(_ camera: V4L2Camera) {
        let control =
            [ControlID.gain, .focusPosition, .exposureMode, .brightness].randomElement(using: &random)
            ?? .gain
        let value = HostileControls.numbers.randomElement(using: &random) ?? 0
        let window = SensorWindow(
            around: PointOfInterest(
                x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random)),
            side: .random(in: 0...1, using: &random))
        let isWhole = Bool.random(using: &random)
        measured("setControl", Limit.other) { _ = try? camera.setControl(control, to: value) }
        measured("value", Limit.other) { _ = camera.value(of: control) }
        measured("readControl", Limit.other) { _ = camera.readControl(control) }
        measured("setRegion", Limit.other) {
            try? camera.setRegion(isWhole ? nil : window, [.focus, .exposure])
        }
    }

    /// Runs one operation and checks its calls to the kernel.
    private mutating func measured<Result>(_ name: String, _ limit: Int, _ body: () -> Result) -> Result {
        kernel.beginOperation()
        let begin = ContinuousClock.now
        let result = body()
        if kernel.callCount > limit { complain("\(name) made \(kernel.callCount) calls") }
        let took = ContinuousClock.now - begin
        if took > .seconds(10) { complain("\(name) took \(took)") }
        return result
    }

    private mutating func complain(_ what: String) { complaints.append(what) }
}
