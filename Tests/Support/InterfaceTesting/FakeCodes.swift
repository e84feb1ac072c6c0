// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
import CaptureTesting
public import Codes
import Synchronization

/// Finds the codes that a test puts before the camera. Thread-safe.
public final class FakeCodes: CodeReading {
    private struct State {
        var present: [ScannedCode] = []
        var scanned: [MonotonicTime] = []
        var isBroken = false
        var screenshot = ScreenshotScan.noneFound
    }

    private let state = Mutex(State())
    private let gate = Gate()

    public init() {}

    /// When each scanned frame arrived.
    public var scanned: [MonotonicTime] { state.withLock { $0.scanned } }

    /// Changes what the camera sees.
    public func show(_ codes: ScannedCode...) { state.withLock { $0.present = codes } }

    /// Changes how a look for the latest screenshot ends.
    public func latestScreenshot(_ scan: ScreenshotScan) { state.withLock { $0.screenshot = scan } }

    /// From now on codes can't be read.
    public func breakDown() { state.withLock { $0.isBroken = true } }

    /// Lets scans wait from now on, or lets all go on.
    public func holdUp(_ isHeldUp: Bool) { gate.holdUp(isHeldUp) }

    public func codes(in frame: Frame) async -> [ScannedCode]? {
        state.withLock { $0.scanned.append(frame.arrival) }
        await gate.pass()
        return state.withLock { $0.isBroken ? nil : $0.present }
    }

    public func codes(inImage path: String) async -> ImageScan { .noImage }
    public func codesInLatestScreenshot() async -> ScreenshotScan { state.withLock { $0.screenshot } }
    public func screenshotsFolder() async -> String? { nil }
}
