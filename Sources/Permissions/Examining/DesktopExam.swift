// SPDX-License-Identifier: GPL-3.0-or-later
public import Diagnosis
public import Platform

/// Finds out for the diagnosis which of the services that Tintype uses are there. Starts none and asks no question.
///
/// Blocks for at most `timeout` a question; thread-safe.
public enum DesktopExam {
    private static let bus = "org.freedesktop.DBus"
    private static let busPath = "/org/freedesktop/DBus"
    /// Services answer within milliseconds; a slower one would make windows hang.
    private static let timeout: Duration = .milliseconds(1500)

    /// - Parameter connection: nil if there is no session bus.
    public static func examine(_ connection: BusConnection?, isSandboxed: Bool) -> DesktopFacts {
        let services = connection.map { connection in
            Dictionary(
                uniqueKeysWithValues: DesktopService.allCases.map { ($0, presence(of: $0, connection)) })
        }
        return DesktopFacts(isSandboxed: isSandboxed, services: services)
    }

    private static func presence(of service: DesktopService, _ connection: BusConnection) -> ServicePresence {
        let question = BusCall(
            bus, busPath, bus, "NameHasOwner", [.string(service.busName)], timeout: timeout)
        guard let isOwned = (try? connection.callBlocking(question))?[0]?.boolean else { return .silent }
        guard isOwned else { return isStartable(service, connection) ? .startable : .absent }
        do throws(GLibError) {
            _ = try connection.callBlocking(service.question(timeout))
            return .running
        } catch {
            if error.meansSilence { return .silent }
            // A portal that lacks an interface answers that it does not know it.
            return .absent
        }
    }

    private static func isStartable(_ service: DesktopService, _ connection: BusConnection) -> Bool {
        let question = BusCall(bus, busPath, bus, "ListActivatableNames", [], timeout: timeout)
        let names = (try? connection.callBlocking(question))?[0]?.strings ?? []
        return names.contains(service.busName)
    }
}

extension DesktopService {
    fileprivate var busName: String {
        switch self {
        case .permissionStore: PermissionStore.name
        case .cameraPortal, .settingsPortal: DesktopPortal.name
        }
    }

    /// A question that each service answers at once.
    fileprivate func question(_ timeout: Duration) -> BusCall {
        let interface =
            switch self {
            case .permissionStore: PermissionStore.name
            case .cameraPortal: "org.freedesktop.portal.Camera"
            case .settingsPortal: "org.freedesktop.portal.Settings"
            }
        let path = self == .permissionStore ? PermissionStore.path : DesktopPortal.path
        return BusCall(
            busName, path, "org.freedesktop.DBus.Properties", "Get",
            [.string(interface), .string("version")], timeout: timeout, startsService: false)
    }
}
