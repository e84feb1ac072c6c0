// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Glibc
import Testing

@testable import Cameras
@testable import Permissions

/// Shared by tests of PipeWire cameras.
struct PipeWireTest {
    let session: PipeWireSession
    let cameras = PipeWireCameras()
    let grant: CameraGrant

    init() throws {
        session = try PipeWireSession()
        grant = session.grant()
    }

    /// Opens the camera that this word means.
    func open(_ word: String = "") throws -> any CameraDevice {
        var device: (any CameraDevice)?
        try wait("the camera is listed") { cameras.find(word, grant: grant) != nil }
        let info = try #require(cameras.find(word, grant: grant)?.info)
        // The session manager may still be busy with the source.
        try wait("the camera opens") {
            device = try? cameras.open(info, grant: grant)
            return device != nil
        }
        return try #require(device)
    }
}

extension CameraDevice {
    /// Waits as the capture thread does.
    ///
    /// - Returns: nil when nothing came in time.
    func wait(for limit: Duration = .seconds(10)) throws(CameraError) -> Frame? {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            var descriptor = pollfd(fd: fileDescriptor, events: Int16(POLLIN | POLLPRI), revents: 0)
            poll(&descriptor, 1, 50)
            if let frame = try nextFrame() { return frame }
        }
        return nil
    }

    /// Waits until taking frames fails.
    func failure(within limit: Duration = .seconds(10)) -> CameraError? {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            do throws(CameraError) { _ = try wait(for: .milliseconds(50)) } catch { return error }
        }
        return nil
    }
}
