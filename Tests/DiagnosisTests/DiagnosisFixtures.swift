// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Diagnosis

/// A computer on which nothing is wrong, to be spoiled by a test.
enum HealthyComputer {
    static let mode = CaptureMode(
        format: .mjpeg, size: PixelSize(width: 1280, height: 720), rate: FrameRate(30))
    static let stream = StreamDescription(
        layout: FrameLayout(format: .mjpeg, size: mode.size, bytesPerLine: 0, color: .jpeg),
        rate: FrameRate(30))
    static let rights = NodeRights(canOpen: true, mode: 0o660, group: "video", isListed: true)

    static var figures: StreamFigures {
        var figures = StreamFigures(stream: stream)
        figures.frames = 61
        figures.span = .seconds(2)
        figures.longestGap = .milliseconds(36)
        return figures
    }

    static func camera(
        _ exam: CameraExam? = nil, user: CameraUser = .noProgram, name: String = "Acme HD Webcam",
        position: CameraInfo.Position = .external
    ) -> CameraFacts {
        let offers = OfferFacts(usable: 3, formats: [.mjpeg, .yuyv], best: mode)
        return CameraFacts(
            name: name, node: "/dev/video0", position: position, user: user,
            exam: exam ?? .opened(offers, .ran(figures)))
    }

    static var facts: DiagnosisFacts {
        let services: [DesktopService: ServicePresence] = [
            .permissionStore: .running, .cameraPortal: .startable, .settingsPortal: .running,
        ]
        var facts = DiagnosisFacts(
            desktop: DesktopFacts(isSandboxed: false, services: services), camera: .authorized,
            library: .authorized, encoders: EncoderFacts(),
            scrubber: Scrubber(home: "/home/ada", words: ["ada"]))
        facts.nodes = [
            NodeFacts(path: "/dev/video0", name: "Acme HD Webcam", role: .camera, rights: rights)
        ]
        facts.cameras = [camera()]
        facts.folders = [
            FolderFacts(
                purpose: .library, path: "/home/ada/Pictures/Camera", state: .writable, free: 50 << 30),
            FolderFacts(
                purpose: .journal, path: "/home/ada/.local/state/x", state: .toBeMade, free: 50 << 30),
        ]
        return facts
    }

    static func finding(
        _ id: String, _ change: (inout DiagnosisFacts) -> Void
    ) -> (status: Finding.Status, result: String)? {
        var facts = facts
        change(&facts)
        return facts.findings.first { $0.id == id }.map { ($0.status, $0.result) }
    }
}
