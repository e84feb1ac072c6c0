internal import CaptureCore
internal import CaptureService
internal import GLibBridge
internal import Synchronization

/// Turns the camera off while the viewfinder can't be seen, as window, desktop and system report.
///
/// Thread-safe and independent of the main thread, which may be blocked when the screen is locked, or before there is
/// a window at all.
nonisolated final class SystemAttendance: AttendanceNoting {
    private struct State {
        var attendance = Attendance()
        var hasWindow = false
        var isStreaming = false
        /// Counts changes that outdate an earlier check for the window.
        var look = 0
    }

    /// How long the camera may be on without a window on the screen.
    private static let patience: Duration = .milliseconds(1500)

    private let service: CaptureService
    private let state = Mutex(State())
    /// Subscriptions that last as long as the program.
    private let watches = Mutex<[any Sendable]>([])
    private let log = Log(domain: "main")

    init(_ service: CaptureService) { self.service = service }

    var isPresent: Bool { state.withLock { $0.attendance.isPresent } }

    func note(_ reason: AbsenceReason, _ holds: Bool) { note(reason, holds) {} }

    /// - Parameter done: called on the capture thread after the camera has followed.
    private func note(_ reason: AbsenceReason, _ holds: Bool, done: @escaping @Sendable () -> Void) {
        // One thread, so that the session receives the notes in their order.
        SignalThread.shared.perform { [self] in
            let isPresent = state.withLock { $0.attendance.note(reason, holds) }
            if let isPresent {
                log.debug("\(reason): \(holds)")
                if isPresent { service.resume() } else { service.pause() }
            }
            service.afterwards(done)
        }
    }

    // MARK: The window

    func noteWindow(isMapped: Bool) {
        state.withLock { $0.hasWindow = isMapped }
        if isMapped { note(.missingWindow, false) } else { lookForWindow() }
    }

    func followSession() {
        let snapshots = service.snapshots()
        Task.detached { [self] in
            for await snapshot in snapshots { noteSession(snapshot.state) }
        }
    }

    private func noteSession(_ session: SessionState) {
        let isStreaming = if case .streaming = session { true } else { false }
        let isNews = state.withLock { state in
            defer { state.isStreaming = isStreaming }
            return isStreaming && !state.isStreaming
        }
        guard isNews else { return }
        SignalThread.shared.perform { [self] in
            // Allowed elsewhere while the viewfinder can't be seen: it waits too.
            if isPresent { lookForWindow() } else { service.pause() }
        }
    }

    private func lookForWindow() {
        let look = state.withLock { state in
            state.look += 1
            return state.look
        }
        SignalThread.shared.perform(after: Self.patience) { [self] in
            let isMissing = state.withLock { $0.look == look && $0.isStreaming && !$0.hasWindow }
            guard isMissing else { return }
            log.warning("no window has appeared: the camera is turned off until one does")
            note(.missingWindow, true)
        }
    }

    // MARK: The system

    /// Follows the buses that exist, from now on.
    func start() {
        Blocking.start { [self] in
            guard let bus = try? BusConnection.session() else { return }
            keep(ScreenLockWatch(bus) { [self] in note(.lockedScreen, $0) })
        }
        Blocking.start { [self] in
            guard let bus = try? BusConnection.system() else { return }
            keep(SleepWatch(bus) { [self] isAsleep, done in note(.sleep, isAsleep, done: done) })
            if let seat = SeatWatch(bus, { [self] in note($0, $1) }) { keep(seat) }
        }
    }

    private func keep(_ watch: any Sendable) { watches.withLock { $0.append(watch) } }
}
