internal import CaptureCore
internal import Synchronization

/// The one place where the grants for one kind of device are made and ended. Thread-safe.
///
/// The check at start gets a grant on its own thread; once the main actor has closed this, it gets none.
final class DeviceGrantKeeper<Kind: DeviceKind>: Sendable {
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
    func open() -> DeviceGrant<Kind> {
        contents.withLock { contents in
            contents.isClosed = false
            return grant(in: &contents)
        }
    }

    /// The device is not allowed: ends the grant.
    func close() { _ = end() }

    /// As `close`, before the main actor has processed the desktop's no.
    ///
    /// - Returns: whether something was open.
    func end() -> Bool {
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
    /// - Returns: a grant where it allows the device and no newer answer contradicts it.
    func found(_ reading: StoreReading, _ answer: PermissionAnswer) -> DeviceGrant<Kind>? {
        contents.withLock { contents in
            guard !contents.isClosed else { return nil }
            contents.early = reading
            return answer == .yes ? grant(in: &contents) : nil
        }
    }

    /// The check at start has found the device allowed.
    ///
    /// - Returns: nil where a newer answer contradicts it.
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
