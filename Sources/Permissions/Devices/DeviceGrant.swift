public import CaptureCore
internal import Synchronization

/// Proof that the person allowed a kind of device: opening one takes it, and only this module makes it.
///
/// It ends when the permission is withdrawn; a device opened with it must then be closed. Thread-safe.
public final class DeviceGrant<Kind: DeviceKind>: Sendable {
    private let ended = Atomic<Bool>(false)

    fileprivate let connect: (@Sendable () throws(CameraError) -> Int32)?

    /// - Parameter connect: connects to the cameras where the desktop hands them out; nil where this program opens
    ///   them itself. Called on any thread but the main one.
    init(connect: (@Sendable () throws(CameraError) -> Int32)? = nil) { self.connect = connect }

    /// Whether it still holds.
    public var isValid: Bool { !ended.load(ordering: .acquiring) }

    func end() { ended.store(true, ordering: .releasing) }
}

public typealias CameraGrant = DeviceGrant<CameraKind>
public typealias MicrophoneGrant = DeviceGrant<MicrophoneKind>

extension DeviceGrant where Kind == CameraKind {
    /// A connection to the media daemon through which the desktop hands out the cameras. Blocks; not for the main
    /// thread.
    ///
    /// - Returns: a descriptor that is now the caller's; nil where the daemon is to be reached as by any program.
    /// - Throws: `.notAllowed` where the desktop gives none (any more), `.gone` where it does not answer.
    public func openMediaConnection() throws(CameraError) -> Int32? {
        guard isValid else { throw CameraError(.notAllowed, step: "grant ended") }
        return try connect?()
    }
}
