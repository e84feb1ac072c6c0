// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore

/// A session machine and its surroundings: a planned retry, and a device that is being opened or open.
struct SessionSimulation {
    var machine = SessionMachine()
    /// A retry is planned.
    var isRetryPlanned = false
    /// The device that was requested and has not answered.
    var opening: CameraInfo?
    /// The device that streams.
    var open: CameraInfo?
    private(set) var lastEffects: [SessionEffect] = []

    static let first = camera("first")
    static let second = camera("second")
    static let scene = CameraInfo(
        id: .testScene, name: "Test Scene", node: "", position: .simulated)
    static let stream = StreamDescription(
        layout: FrameLayout(
            format: .nv12, size: PixelSize(width: 1280, height: 720), bytesPerLine: 1280, color: .video),
        rate: FrameRate(30))

    static let greyStream = StreamDescription(
        layout: FrameLayout(
            format: .grey, size: PixelSize(width: 640, height: 360), bytesPerLine: 640, color: .video),
        rate: FrameRate(15))

    static func camera(_ name: String) -> CameraInfo {
        CameraInfo(id: CameraID(rawValue: name), name: name, node: "/dev/" + name, position: .external)
    }

    static let errors: [CameraError] = [
        CameraError(.busy(by: "other")), CameraError(.gone), CameraError(.notAllowed),
        CameraError(.unsupportedFormat), CameraError(.stalled), CameraError(.noBandwidth),
        CameraError(.controlRefused), CameraError(.failed), CameraError(.noSource),
        CameraError(.crashes),
    ]

    /// Every event there is, with every kind of payload that could matter.
    static let everyEvent: [SessionEvent] =
        [
            .allowed, .stopped, .left, .returned, .camerasChanged([]), .camerasChanged([first]),
            .camerasChanged([second, first]), .selected(first), .selected(second), .selected(scene),
            .opened(stream), .opened(greyStream), .picturesArrived, .retryDue, .retryRequested,
        ] + errors.map { .openFailed($0) } + errors.map { .streamFailed($0) }

    /// The events that can happen now.
    var possibleEvents: [SessionEvent] {
        Self.everyEvent.filter { event in
            switch event {
            case .allowed, .stopped, .left, .returned, .camerasChanged, .selected, .retryRequested: true
            case .retryDue: isRetryPlanned
            case .opened(Self.greyStream): if case .opening = machine.state { opening != nil } else { false }
            case .opened, .openFailed: opening != nil
            case .picturesArrived, .streamFailed: open != nil
            }
        }
    }

    /// Sends an event and carries out its effects.
    mutating func send(_ event: SessionEvent) {
        switch event {
        case .retryDue: isRetryPlanned = false
        case .opened: (open, opening) = (opening, nil)
        case .openFailed: opening = nil
        case .allowed, .stopped, .left, .returned, .camerasChanged, .selected, .picturesArrived,
            .streamFailed,
            .retryRequested:
            break
        }
        lastEffects = machine.handle(event)
        for effect in lastEffects { carryOut(effect) }
    }

    mutating func send(_ events: [SessionEvent]) {
        for event in events { send(event) }
    }

    /// The last requested wait.
    var plannedDelay: Duration? {
        for case .retry(let delay) in lastEffects { return delay }
        return nil
    }

    private mutating func carryOut(_ effect: SessionEffect) {
        switch effect {
        case .close: (open, opening) = (nil, nil)
        case .open(let camera): (open, opening) = (nil, camera)
        case .retry: isRetryPlanned = true
        case .cancelRetry: isRetryPlanned = false
        case .scan: break
        }
    }
}
