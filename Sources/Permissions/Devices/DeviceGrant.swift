// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
internal import Synchronization

/// A kind of device that needs the person's permission.
public protocol DeviceKind: Sendable {
    /// The desktop's word for it: the id in table `devices` of the permission store, the end of the privacy key
    /// (`disable-…`), the name of the panel in GNOME's settings, and the beginning of our own settings' keys.
    static var id: String { get }
}

public enum CameraKind: DeviceKind {
    public static let id = "camera"
}

public enum MicrophoneKind: DeviceKind {
    public static let id = "microphone"
}

/// Proof that the person allowed a kind of device: opening one takes it, and only this module makes it.
///
/// It ends when the permission is withdrawn; a device opened with it must then be closed. Thread-safe.
public final class DeviceGrant<Kind: DeviceKind>: Sendable {
    private let ended = Atomic<Bool>(false)

    fileprivate let connect: (@Sendable () throws(CameraError) -> Int32)?

    /// - Parameter connect: connects to the cameras if the desktop hands them out; nil if this program opens them
    ///   itself. Called on any thread but the main one.
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
    /// - Returns: a descriptor that is now the caller's; nil if the daemon is to be reached as by any program.
    /// - Throws: `.notAllowed` if the desktop gives none (any more), `.gone` if it does not answer.
    public func openMediaConnection() throws(CameraError) -> Int32? {
        guard isValid else { throw CameraError(.notAllowed, step: "grant ended") }
        return try connect?()
    }
}

/// The one place where the grants for one kind of device are made and ended. Thread-safe.
///
/// The check at start gets a grant on its own thread; once the main actor has closed this, it gets none.
final class DeviceGrants<Kind: DeviceKind>: Sendable {
    private struct Contents {
        var grant: DeviceGrant<Kind>?
        var isClosed = false
        var early: StoreReading?
    }

    private let contents = Mutex(Contents())
    private let connect: (@Sendable () throws(CameraError) -> Int32)?

    /// - Parameter connect: see `DeviceGrant`.
    init(connect: (@Sendable () throws(CameraError) -> Int32)? = nil) { self.connect = connect }

    /// The device is allowed: returns the grant, the same one until it ends.
    @discardableResult func open() -> DeviceGrant<Kind> {
        contents.withLock { contents in
            contents.isClosed = false
            return grant(in: &contents)
        }
    }

    /// The device is not allowed: ends the grant.
    ///
    /// - Returns: whether there was one.
    @discardableResult func close() -> Bool {
        contents.withLock { contents in
            defer { contents.grant = nil }
            contents.isClosed = true
            // An earlier finding is outdated.
            contents.early = nil
            contents.grant?.end()
            return contents.grant != nil
        }
    }

    /// Records the result of the check at start.
    ///
    /// - Returns: a grant if the result allows the device and no newer answer contradicts it.
    func found(_ reading: StoreReading, _ answer: PermissionAnswer) -> DeviceGrant<Kind>? {
        contents.withLock { contents in
            guard !contents.isClosed else { return nil }
            contents.early = reading
            return answer == .yes ? grant(in: &contents) : nil
        }
    }

    /// The check at start has found the device allowed.
    ///
    /// - Returns: nil if a newer answer contradicts it.
    func openUnlessClosed() -> DeviceGrant<Kind>? {
        contents.withLock { $0.isClosed ? nil : grant(in: &$0) }
    }

    /// The result of the check at start, once.
    func takeEarly() -> StoreReading? {
        contents.withLock { contents in
            defer { contents.early = nil }
            return contents.early
        }
    }

    private func grant(in contents: inout Contents) -> DeviceGrant<Kind> {
        if let grant = contents.grant { return grant }
        let fresh = DeviceGrant<Kind>(connect: connect)
        contents.grant = fresh
        return fresh
    }
}
