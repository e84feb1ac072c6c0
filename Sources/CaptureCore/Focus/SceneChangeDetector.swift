// SPDX-License-Identifier: GPL-3.0-or-later
/// Notices that the camera shows another scene than when it was focused.
struct SceneChangeDetector: Hashable, Sendable {
    /// A scene that differs by this much is another one; a person who moves before a wall differs less.
    private static let threshold = 0.25
    /// How long it must differ.
    private static let duration: Duration = .seconds(1)

    private var reference: SceneSignature?
    private var differsSince: MonotonicTime?

    /// - Returns: whether the scene has been another one for long enough.
    mutating func take(_ signature: SceneSignature, at time: MonotonicTime) -> Bool {
        guard let reference else {
            self.reference = signature
            return false
        }
        guard signature.difference(from: reference) > Self.threshold else {
            differsSince = nil
            return false
        }
        let since = differsSince ?? time
        differsSince = since
        return time - since >= Self.duration
    }
}
