// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// The findings about the answers on record; no question is asked.
public enum PermissionFinding: Equatable, Sendable {
    case camera(Answer, isSandboxed: Bool)
    /// The switch for every program on this computer.
    case lockdown(isOn: Bool)
    case library(LibraryResult)

    public enum Answer: String, Sendable {
        case allowed, denied
        case notAsked = "not-asked"
        /// Decided for the person, so the answer does not count.
        case overruled
    }

    public enum LibraryResult: String, Sendable {
        case allowed, limited, denied, restricted
        case notAsked = "not-asked"
    }

    static func findings(_ facts: DiagnosisFacts) -> [PermissionFinding] {
        [
            .camera(answer(facts.camera), isSandboxed: facts.desktop.isSandboxed),
            .lockdown(isOn: facts.camera == .restricted(.wholeComputer)), .library(result(facts.library)),
        ]
    }

    private static func answer(_ access: CameraAccess) -> Answer {
        switch access {
        case .notDetermined: .notAsked
        case .authorized: .allowed
        case .denied: .denied
        case .restricted: .overruled
        }
    }

    private static func result(_ access: LibraryAccess) -> LibraryResult {
        switch access {
        case .notDetermined: .notAsked
        case .authorized: .allowed
        case .limited: .limited
        case .denied: .denied
        case .restricted: .restricted
        }
    }

    var verdict: Verdict {
        switch self {
        case .camera(let answer, _):
            switch answer {
            case .allowed: Verdict("camera-permission", .ok, answer.rawValue)
            case .notAsked, .overruled: Verdict("camera-permission", .note, answer.rawValue)
            case .denied: Verdict("camera-permission", .problem, answer.rawValue)
            }
        case .lockdown(let isOn):
            Verdict("camera-lockdown", isOn ? .problem : .ok, isOn ? "on" : "off")
        case .library(let result):
            switch result {
            case .allowed, .limited: Verdict("library-permission", .ok, result.rawValue)
            case .notAsked: Verdict("library-permission", .note, result.rawValue)
            case .denied, .restricted: Verdict("library-permission", .problem, result.rawValue)
            }
        }
    }
}
