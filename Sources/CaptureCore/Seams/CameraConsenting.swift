/// Whether the camera may be used.
public enum CameraAccess: Sendable, Equatable {
    /// The person has not been asked, or has not decided.
    case notDetermined
    case authorized
    case denied
}

/// The person's answer about the camera, as the views see it.
@MainActor
public protocol CameraConsenting: AnyObject {
    /// What is recorded now; answered from memory.
    var access: CameraAccess { get }

    /// Records the person's answer.
    ///
    /// - Returns: whether it could be stored; it holds for this session either way.
    @discardableResult func record(isAllowed: Bool) -> Bool

    /// Sets what to call when the answer changed, by whomever. One observer: the latest.
    func onChange(_ body: @escaping @MainActor (CameraAccess) -> Void)
}
