// SPDX-License-Identifier: GPL-3.0-or-later
internal import CPulseLoader
internal import CaptureCore
internal import Platform

/// The loaded libpulse.
enum PulseLibrary {
    /// nil if it is not installed. The first call loads it, which takes some milliseconds.
    fileprivate static var loaded: TtPulse? { tt_pulse()?.pointee }

    /// Ends a loop's turn. From any thread, while the loop exists.
    static func wake(_ loop: OpaquePointer) { loaded?.mainloop_wakeup(loop) }
}

/// A connection to the sound server and the loop that serves it. Thread-bound.
///
/// During a turn only answers to requests are called back; states are read after each turn.
final class PulseConnection {
    /// How long the server may take for an answer.
    static let timeout: Duration = .seconds(5)
    /// How long a turn waits at most, so that a withdrawn permission ends it: microseconds.
    private static let turnLimit: Int32 = 100_000

    let pulse: TtPulse
    let context: OpaquePointer
    private let loop: OpaquePointer
    private let thread: SoundThread

    /// Connects and waits until that is done.
    ///
    /// - Parameter server: in PulseAudio's words; nil for the desktop's.
    /// - Throws: `.noServer`, `.notAllowed`, `.silent`; nil is returned if `thread` was closed meanwhile.
    static func open(_ thread: SoundThread, _ server: String?) throws(SoundEnd) -> PulseConnection? {
        guard let pulse = PulseLibrary.loaded, let loop = pulse.mainloop_new() else { throw .noServer }
        guard let context = context(pulse, loop) else {
            pulse.mainloop_free(loop)
            throw .noServer
        }
        let connection = PulseConnection(pulse, loop, context, thread)
        // No server is started for this: it would be a child process of this program.
        guard pulse.context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else {
            throw .noServer
        }
        return try connection.wait { pulse.context_get_state(context) == PA_CONTEXT_READY } ? connection : nil
    }

    private init(_ pulse: TtPulse, _ loop: OpaquePointer, _ context: OpaquePointer, _ thread: SoundThread) {
        (self.pulse, self.loop, self.context, self.thread) = (pulse, loop, context, thread)
        thread.attach(loop)
    }

    deinit {
        thread.attach(nil)
        pulse.context_disconnect(context)
        pulse.context_unref(context)
        pulse.mainloop_free(loop)
    }

    private static func context(_ pulse: TtPulse, _ loop: OpaquePointer) -> OpaquePointer? {
        let properties = properties(
            pulse,
            [
                PA_PROP_APPLICATION_NAME: "Tintype", PA_PROP_APPLICATION_ID: applicationID,
                PA_PROP_APPLICATION_ICON_NAME: applicationID,
            ])
        defer { if let properties { pulse.proplist_free(properties) } }
        return pulse.context_new_with_proplist(pulse.mainloop_get_api(loop), "Tintype", properties)
    }

    /// The caller frees it.
    static func properties(_ pulse: TtPulse, _ values: KeyValuePairs<String, String>) -> OpaquePointer? {
        guard let list = pulse.proplist_new() else { return nil }
        for (key, value) in values { _ = pulse.proplist_sets(list, key, value) }
        return list
    }

    /// Waits a short time for messages from the server, and handles them.
    ///
    /// - Returns: false if the work is to end.
    /// - Throws: if the connection ended.
    func turn() throws(SoundEnd) -> Bool {
        if thread.isClosing { return false }
        guard pulse.mainloop_prepare(loop, Self.turnLimit) >= 0, pulse.mainloop_poll(loop) >= 0,
            pulse.mainloop_dispatch(loop) >= 0
        else { throw .serverLost }
        let state = pulse.context_get_state(context)
        if state == PA_CONTEXT_FAILED || state == PA_CONTEXT_TERMINATED { throw end }
        return !thread.isClosing
    }

    /// Takes turns until the condition holds.
    ///
    /// - Returns: false if the work is to end.
    /// - Throws: `.silent` after `timeout`, and what `turn` throws.
    func wait(until condition: () throws(SoundEnd) -> Bool) throws(SoundEnd) -> Bool {
        let end = MonotonicTime.now + Self.timeout
        while try !condition() {
            guard try turn() else { return false }
            if MonotonicTime.now > end { throw .silent }
        }
        return true
    }

    /// The meaning of the last error.
    private var end: SoundEnd {
        let code = pulse.context_errno(context)
        return switch UInt32(bitPattern: code) {
        case PA_ERR_ACCESS.rawValue, PA_ERR_AUTHKEY.rawValue: .notAllowed
        case PA_ERR_CONNECTIONREFUSED.rawValue, PA_ERR_INVALIDSERVER.rawValue: .noServer
        case PA_ERR_CONNECTIONTERMINATED.rawValue, PA_ERR_PROTOCOL.rawValue: .serverLost
        case PA_ERR_TIMEOUT.rawValue: .silent
        default: .failed(code: code)
        }
    }

    /// The meaning of a stream's failure, before or after it was ready.
    func end(ofStreamThatWasReady wasReady: Bool) -> SoundEnd {
        guard pulse.context_get_state(context) == PA_CONTEXT_READY else { return end }
        let code = pulse.context_errno(context)
        return switch UInt32(bitPattern: code) {
        case PA_ERR_NOENTITY.rawValue, PA_ERR_KILLED.rawValue, PA_OK.rawValue:
            wasReady ? .unplugged : .noMicrophone
        default: end
        }
    }
}
