// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// The findings about the session bus, the sandbox, the services on the bus, and graphics.
public enum DesktopFinding: Equatable, Sendable {
    case bus(isThere: Bool)
    case sandbox(isThere: Bool)
    /// - Parameter isNeeded: whether cameras come from there.
    case service(DesktopService, ServicePresence, isNeeded: Bool)
    /// A sandbox's connection to the cameras.
    case media(MediaResult)
    case graphics(GraphicsUse)

    public enum MediaResult: String, Sendable {
        case connected, refused, unreachable
        case noCameras = "no-cameras"
        case notAllowed = "not-allowed"
    }

    static func findings(_ facts: DiagnosisFacts) -> [DesktopFinding] {
        let desktop = facts.desktop
        var findings: [DesktopFinding] = [
            .bus(isThere: desktop.services != nil), .sandbox(isThere: desktop.isSandboxed),
        ]
        for service in DesktopService.allCases {
            guard let presence = desktop.services?[service] else { continue }
            // A sandbox neither reaches nor needs the store.
            if service == .permissionStore, desktop.isSandboxed { continue }
            let isNeeded = service == .cameraPortal && desktop.isSandboxed
            findings.append(.service(service, presence, isNeeded: isNeeded))
        }
        if let media = facts.media { findings.append(.media(result(of: media))) }
        if let graphics = desktop.graphics { findings.append(.graphics(graphics)) }
        return findings
    }

    private static func result(of media: MediaFacts) -> MediaResult {
        switch media {
        case .notAllowed: .notAllowed
        case .connected(let cameras): cameras > 0 ? .connected : .noCameras
        case .failed(let error): error.code == .notAllowed ? .refused : .unreachable
        }
    }

    var verdict: Verdict {
        switch self {
        case .bus(let isThere):
            Verdict("session-bus", isThere ? .ok : .note, isThere ? "present" : "absent")
        case .sandbox(let isThere): Verdict("sandbox", .ok, isThere ? "flatpak" : "none")
        case .service(let service, let presence, let isNeeded):
            Verdict(service.rawValue, Self.status(service, presence, isNeeded), presence.rawValue)
        case .media(let result): Verdict("pipewire", Self.status(result), result.rawValue)
        case .graphics(let use): Verdict("graphics", use == .failed ? .note : .ok, use.rawValue)
        }
    }

    private static func status(
        _ service: DesktopService, _ presence: ServicePresence, _ isNeeded: Bool
    ) -> Finding.Status {
        switch presence {
        case .running, .startable: .ok
        case .silent: service == .permissionStore || isNeeded ? .problem : .note
        // Outside of a sandbox everything works without the portals.
        case .absent: isNeeded ? .problem : service == .permissionStore ? .note : .ok
        }
    }

    private static func status(_ result: MediaResult) -> Finding.Status {
        switch result {
        case .connected: .ok
        case .notAllowed: .note
        case .noCameras, .refused, .unreachable: .problem
        }
    }
}
