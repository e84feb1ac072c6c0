// SPDX-License-Identifier: GPL-3.0-or-later
/// Everything reported about a computer, for people and for machines.
public struct DiagnosisReport: Equatable, Sendable {
    /// Tintype's version.
    let version: String
    public let findings: [Finding]

    public init(version: String, findings: [Finding]) {
        self.version = version
        self.findings = findings
    }

    public var problems: Int { findings.count { $0.status == .problem } }
    var notes: Int { findings.count { $0.status == .note } }

    /// The worst of all.
    var status: Finding.Status { problems > 0 ? .problem : notes > 0 ? .note : .ok }

    /// The exit status of `tintype --doctor`: 1 if there is a problem.
    public var exitStatus: Int32 { problems > 0 ? 1 : 0 }

    /// Changes when a name in the document changes its meaning; new names do not change it.
    private static let format: Int64 = 1

    /// The document for machines, which docs/diagnosis.md describes.
    ///
    /// - Parameters:
    ///   - summary: a sentence about all, in the person's language.
    ///   - words: a finding's meaning, and its fix if there is one.
    public func json(summary: String, words: (Finding) -> (summary: String, fix: String?)) -> JSONValue {
        .object([
            ("format", .integer(Self.format)), ("version", .string(version)),
            ("status", .string(status.rawValue)), ("problems", .integer(Int64(problems))),
            ("notes", .integer(Int64(notes))), ("summary", .string(summary)),
            ("checks", .array(findings.map { Self.check($0, words($0)) })),
        ])
    }

    private static func check(_ finding: Finding, _ words: (summary: String, fix: String?)) -> JSONValue {
        .object([
            ("id", .string(finding.id)), ("status", .string(finding.status.rawValue)),
            ("summary", .string(words.summary)), ("fix", words.fix.map { .string($0) } ?? .null),
            ("details", .object(finding.details)),
        ])
    }
}

extension DiagnosisFacts {
    /// The conclusions from the facts, in reading order, without anything private. Pure: the same facts give the same
    /// findings.
    public var findings: [Finding] {
        var findings = DesktopFinding.findings(self).map { Finding(.desktop($0)) }
        findings += PermissionFinding.findings(self).map { Finding(.permission($0)) }
        findings += NodeFinding.findings(self).map { Finding(.node($0)) }
        if let missing = missingCamera {
            findings.append(
                Finding(.camera(CameraSubject(name: scrubber.scrub(missing), node: ""), .missing)))
        }
        for camera in cameras {
            let subject = CameraSubject(
                name: scrubber.scrub(camera.name), node: scrubber.scrub(camera.node),
                position: camera.position)
            findings += CameraFinding.findings(camera, scrubber).map { Finding(.camera(subject, $0)) }
        }
        findings += EncoderFinding.findings(self).map { Finding(.encoder($0)) }
        findings += folders.map { Finding(.folder(FolderFinding($0, scrubber))) }
        return findings
    }
}

/// Finds out what is wrong, for the views.
@MainActor
public protocol Diagnosing {
    /// Examines everything. Blocking work is done on other threads; the program's own stream goes on undisturbed.
    ///
    /// Takes some seconds for each camera, and always ends. Cancelling the task ends it early.
    ///
    /// - Parameter progress: called with each step.
    func diagnose(progress: @escaping @MainActor (DiagnosisStep) -> Void) async -> DiagnosisReport
}

/// The present step of a diagnosis.
public enum DiagnosisStep: Equatable, Sendable {
    case desktop
    /// - Parameter index: from 0.
    case camera(CameraSubject, index: Int, of: Int)
    case photos
}
