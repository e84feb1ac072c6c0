internal import CaptureCore
internal import GLibBridge

/// A part of the report with its own heading.
enum DiagnosisSection: Equatable {
    case desktop, permission, devices, photos
    case camera(CameraSubject)

    var title: String {
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

extension DiagnosisWording {
    /// The findings under their headings, in the report's order.
    static func sections(of report: DiagnosisReport) -> [(DiagnosisSection, [Finding])] {
        report.findings.reduce(into: []) { sections, finding in
            let section = DiagnosisSection(of: finding)
            if sections.last?.0 == section {
                sections[sections.count - 1].1.append(finding)
            } else {
                sections.append((section, [finding]))
            }
        }
    }
}
