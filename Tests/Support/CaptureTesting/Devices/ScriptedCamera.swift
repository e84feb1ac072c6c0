// SPDX-License-Identifier: GPL-3.0-or-later
internal import CShims
public import Cameras
public import CaptureCore
internal import Glibc
public import Platform
internal import Synchronization

/// A camera whose frames and faults a test decides, with a descriptor that `poll` understands.
///
/// The script is shared and thread-safe; each opening makes a device of its own from it.
public final class CameraScript: Sendable {
    /// The next result of `nextFrame`.
    public enum Step: Sendable {
        case frame(isDamaged: Bool)
        /// The last frame again, as a driver repeats it.
        case again
        case fault(CameraError)
        /// Ready without a frame.
        case nothing
    }

    private struct Contents {
        var steps: [Step] = []
        var openFailures: [CameraError] = []
        var startFailures: [CameraError] = []
        var isAlwaysReady = false
        var isEndless = false
        var isVirtual = false
        var isDark = false
        /// The numbers of dark pictures in each cycle of so many.
        var blinks: (dark: Int, cycle: Int)?
        var stands = false
        var hasLostSource = false
        var rate: FrameRate? = FrameRate(30)
        var offers = [ModeOffer(format: .grey, size: ScriptedCamera.size, rates: [FrameRate(30)])]
        var requests: [ModeRequest] = []
        var opened = 0
        var closed = 0
        var taken = 0
        var asked = 0
    }

    /// The preferred mode of each start.
    public var preferences: [CaptureMode?] { requests.map(\.preferred) }
    /// What each start asked for.
    public var requests: [ModeRequest] { contents.withLock { $0.requests } }

    /// The camera's controls.
    public let controls = ScriptedControls()
    private let contents = Mutex(Contents())
    /// Readable while there is something to take.
    let event: Int32 = tt_event_new()
    /// When frames arrive, and controls are written.
    let clock: @Sendable () -> MonotonicTime

    public init(clock: @escaping @Sendable () -> MonotonicTime = { .now }) { self.clock = clock }

    deinit { Glibc.close(event) }

    /// Lets the camera deliver.
    public func deliver(_ steps: Step...) {
        contents.withLock { $0.steps += steps }
        tt_event_signal(event)
    }

    /// The next openings fail with these errors, one after the other.
    public func failOpening(_ errors: CameraError...) { contents.withLock { $0.openFailures += errors } }

    /// The next starts fail with these errors, one after the other.
    public func failStarting(_ errors: CameraError...) { contents.withLock { $0.startFailures += errors } }

    /// From now on the descriptor is always ready.
    public func sayReadyForever() {
        contents.withLock { $0.isAlwaysReady = true }
        tt_event_signal(event)
    }

    /// From now on there is always another frame.
    public func deliverForever() {
        contents.withLock { $0.isEndless = true }
        tt_event_signal(event)
    }

    /// Makes it a camera to which a program writes, which has gone or not.
    public func makeVirtual(hasLostSource: Bool) {
        contents.withLock { ($0.isVirtual, $0.hasLostSource) = (true, hasLostSource) }
    }

    /// No light comes in, or does again.
    public func darken(_ isDark: Bool = true) { contents.withLock { $0.isDark = isDark } }

    /// So many of the pictures in each cycle are dark, as of an infrared camera whose lamp blinks. The others are equally bright.
    public func blink(dark: Int = 1, of cycle: Int = 2) { contents.withLock { $0.blinks = (dark, cycle) } }

    /// The same as before it blinked.
    public func stopBlinking() { contents.withLock { $0.blinks = nil } }

    /// From now on every picture is the same.
    public func standStill() { contents.withLock { $0.stands = true } }

    /// Of the pictures with and without the light that blinks.
    public static let (lit, unlit): (UInt8, UInt8) = (200, 60)

    func brightness(_ number: Int) -> UInt8 {
        contents.withLock { contents in
            if contents.isDark { return 0 }
            if contents.stands { return 150 }
            if let (dark, cycle) = contents.blinks { return number % cycle < dark ? Self.unlit : Self.lit }
            return UInt8(100 + number % 100)
        }
    }

    /// From the next start on it has this rate, as far as it says.
    public func haveRate(_ rate: FrameRate?) { contents.withLock { $0.rate = rate } }

    /// From the next opening on it lists these, though it sends what it always sends.
    public func haveOffers(_ offers: [ModeOffer]) { contents.withLock { $0.offers = offers } }

    var offers: [ModeOffer] { contents.withLock { $0.offers } }
    var rate: FrameRate? { contents.withLock { $0.rate } }
    var isVirtual: Bool { contents.withLock { $0.isVirtual } }
    var hasLostSource: Bool { contents.withLock { $0.hasLostSource } }
    public var openCount: Int { contents.withLock { $0.opened } }
    public var closeCount: Int { contents.withLock { $0.closed } }
    /// How often a frame was requested.
    public var askCount: Int { contents.withLock { $0.asked } }

    func open() throws(CameraError) {
        let failure = contents.withLock { contents in
            contents.opened += 1
            return contents.openFailures.isEmpty ? nil : contents.openFailures.removeFirst()
        }
        guard let failure else { return }
        noteClosed()
        throw failure
    }

    func start(_ request: ModeRequest) throws(CameraError) {
        let failure = contents.withLock { contents in
            contents.requests.append(request)
            return contents.startFailures.isEmpty ? nil : contents.startFailures.removeFirst()
        }
        if let failure { throw failure }
    }

    func noteClosed() { contents.withLock { $0.closed += 1 } }

    func next() -> (step: Step?, number: Int) {
        contents.withLock { contents in
            contents.asked += 1
            if contents.isEndless {
                contents.taken += 1
                return (.frame(isDamaged: false), contents.taken)
            }
            guard !contents.steps.isEmpty else {
                if !contents.isAlwaysReady { tt_event_clear(event) }
                return (nil, contents.taken)
            }
            let step = contents.steps.removeFirst()
            if case .again = step { return (step, contents.taken) }
            contents.taken += 1
            return (step, contents.taken)
        }
    }
}

/// The device side of a `CameraScript`: small grey frames, each a little brighter than the one before.
public final class ScriptedCamera: CameraDevice {
    public static let size = PixelSize(width: 64, height: 48)

    public let info: CameraInfo
    public let offers: [ModeOffer]
    public private(set) var requestedMode: CaptureMode?
    private let script: CameraScript
    private var isStreaming = false

    public init(_ info: CameraInfo, _ script: CameraScript) throws(CameraError) {
        try script.open()
        self.info = info
        self.script = script
        offers = script.offers
    }

    public var fileDescriptor: Int32 { script.event }

    private var layout: FrameLayout {
        FrameLayout(
            format: .grey, size: Self.size, bytesPerLine: Self.size.width,
            color: ColorDescription(matrix: .bt601, range: .full))
    }

    public func start(_ request: ModeRequest) throws(CameraError) -> StreamDescription {
        requestedMode =
            ModeChooser.ranked(
                request.allowed(offers), supported: [.grey, .nv12], preferred: request.preferred
            ).first
        try script.start(request)
        isStreaming = true
        return StreamDescription(layout: layout, rate: script.rate)
    }

    public func nextFrame() throws(CameraError) -> Frame? {
        let (step, number) = script.next()
        switch step {
        case .frame(let isDamaged): return frame(number, isDamaged)
        case .again: return frame(number, false)
        case .fault(let error): throw error
        case .nothing, nil: return nil
        }
    }

    private func frame(_ number: Int, _ isDamaged: Bool) -> Frame {
        Frame(
            copying: [UInt8](repeating: script.brightness(number), count: Self.size.area),
            layout: layout, sequence: UInt32(number), arrival: script.clock(),
            sourceTime: MonotonicTime(nanoseconds: Int64(number)), isDamaged: isDamaged, memory: .shared)
    }

    public func stop() { isStreaming = false }
    /// An eventfd is never exceptional.
    public var changesControlsWithFrames: Bool { true }
    public func readControls() -> [ControlReading] { script.controls.readAll() }
    public var isHanging: Bool { script.controls.isHanging }
    public func readControlsSoon() -> [ControlReading]? { isHanging ? nil : readControls() }
    public func setLater(_ writes: [ControlWrite]) { script.controls.setLater(writes) }
    public func readControl(_ control: ControlID) -> ControlReading? { script.controls.readOne(control) }
    public func value(of control: ControlID) -> Int64? { readControl(control)?.value }
    public func setControl(_ control: ControlID, to value: Int64) throws(CameraError) -> Int64 {
        try script.controls.set(control, to: value, at: script.clock())
    }
    public func changedControls() -> Set<ControlID> { script.controls.takeChanges() }
    public var isVirtual: Bool { script.isVirtual }
    public var hasLostSource: Bool { script.hasLostSource }
    public func close() { script.noteClosed() }
}
