// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Codes
import Synchronization

/// Finds the codes that a test puts before the camera. Thread-safe.
final class FakeCodes: CodeReading {
    private struct State {
        var present: [ScannedCode] = []
        var scanned: [MonotonicTime] = []
    }

    private let state = Mutex(State())
    private let gate = Gate()

    /// When each scanned frame arrived.
    var scanned: [MonotonicTime] { state.withLock { $0.scanned } }

    /// Changes what the camera sees.
    func show(_ codes: ScannedCode...) { state.withLock { $0.present = codes } }

    /// Lets scans wait from now on, or lets all go on.
    func holdUp(_ isHeldUp: Bool) { gate.holdUp(isHeldUp) }

    func codes(in frame: Frame) async -> [ScannedCode] {
        state.withLock { $0.scanned.append(frame.arrival) }
        await gate.pass()
        return state.withLock { $0.present }
    }

    func codes(inImage path: String) async -> [ScannedCode]? { nil }
    func codesInLatestScreenshot() async -> ScreenshotScan { .noneFound }
}
