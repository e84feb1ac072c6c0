// SPDX-License-Identifier: GPL-3.0-or-later
/// The service behind all portals of the desktop.
public enum DesktopPortal {
    public static let name = "org.freedesktop.portal.Desktop"
    public static let path = "/org/freedesktop/portal/desktop"
}

/// One question that a portal puts to the person: sent, and answered by a signal whenever the person decides.
///
/// It is never closed from this side, because portals record a closed request as a no. It ends with the answer, a
/// refused call, or the portal. Main actor.
@MainActor
public final class PortalRequest {
    public enum Outcome: Equatable, Sendable {
        case granted
        case refused
        /// No decision: the portal failed, went away, or sent an unreadable answer.
        case failed(String)
        /// The call was answered by an error.
        case error(GLibError)
    }

    private var continuation: CheckedContinuation<Outcome, Never>?
    private var subscriptions: [BusSubscription] = []

    private init(_ continuation: CheckedContinuation<Outcome, Never>) { self.continuation = continuation }

    /// - Parameter call: makes the call with the token that names the request.
    public static func run(on bus: BusConnection, _ call: @escaping (String) -> BusCall) async -> Outcome {
        await withCheckedContinuation { continuation in
            PortalRequest(continuation).start(bus, call)
        }
    }

    private func start(_ bus: BusConnection, _ call: @escaping (String) -> BusCall) {
        let token = "tintype\(UInt64.random(in: 0...UInt64.max))"
        let path = Self.path(of: token, sender: bus.uniqueName)
        // Listening before calling: the answer can come before the call returns. The handlers keep this alive until
        // it has ended.
        subscriptions = [
            BusSubscription(
                bus, name: DesktopPortal.name, path: path, interface: "org.freedesktop.portal.Request",
                signal: "Response"
            ) { self.end(Self.outcome(of: $0)) },
            BusSubscription(
                bus, name: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", signal: "NameOwnerChanged", first: DesktopPortal.name
            ) { arguments in
                // The portal's first start is a change of owner too, from none.
                if arguments[1]?.string?.isEmpty == false { self.end(.failed("the portal went away")) }
            },
        ]
        Task {
            do throws(GLibError) {
                let handle = try await bus.call(call(token))[0]?.string
                if handle != path { self.end(.failed("a request of another name: \(handle ?? "none")")) }
            } catch {
                self.end(.error(error))
            }
        }
    }

    private func end(_ outcome: Outcome) {
        continuation?.resume(returning: outcome)
        continuation = nil
        subscriptions = []
    }

    /// `Response(u response, a{sv} results)`: 0 is yes, 1 is no, 2 is a failure.
    public static func outcome(of arguments: BusValue) -> Outcome {
        switch arguments[0] {
        case .integer(0): .granted
        case .integer(1): .refused
        case .integer(2): .failed("the portal gave up")
        default: .failed("an answer of no known form")
        }
    }

    /// Built as the portal's documentation says, so that it is known before the call.
    public static func path(of token: String, sender: String) -> String {
        let name = String(sender.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 })
        return "\(DesktopPortal.path)/request/\(name)/\(token)"
    }
}
