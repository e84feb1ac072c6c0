// SPDX-License-Identifier: GPL-3.0-or-later
internal import CPipeWireShims
internal import CaptureCore

/// A connection to a PipeWire daemon. Thread-bound.
///
/// The capture thread waits on its descriptor and handles events within `serve`. (The library's own thread moves the
/// buffers; it never runs code of this program.)
final class PipeWireRemote {
    /// How long a daemon may take for an answer, in milliseconds; a healthy one takes 2.
    private static let timeout: Int32 = 2000

    let raw: OpaquePointer
    private let list: SourceList

    private final class SourceList {
        var sources: [PipeWireSource] = []
    }

    private init(_ raw: OpaquePointer, _ list: SourceList) {
        self.raw = raw
        self.list = list
    }

    deinit { tt_pw_remote_free(raw) }

    /// Connects and waits until the sources are known.
    ///
    /// - Parameter descriptor: a connection that the desktop made for us, which is taken over; nil means the session's
    ///   own daemon.
    /// - Throws: `.gone` if no daemon runs or it does not answer.
    static func open(_ descriptor: Int32?) throws(CameraError) -> PipeWireRemote {
        let list = SourceList()
        var error: Int32 = 0
        let raw = withExtendedLifetime(list) { tt_pw_remote_new(descriptor ?? -1, events(list), &error) }
        guard let raw else {
            throw CameraError(.gone, underlying: error, step: "pw_context_connect")
        }
        let remote = PipeWireRemote(raw, list)
        try remote.settle()
        // The first answer asks each source for its info, which takes a second round trip.
        try remote.settle()
        return remote
    }

    /// Readable when `serve` has something to do.
    var fileDescriptor: Int32 { tt_pw_remote_descriptor(raw) }

    /// The sources, in the order in which they appeared.
    var sources: [PipeWireSource] { list.sources }

    /// Handles what has arrived.
    ///
    /// - Parameter timeout: how long to wait for something, in milliseconds.
    /// - Throws: `.gone` when the daemon went away.
    func serve(waiting timeout: Int32 = 0) throws(CameraError) {
        try check(tt_pw_remote_serve(raw, timeout), "pw_loop_iterate")
    }

    /// Waits until everything that was asked is answered.
    func settle() throws(CameraError) { try check(tt_pw_remote_settle(raw, Self.timeout), "pw_core_sync") }

    private func check(_ error: Int32, _ step: String) throws(CameraError) {
        if error != 0 { throw CameraError(.gone, underlying: error, step: step) }
    }

    /// - Parameter list: outlives the connection, as both are owned here.
    private static func events(_ list: SourceList) -> TtPwRemoteEvents {
        TtPwRemoteEvents(
            box: Unmanaged.passUnretained(list).toOpaque(),
            source_added: { box, source in
                guard let box, let source else { return }
                let list = Unmanaged<SourceList>.fromOpaque(box).takeUnretainedValue()
                list.sources.append(PipeWireSource(source.pointee))
            },
            source_info: { box, number, node, interface, location, rotation in
                guard let box else { return }
                let list = Unmanaged<SourceList>.fromOpaque(box).takeUnretainedValue()
                guard let index = list.sources.firstIndex(where: { $0.number == number }) else { return }
                list.sources[index].learn(
                    node: node.map { String(cString: $0) }, interface: interface.map { String(cString: $0) },
                    location: location.map { String(cString: $0) },
                    rotation: rotation.flatMap { Int(String(cString: $0)) })
            },
            removed: { box, number in
                guard let box else { return }
                let list = Unmanaged<SourceList>.fromOpaque(box).takeUnretainedValue()
                list.sources.removeAll { $0.number == number }
            })
    }
}
