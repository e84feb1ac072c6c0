internal import CaptureCore
internal import CaptureService
internal import GLibBridge

/// Turns the camera off while nobody looks, as window, desktop and system say.
@MainActor
final class SystemAttendance: AttendanceNoting {
    private let service: CaptureService
    private var attendance = Attendance()
    private var screen: ScreenLockWatch?
    private var seat: SeatWatch?
    private var sleep: SleepWatch?
    private let log = Log(domain: "main")

    init(_ service: CaptureService) { self.service = service }

    var isPresent: Bool { attendance.isPresent }

    func note(_ reason: AbsenceReason, _ holds: Bool) {
        guard let isPresent = attendance.note(reason, holds) else { return }
        log.debug("\(reason): \(holds)")
        if isPresent { service.resume() } else { service.pause() }
    }

    /// Follows the buses that there are, from now on. A machine without them has nothing to tell.
    func start() async {
        if let bus = try? await BusConnection.sessionSoon() {
            screen = ScreenLockWatch(bus) { [weak self] in self?.note(.lockedScreen, $0) }
        }
        guard let bus = try? await BusConnection.systemSoon() else { return }
        sleep = SleepWatch(bus) { [weak self] isAsleep, done in
            self?.note(.sleep, isAsleep)
            self?.service.afterwards { Task { @MainActor in done() } }
        }
        seat = await SeatWatch(bus) { [weak self] in self?.note($0, $1) }
    }
}
