// SPDX-License-Identifier: GPL-3.0-or-later
internal import CPulseLoader
public import Permissions
internal import Platform

/// Lists the microphones; monitors, which carry what the loudspeakers play, are left out.
public enum Microphones {
    /// Asks the sound server once, on a thread of its own.
    ///
    /// - Returns: empty if there is none, or if no sound server answers.
    public static func list(grant: MicrophoneGrant) async -> [Microphone] { await list(grant, server: nil) }

    static func list(_ grant: MicrophoneGrant, server: String?) async -> [Microphone] {
        for await list in changes(grant, server: server) { return list }
        return []
    }

    /// The microphones now and after every change; ends with the sound server and with the permission. A thread and a
    /// connection of its own for each stream.
    static func changes(_ grant: MicrophoneGrant, server: String?) -> AsyncStream<[Microphone]> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: [Microphone].self, bufferingPolicy: .bufferingNewest(1))
        let thread = SoundThread { thread in
            do throws(SoundEnd) {
                try SourceWatch.run(thread, grant, server) { continuation.yield($0) }
            } catch {
                Log(domain: "sound").info("no list of microphones: \(error)")
            }
            continuation.finish()
        }
        // Not waited for: the thread may be about to yield, which takes the stream's lock.
        continuation.onTermination = { _ in thread.closeSoon() }
        return stream
    }
}

/// Follows the sound server's sources. Thread-bound.
private final class SourceWatch {
    private let connection: PulseConnection
    private var sources: [(id: String, name: String, place: Microphone.Place)] = []
    private var defaultID = ""
    /// Answers that have not come yet.
    private var pending = 0
    private var isOutdated = true

    private init(_ connection: PulseConnection) { self.connection = connection }

    /// Returns when the thread is closed.
    static func run(
        _ thread: SoundThread, _ grant: MicrophoneGrant, _ server: String?, onChange: ([Microphone]) -> Void
    ) throws(SoundEnd) {
        guard grant.isValid else { throw .notAllowed }
        guard let connection = try PulseConnection.open(thread, server) else { return }
        let watch = SourceWatch(connection)
        watch.subscribe()
        var last: [Microphone]?
        // Before the connection: what is called back with the watch ends with it.
        defer { watch.unsubscribe() }
        while true {
            if watch.isOutdated { watch.ask() }
            guard try connection.wait(until: { watch.pending == 0 }) else { return }
            if watch.microphones != last {
                last = watch.microphones
                onChange(watch.microphones)
            }
            while !watch.isOutdated {
                guard try connection.turn() else { return }
                guard grant.isValid else { throw .notAllowed }
            }
        }
    }

    private var microphones: [Microphone] {
        sources.map { Microphone(id: $0.id, name: $0.name, isDefault: $0.id == defaultID, place: $0.place) }
    }

    private var context: OpaquePointer { connection.context }
    private var box: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private func subscribe() {
        connection.pulse.context_set_subscribe_callback(
            context,
            { _, _, _, box in
                if let box { Unmanaged<SourceWatch>.fromOpaque(box).takeUnretainedValue().isOutdated = true }
            }, box)
        let mask = PA_SUBSCRIPTION_MASK_SOURCE.rawValue | PA_SUBSCRIPTION_MASK_SERVER.rawValue
        let operation = connection.pulse.context_subscribe(
            context, pa_subscription_mask_t(rawValue: mask), nil, nil)
        if let operation { connection.pulse.operation_unref(operation) }
    }

    private func unsubscribe() {
        connection.pulse.context_set_subscribe_callback(context, nil, nil)
        // Answers that are still under way must not find this object gone.
        connection.pulse.context_disconnect(context)
    }

    private func ask() {
        isOutdated = false
        sources = []
        let server = connection.pulse.context_get_server_info(
            context,
            { _, info, box in
                guard let box else { return }
                let watch = Unmanaged<SourceWatch>.fromOpaque(box).takeUnretainedValue()
                watch.pending -= 1
                watch.defaultID = info?.pointee.default_source_name.map { String(cString: $0) } ?? ""
            }, box)
        let list = connection.pulse.context_get_source_info_list(
            context,
            { _, info, isLast, box in
                guard let box else { return }
                let watch = Unmanaged<SourceWatch>.fromOpaque(box).takeUnretainedValue()
                if isLast != 0 { watch.pending -= 1 } else if let info { watch.add(info.pointee) }
            }, box)
        for operation in [server, list] {
            guard let operation else { continue }
            pending += 1
            connection.pulse.operation_unref(operation)
        }
    }

    private func add(_ info: pa_source_info) {
        // PA_INVALID_INDEX, which Swift does not import.
        guard info.monitor_of_sink == .max, let name = info.name else { return }
        let pulse = connection.pulse
        let place = Microphone.Place { key in
            guard let properties = info.proplist else { return nil }
            return pulse.proplist_gets(properties, key).map { String(cString: $0) }
        }
        let id = String(cString: name)
        sources.append((id, info.description.map { String(cString: $0) } ?? id, place))
    }
}
