/// Everything that is to be said of a computer, for people and for machines.
public struct DiagnosisReport: Equatable, Sendable {
    /// Tintype's.
    public let version: String
    public let findings: [Finding]

    public init(version: String, findings: [Finding]) {
        self.version = version
        self.findings = findings
    }

    public var problems: Int { findings.count { $0.status == .problem } }
    public var notes: Int { findings.count { $0.status == .note } }

    /// The worst of all.
    public var status: Finding.Status { problems > 0 ? .problem : notes > 0 ? .note : .ok }

    /// What `tintype --doctor` ends with: 1 where there is a problem.
    public var exitStatus: Int32 { problems > 0 ? 1 : 0 }

    /// Changes when a name in the document changes its meaning; new names come without a change.
    static let format: Int64 = 1

    /// The document for machines, which docs/diagnosis.md describes.
    ///
    /// - Parameters:
    ///   - summary: a sentence about all, in the person's language.
    ///   - words: what a finding means, and what can be done about it where something can.
    public func json(
        summary: String, words: (Finding) -> (summary: String, fix: String?)
    ) -> JSONValue {
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
