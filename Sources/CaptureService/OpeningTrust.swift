// SPDX-License-Identifier: GPL-3.0-or-later
internal import Cameras
internal import CaptureCore
internal import Platform

/// Which cameras may be opened, and in which modes, after what happened before: what the session knows of cameras that end with
/// a mode, with each opening, or with all of Tintype. On the capture thread.
struct OpeningTrust {
    /// What ends with a camera behind a service may be the service, and every other program's sound with it.
    private static let serviceProof: Duration = .seconds(30)

    /// Tells which cameras Tintype has crashed with; nil if there is no place for that.
    private let notes: OpeningNotes?
    /// The words with which the person asked for cameras: these are opened whatever happened before.
    private var wanted: Set<String> = []
    private(set) var fatalModes = FatalModes()
    /// When the open camera began to stream.
    private var streamBeganAt = MonotonicTime(nanoseconds: 0)
    /// Whether the open camera is known to show pictures.
    private var isProven = false

    init(_ notes: OpeningNotes?) { self.notes = notes }

    /// Whom the person asks for.
    ///
    /// - Parameter present: the camera before the event.
    mutating func note(_ event: SessionEvent, _ present: CameraInfo?) {
        if case .selected(let camera) = event { wanted.insert(camera.id.rawValue) }
        if event == .retryRequested, let present { wanted.insert(present.id.rawValue) }
    }

    /// Notes that the camera is about to be opened, should Tintype crash of it.
    ///
    /// - Returns: false if it must not be opened: it crashed Tintype again and again, and the person did not ask for it.
    func begin(_ camera: CameraInfo) -> Bool {
        guard let notes, camera.id != .testScene else { return true }
        let isWanted = wanted.contains { [camera].meant(by: $0) != nil }
        guard isWanted || !notes.areBad(camera.id.rawValue) else { return false }
        notes.begin(camera.id.rawValue)
        return true
    }

    mutating func streamBegan(at now: MonotonicTime) { (streamBeganAt, isProven) = (now, false) }

    /// Several new pictures have come.
    ///
    /// - Parameter losses: how often in a row the camera went away before it had shown pictures: it has to last for longer then.
    /// - Returns: whether this shows for the first time in this opening that it works.
    mutating func noteProof(of device: any CameraDevice, losses: Int, at now: MonotonicTime) -> Bool {
        let isLasting = isLasting(at: now)
        if isLasting { notes?.end() }
        let isService = device.info.node.isEmpty
        let isLastingAfterLoss = isLasting && (!isService || now - streamBeganAt >= Self.serviceProof)
        guard !isProven, losses == 0 || isLastingAfterLoss else { return false }
        isProven = true
        return true
    }

    /// The camera failed as it was opened: if it went away, perhaps because of its mode.
    mutating func noteLoss(_ error: CameraError, of device: (any CameraDevice)?) {
        guard error.code == .gone, let device, let mode = device.requestedMode else { return }
        fatalModes.note(mode, ended: device.info.id)
    }

    /// The same while it streamed. What has lasted did not end because it began.
    mutating func noteStreamLoss(_ error: CameraError, of device: any CameraDevice, at now: MonotonicTime) {
        if !isLasting(at: now) || !isProven { noteLoss(error, of: device) }
    }

    /// The camera is closed.
    func end() { notes?.end() }

    private func isLasting(at now: MonotonicTime) -> Bool { now - streamBeganAt >= FatalModes.moment }
}
