// SPDX-License-Identifier: GPL-3.0-or-later
import Cameras
import CaptureCore
import CaptureService
import CaptureTesting
import Testing

@Suite struct UprightCameraTests {
    /// Every camera of the program is in these wrappers.
    @Test func whatWrapsACameraPassesOnThatItHangs() throws {
        let clock = TurnedClock()
        let script = CameraScript { clock.now }
        let info = CameraInfo(id: CameraID(rawValue: "a"), name: "A", node: "", position: .external)
        let camera = UprightCamera(DecodingCamera(try ScriptedCamera(info, script)))
        #expect(!camera.isHanging && camera.readControlsSoon() == [])
        script.controls.hang()
        #expect(throws: CameraError.self) { try camera.setControl(.brightness, to: 1) }
        #expect(camera.isHanging && camera.readControlsSoon() == nil)
        camera.setLater([ControlWrite(.gain, 2)])
        #expect(script.controls.asked == [ControlWrite(.brightness, 1), ControlWrite(.gain, 2)])
    }
}

/// A camera that reports how its pictures are turned, with one bright spot in them.
private final class TurnedCamera: CameraDevice {
    static let size = PixelSize(width: 64, height: 48)
    /// Where the spot is in the camera's own picture.
    static let spot = PointOfInterest(x: 10.0 / 64, y: 36.0 / 48)

    let info = CameraInfo(id: CameraID(rawValue: "a"), name: "A", node: "", position: .external)
    let offers = [ModeOffer(format: .grey, size: TurnedCamera.size, rates: [])]
    let fileDescriptor: Int32 = -1
    let arrangement: FrameArrangement
    private(set) var regions: [SensorWindow?] = []

    init(_ orientation: PhotoOrientation) { arrangement = FrameArrangement(orientation: orientation) }

    private var layout: FrameLayout {
        FrameLayout(format: .grey, size: Self.size, bytesPerLine: Self.size.width, color: .jpeg)
    }

    func start(_ request: ModeRequest) throws(CameraError) -> StreamDescription {
        StreamDescription(layout: layout, rate: nil)
    }

    func nextFrame() throws(CameraError) -> Frame? {
        let window = SensorWindow(around: Self.spot, side: 0.125).pixels(in: Self.size)
        var bytes = [UInt8](repeating: 30, count: Self.size.area)
        for row in window.top..<window.top + window.height {
            for column in window.left..<window.left + window.width {
                bytes[row * Self.size.width + column] = 220
            }
        }
        return Frame(
            copying: bytes, layout: layout, arrival: MonotonicTime(nanoseconds: 0), isDamaged: false,
            memory: .shared)
    }

    func stop() {}
    func readControls() -> [ControlReading] { [] }
    func value(of control: ControlID) -> Int64? { nil }
    func setControl(_ control: ControlID, to value: Int64) throws(CameraError) -> Int64 { value }
    func changedControls() -> Set<ControlID> { [] }
    func close() {}

    func setRegion(_ window: SensorWindow?, _ automatics: RegionAutomatics) throws(CameraError) {
        regions.append(window)
    }
}

extension UprightCameraTests {
    /// What is clicked in the upright picture is what the camera exposes and focuses.
    @Test(arguments: (1...8).map { PhotoOrientation(exifValue: $0) })
    func aRegionOfATurnedCameraIsWhereThePictureShowsIt(orientation: PhotoOrientation) throws {
        let turned = TurnedCamera(orientation)
        let camera = UprightCamera(turned)
        let stream = try camera.start(ModeRequest())
        let frame = try #require(try camera.nextFrame())
        #expect(frame.layout.size == orientation.applied(to: TurnedCamera.size))
        #expect(stream.layout.size == frame.layout.size)
        let (x, y) = frame.withBytes { bytes in
            let width = frame.layout.size.width
            let bright = (0..<frame.layout.size.area).filter { bytes[$0] > 128 }
            func mean(_ values: [Int]) -> Double { Double(values.reduce(0, +)) / Double(values.count) }
            return (mean(bright.map { $0 % width }) + 0.5, mean(bright.map { $0 / width }) + 0.5)
        }
        let seen = PointOfInterest(
            x: x / Double(frame.layout.size.width), y: y / Double(frame.layout.size.height))
        let side = SensorWindow.usualSide * Double(frame.layout.size.height)
        try camera.setRegion(SensorWindow(around: seen), [.focus])
        let region = try #require(turned.regions.first ?? nil)
        #expect(abs(region.point.x - TurnedCamera.spot.x) * 64 <= 1)
        #expect(abs(region.point.y - TurnedCamera.spot.y) * 48 <= 1)
        // As large as in the picture.
        #expect(abs(region.side * 48 - side) <= 1)
        try camera.setRegion(nil, [])
        #expect(turned.regions.last == .some(nil))
    }
}
