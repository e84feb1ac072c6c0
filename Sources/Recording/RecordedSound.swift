// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform
internal import Sound
internal import Synchronization

/// The microphone of a recording, and the next one when it goes away: the same when it is back, or the one that a recording
/// would take now. Thread-safe.
final class RecordedSound: Sendable {
    private struct State {
        var capture: SoundCapture?
        var name: String
        var gain: Double
        var isMuted: Bool
        var isClosed = false
    }

    /// How often a microphone is looked for: each time is a connection to the sound server.
    private static let pause: Duration = .seconds(1)

    private let events: RecordingQueue
    private let find: @Sendable () async -> ChosenMicrophone?
    private let state: Mutex<State>

    /// Opens it; returns at once.
    ///
    /// - Parameters:
    ///   - gain: in decibels.
    ///   - events: get its sound.
    ///   - find: finds the microphone that a recording would take; nil for none.
    init(
        _ chosen: ChosenMicrophone, gain: Double, isMuted: Bool, into events: RecordingQueue,
        find: @escaping @Sendable () async -> ChosenMicrophone?
    ) {
        (self.events, self.find) = (events, find)
        state = Mutex(State(name: chosen.name, gain: gain, isMuted: isMuted))
        open(chosen)
    }

    /// For people: the one that is used, or was the last.
    var name: String { state.withLock { $0.name } }

    func setGain(_ decibels: Double) {
        state.withLock { state in
            state.gain = decibels
            state.capture?.setGain(decibels)
        }
    }

    func setMuted(_ isMuted: Bool) {
        state.withLock { state in
            state.isMuted = isMuted
            state.capture?.setMuted(isMuted)
        }
    }

    /// Closes it. No event comes after it.
    func close() {
        let capture = state.withLock { state in
            state.isClosed = true
            return state.capture.take()
        }
        capture?.close()
    }

    private func open(_ chosen: ChosenMicrophone) {
        let capture = chosen.open { [weak self] event in self?.handle(event) }
        let unused: SoundCapture? = state.withLock { state in
            guard !state.isClosed else { return capture }
            defer { (state.capture, state.name) = (capture, chosen.name) }
            capture.setGain(state.gain)
            capture.setMuted(state.isMuted)
            return state.capture
        }
        unused?.close()
    }

    /// On the microphone's thread.
    private func handle(_ event: RecordingEvent) {
        events.add(event)
        guard case .soundEnded(let fault) = event, fault != .notAllowed else { return }
        Task.detached { [weak self] in await self?.search() }
    }

    private func search() async {
        while !state.withLock({ $0.isClosed }) {
            try? await Task.sleep(for: Self.pause)
            if let chosen = await find() { return open(chosen) }
        }
    }
}
