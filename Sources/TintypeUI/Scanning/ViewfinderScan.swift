// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Codes
internal import Platform

/// Looks for codes in the viewfinder's picture, at most five times a second, while it is on.
///
///     scan.picture = { viewfinder.picture }
///     scan.onFound = { … }
///     scan.isOn = true
///
/// Nothing runs while it is off. One picture is scanned at a time.
final class ViewfinderScan {
    private static let interval: UInt32 = 200
    /// A code is shown again only after this many scans without it: two seconds.
    private static let looksUntilForgotten = 10

    /// What is on the screen now.
    var picture: () -> Picture? = { nil }
    /// Called for a code that has just appeared.
    var onFound: (ScannedCode) -> Void = { _ in }
    /// Called when codes can't be read at present.
    var onTrouble: () -> Void = {}
    /// Whether to scan; while it is paused, the code in front of the camera stays known.
    var isOn = false { didSet { update() } }
    var isPaused = false { didSet { update() } }

    private let reader: any CodeReading
    private var timer: MainTimer?
    private var look: Task<Void, Never>?
    private weak var lastFrame: Frame?
    /// The codes that were shown and may still be there, and how many scans each has been missing.
    private var known: [ScannedCode: Int] = [:]

    init(reader: any CodeReading) { self.reader = reader }

    private func update() {
        guard isOn, !isPaused else {
            timer = nil
            if !isOn { known = [:] }
            return
        }
        guard timer == nil else { return }
        timer = MainTimer(every: Self.interval) { [weak self] in
            self?.lookOnce()
            return true
        }
    }

    private func lookOnce() {
        guard look == nil, let frame = picture()?.frame, frame !== lastFrame else { return }
        lastFrame = frame
        look = Task { [weak self, reader] in
            let codes = await reader.codes(in: frame)
            self?.looked(codes)
        }
    }

    private func looked(_ codes: [ScannedCode]?) {
        look = nil
        // A window may have opened over the picture meanwhile.
        guard isOn, !isPaused, picture() != nil else { return }
        guard let codes else { return onTrouble() }
        for (code, missed) in known {
            known[code] = codes.contains(code) ? 0 : missed < Self.looksUntilForgotten ? missed + 1 : nil
        }
        guard let code = codes.first(where: { known[$0] == nil }) else { return }
        known[code] = 0
        onFound(code)
    }
}
