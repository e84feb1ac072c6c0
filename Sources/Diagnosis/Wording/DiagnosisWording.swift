// SPDX-License-Identifier: GPL-3.0-or-later
internal import Platform

/// A finding's meaning, and its fix if something can be done.
public typealias FindingWords = (summary: String, fix: String?)

/// The words of a diagnosis: for the terminal, the window, and a report to be sent.
public enum DiagnosisWording {
    /// The whole report as plain text; the last line sums it up.
    public static func text(_ report: DiagnosisReport) -> String {
        var lines = ["Tintype " + report.version]
        for (section, findings) in sections(of: report) {
            lines += ["", section.title]
            for finding in findings {
                let words = words(for: finding)
                lines.append("  " + padded(mark(finding.status)) + words.summary)
                if let fix = words.fix { lines.append("  " + padded("") + "→ " + fix) }
            }
        }
        return (lines + ["", conclusion(report)]).joined(separator: "\n")
    }

    /// The document for machines; its words are in the person's language, everything else is fixed.
    public static func json(_ report: DiagnosisReport) -> JSONValue {
        report.json(summary: conclusion(report)) { words(for: $0) }
    }

    /// The findings under their headings, in the report's order.
    public static func sections(of report: DiagnosisReport) -> [(DiagnosisSection, [Finding])] {
        report.findings.reduce(into: []) { sections, finding in
            let section = DiagnosisSection(of: finding)
            if sections.last?.0 == section {
                sections[sections.count - 1].1.append(finding)
            } else {
                sections.append((section, [finding]))
            }
        }
    }

    /// One sentence about everything.
    public static func conclusion(_ report: DiagnosisReport) -> String {
        let notes = report.notes > 0 ? ", " + trn("%d note", "%d notes", report.notes) : ""
        return switch report.status {
        case .ok: tr("Nothing is wrong")
        case .note: tr("No problem found") + notes
        case .problem: trn("%d problem found", "%d problems found", report.problems) + notes
        }
    }

    public static func mark(_ status: Finding.Status) -> String {
        switch status {
        // Translators: the mark before something that is as it should be.
        case .ok: tr("OK")
        // Translators: the mark before something that is good to know, but no problem.
        case .note: tr("Note")
        // Translators: the mark before something that keeps Tintype from working.
        case .problem: tr("Problem")
        }
    }

    public static func words(for finding: Finding) -> FindingWords {
        switch finding.matter {
        case .desktop(let finding): DesktopWords.words(for: finding)
        case .permission(let finding): DesktopWords.words(for: finding)
        case .node(let finding): DeviceWords.words(for: finding)
        case .camera(let camera, let finding): CameraWords.words(for: finding, camera)
        case .encoder(let finding): PhotoWords.words(for: finding)
        case .folder(let finding): PhotoWords.words(for: finding)
        }
    }

    /// As wide as the widest mark, and a blank.
    private static func padded(_ mark: String) -> String {
        let widths = [Finding.Status.ok, .note, .problem].map { self.mark($0).count }
        let blanks = 2 + (widths.max() ?? 0) - mark.count
        return mark + String(repeating: " ", count: blanks)
    }
}

/// A part of the report with its own heading.
public enum DiagnosisSection: Equatable {
    case desktop, permission, devices, photos
    case camera(CameraSubject)

    public var title: String {
        switch self {
        case .desktop: tr("Desktop")
        case .permission: tr("Permission")
        case .devices: tr("Devices")
        case .photos: tr("Photos")
        case .camera(let camera):
            // Two cameras can have one name.
            camera.node.isEmpty ? camera.name : camera.name + " (" + camera.node + ")"
        }
    }

    init(of finding: Finding) {
        self =
            switch finding.matter {
            case .desktop: .desktop
            case .permission: .permission
            case .node: .devices
            case .camera(let camera, _): .camera(camera)
            case .encoder, .folder: .photos
            }
    }
}
