// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// Logs what happens to the camera: each failure once, not with every retry.
struct SessionLog {
    private let log = Log(domain: "capture")
    private var lastFailure: CameraError?

    mutating func note(_ event: SessionEvent, on camera: CameraInfo?) {
        switch event {
        case .opened(let stream):
            lastFailure = nil
            let rate = stream.rate.map { "\($0.framesPerSecond)" } ?? "unknown"
            log.info("\(name(camera)) streams \(stream.layout.format) \(stream.layout.size) at \(rate)")
        case .openFailed(let error), .streamFailed(let error): failed(error, camera)
        case .camerasChanged(let cameras): log.debug("cameras: \(cameras.map(\.node))")
        case .allowed, .stopped, .left, .returned, .selected, .picturesArrived, .retryDue, .retryRequested:
            log.debug("\(event)")
        }
    }

    private mutating func failed(_ error: CameraError, _ camera: CameraInfo?) {
        let isNews = error != lastFailure
        lastFailure = error
        let (message, fields) = (
            "\(name(camera)): \(error)", LogFields.errno(error.underlying, at: error.step)
        )
        if isNews { log.warning(message, fields) } else { log.debug(message, fields) }
    }

    private func name(_ camera: CameraInfo?) -> String { camera?.name ?? "no camera" }
}
