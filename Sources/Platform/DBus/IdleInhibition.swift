// SPDX-License-Identifier: GPL-3.0-or-later
/// Keeps the desktop from taking the computer for idle, which would lock its screen: asks the session manager, or the portal
/// where there is none. The desktop forgets it with the program. Main actor.
@MainActor
public final class IdleInhibition {
    private static let manager = "org.gnome.SessionManager"
    private static let managersPath = "/org/gnome/SessionManager"
    /// The same in both interfaces.
    private static let idle: UInt32 = 8
    private static let timeout: Duration = .seconds(5)

    private var isOver = false
    private var release: (bus: BusConnection, call: BusCall)?

    /// - Parameters:
    ///   - id: the program's.
    ///   - reason: for the person.
    public init(id: String, reason: String) {
        Task {
            do throws(GLibError) {
                release = try await Self.begin(id, reason)
                if isOver { end() }
            } catch {
                Log(domain: "glib").debug("the screen may be locked: \(error.message)")
            }
        }
    }

    /// To be called once.
    public func end() {
        isOver = true
        guard let (bus, call) = release else { return }
        Task { _ = try? await bus.call(call) }
    }

    private static func begin(_ id: String, _ reason: String) async throws(GLibError) -> (
        BusConnection, BusCall
    )? {
        let bus = try await BusConnection.sessionSoon()
        do throws(GLibError) {
            let answer = try await bus.call(
                BusCall(
                    manager, managersPath, manager, "Inhibit",
                    [.string(id), .unsigned(0), .string(reason), .unsigned(idle)], timeout: timeout,
                    startsService: false))
            guard case .integer(let cookie)? = answer[0] else { return nil }
            let call = BusCall(
                manager, managersPath, manager, "Uninhibit", [.unsigned(UInt32(clamping: cookie))],
                timeout: timeout)
            return (bus, call)
        } catch {
            guard error.meansNoService else { throw error }
        }
        let answer = try await bus.call(
            BusCall(
                DesktopPortal.name, DesktopPortal.path, "org.freedesktop.portal.Inhibit", "Inhibit",
                [.string(""), .unsigned(idle), .options(["reason": .string(reason)])], timeout: timeout))
        guard let request = answer[0]?.string else { return nil }
        let call = BusCall(
            DesktopPortal.name, request, "org.freedesktop.portal.Request", "Close", [], timeout: timeout)
        return (bus, call)
    }
}
