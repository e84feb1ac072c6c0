internal import Synchronization

/// Proof that programs may save on this computer: what a photo needs that goes to a file or a folder which the person
/// names.
///
/// Only this module makes one. It ends when saving is turned off. Thread-safe.
public final class SavingGrant: Sendable {
    private let ended = Atomic<Bool>(false)

    init() {}

    /// Whether it still holds.
    public var isValid: Bool { !ended.load(ordering: .acquiring) }

    func end() { ended.store(true, ordering: .releasing) }
}
