internal import Synchronization

/// Proof that the person allowed the camera: opening a device takes one, and only this module makes one.
///
/// It ends when the permission is withdrawn; a device opened with it must then be closed. Thread-safe.
public final class CameraGrant: Sendable {
    private let ended = Atomic<Bool>(false)

    init() {}

    /// Whether it still holds.
    public var isValid: Bool { !ended.load(ordering: .acquiring) }

    func end() { ended.store(true, ordering: .releasing) }
}
