// SPDX-License-Identifier: GPL-3.0-or-later
public import Cameras
public import CaptureCore

/// The built-in camera: a drawn scene with depth, seen through a lens, a sensor and the controls of a good webcam.
///
///     let camera = try TestSceneCamera.open(named: "Test Scene", pictures: "/usr/share/tintype/scene")
///     let stream = try camera.start()
///     // poll camera.fileDescriptor, then
///     let frame = try camera.nextFrame()
///
/// Its automatic modes change controls as frames are taken, so ask `changedControls` after each frame; the descriptor
/// is a timer and is never exceptional. Time in the scene advances with the frames; only the clocks in the picture
/// show the real time. Thread-bound, as every `CameraDevice`.
public final class TestSceneCamera: CameraDevice {
    public let info: CameraInfo
    public let offers: [ModeOffer]

    private let ticker: any FrameTicker
    private let clock: SceneClock
    private let pictures: ScenePictures
    private var sensor = SceneSensor()
    private var stream: Stream?

    /// Exists while streaming.
    private struct Stream {
        let description: StreamDescription
        let rate: FrameRate
        let renderer: SceneRenderer
        let pool: FramePool
        var interval: Duration
        var nextSequence: UInt32 = 0
        var seconds: Double = 0
    }

    /// Enough for the viewfinder, the pictures kept for the shutter, and some photos that are being encoded.
    static let bufferCount = 6

    /// - Parameters:
    ///   - name: for people, in their language.
    ///   - pictures: the folder of the scene's pictures.
    ///   - clock: stamps the frames, and sets the clocks in the picture.
    /// - Throws: `.failed` if a picture is missing or damaged, or the process has no descriptor left.
    public static func open(
        named name: String, pictures: String, clock: SceneClock = .system
    ) throws(CameraError) -> TestSceneCamera {
        let pictures = try ScenePictures(folder: pictures)
        return TestSceneCamera(
            named: name, pictures, clock: clock, ticker: try TimerTicker.open(), offers: standardOffers)
    }

    /// For tests: with another ticker and other sizes.
    init(
        named name: String, _ pictures: ScenePictures, clock: SceneClock, ticker: any FrameTicker,
        offers: [ModeOffer]
    ) {
        info = CameraInfo(id: .testScene, name: name, node: "", position: .simulated)
        (self.pictures, self.clock, self.ticker, self.offers) = (pictures, clock, ticker, offers)
    }

    static let standardOffers = [(1920, 1080), (1280, 720), (640, 480)].map { width, height in
        ModeOffer(format: .nv12, size: PixelSize(width: width, height: height), rates: [FrameRate(30)])
    }

    public var fileDescriptor: Int32 { ticker.fileDescriptor }

    public func start(_ request: ModeRequest) throws(CameraError) -> StreamDescription {
        if let stream { return stream.description }
        guard let mode = ModeChooser.ranked(offers, supported: [.nv12], preferred: request.preferred).first
        else {
            throw CameraError(.unsupportedFormat, step: "start")
        }
        let size = mode.size
        let layout = FrameLayout(format: .nv12, size: size, bytesPerLine: size.width, color: .video)
        let interval = sensor.frameInterval(at: mode.rate)
        let pool = FramePool(
            count: Self.bufferCount, byteCount: NV12Planes.byteCount(width: size.width, height: size.height))
        let description = StreamDescription(layout: layout, rate: mode.rate)
        let renderer = try SceneRenderer(output: size, pictures)
        try ticker.start(every: interval)
        stream = Stream(
            description: description, rate: mode.rate, renderer: renderer, pool: pool, interval: interval)
        return description
    }

    public func nextFrame() throws(CameraError) -> Frame? {
        guard var stream else { return nil }
        let ticks = try ticker.takeTicks()
        guard ticks > 0 else { return nil }
        defer { self.stream = stream }
        let passed = stream.interval.seconds * Double(ticks)
        stream.seconds += passed
        sensor.advance(interval: Float(passed), rate: stream.rate, meter: stream.renderer.meter)
        let sequence = stream.nextSequence &+ UInt32(truncatingIfNeeded: ticks - 1)
        stream.nextSequence = sequence &+ 1
        try follow(&stream)
        guard let buffer = stream.pool.take() else { return nil }
        return try render(stream, sequence, into: buffer)
    }

    public func stop() {
        guard stream != nil else { return }
        ticker.stop()
        stream = nil
    }

    public func readControls() -> [ControlReading] { sensor.controls.readings }

    /// The descriptor is a timer.
    public var changesControlsWithFrames: Bool { true }

    public func value(of control: ControlID) -> Int64? {
        readControls().first { $0.descriptor.id == control }?.value
    }

    public func setControl(_ control: ControlID, to value: Int64) throws(CameraError) -> Int64 {
        try sensor.write(control, value)
    }

    public func changedControls() -> Set<ControlID> { sensor.takeChanges() }

    public func close() {
        stop()
        ticker.close()
    }

    /// Adapts the ticker to the exposure.
    private func follow(_ stream: inout Stream) throws(CameraError) {
        let wanted = sensor.frameInterval(at: stream.rate)
        guard wanted != stream.interval else { return }
        stream.interval = wanted
        try ticker.start(every: wanted)
    }

    private func render(_ stream: Stream, _ sequence: UInt32, into buffer: Int) throws(CameraError) -> Frame {
        let (pool, wall) = (stream.pool, clock.wall())
        let memory = pool.memory(buffer)
        let moment = SceneMoment(
            seconds: stream.seconds, localTime: CivilDate(localTimeOf: wall), frame: sequence)
        let bytes = memory.bindMemory(to: UInt8.self)
        if let start = bytes.baseAddress {
            do throws(CameraError) {
                try stream.renderer.render(sensor.state(at: stream.rate), moment, into: start)
            } catch {
                pool.putBack(buffer)
                throw error
            }
        }
        return Frame(
            layout: stream.description.layout, sequence: sequence, arrival: clock.now(), isDamaged: false,
            memory: .pooled, bytes: UnsafeRawBufferPointer(memory), release: { pool.putBack(buffer) })
    }
}

extension Duration {
    fileprivate var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}

extension CivilDate {
    /// The local date and time at a moment.
    fileprivate init(localTimeOf time: WallTime) {
        let (seconds, rest) = time.nanosecondsSince1970.quotientAndRemainder(dividingBy: 1_000_000_000)
        self.init(secondsSince1970: seconds - (rest < 0 ? 1 : 0) + Int64(time.offsetFromUTC))
    }
}
