internal import CaptureCore
internal import Synchronization

/// The one place where camera grants are made and ended. Thread-safe.
///
/// The check at start gets a grant on its own thread; once the main actor has closed this, it gets none.
final class CameraGrantKeeper: Sendable {
    private struct Contents {
        var grant: CameraGrant?
        var isClosed = false
        var early: StoreReading?
    }

    private let contents = Mutex(Contents())
    private let connect: (@Sendable () throws(CameraError) -> Int32)?

    /// - Parameter connect: see `CameraGrant`.
    init(connect: (@Sendable () throws(CameraError) -> Int32)? = nil) { self.connect = connect }

    /// The camera is allowed: the grant that holds, the same until it is ended.
    func open() -> CameraGrant {
        contents.withLock { contents in
            contents.isClosed = false
            return grant(in: &contents)
        }
    }

    /// The camera is not allowed: ends the grant.
    func close() { _ = end() }

    /// The desktop has said no and the main actor has not heard it yet: as `close`.
    ///
    /// - Returns: whether something was open.
    func end() -> Bool {
        contents.withLock { contents in
            defer { contents.grant = nil }
            contents.isClosed = true
            // What was found before is older.
            contents.early = nil
            contents.grant?.end()
            return contents.grant != nil
        }
    }

    /// Takes in what the check at start has found.
    ///
    /// - Returns: a grant where that allows the camera and nobody has said otherwise meanwhile.
    func found(_ reading: StoreReading, _ answer: PermissionAnswer) -> CameraGrant? {
        contents.withLock { contents in
            guard !contents.isClosed else { return nil }
            contents.early = reading
            return answer == .yes ? grant(in: &contents) : nil
        }
    }

    /// The check at start has found the camera allowed.
    ///
    /// - Returns: nil where somebody has said otherwise meanwhile.
    func openUnlessClosed() -> CameraGrant? {
        contents.withLock { $0.isClosed ? nil : grant(in: &$0) }
    }

    /// What the check at start has found, once.
    func takeEarly() -> StoreReading? {
        contents.withLock { contents in
            defer { contents.early = nil }
            return contents.early
        }
    }

    private func grant(in contents: inout Contents) -> CameraGrant {
        if let grant = contents.grant { return grant }
        let fresh = CameraGrant(connect: connect)
        contents.grant = fresh
        return fresh
    }
}
