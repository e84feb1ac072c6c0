// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Diagnosis
import Testing

/// Each fact, and the finding that must follow from it.
@Suite struct DiagnosisTests {
    /// The expected result of one check after one change.
    struct Case: Sendable, CustomTestStringConvertible {
        let id: String
        let status: Finding.Status
        let result: String
        let change: @Sendable (inout DiagnosisFacts) -> Void

        init(
            _ id: String, _ status: Finding.Status, _ result: String,
            _ change: @escaping @Sendable (inout DiagnosisFacts) -> Void
        ) {
            (self.id, self.status, self.result, self.change) = (id, status, result, change)
        }

        var testDescription: String { id + " " + result }
    }

    @Test func healthyComputerHasNoFindings() {
        let findings = HealthyComputer.facts.findings
        #expect(findings.allSatisfy { $0.status == .ok })
        let expected = [
            "session-bus", "sandbox", "permission-store", "camera-portal", "settings-portal",
            "camera-permission", "camera-lockdown", "library-permission", "video-nodes", "video-node",
            "node-access", "camera-user", "camera-formats", "camera-stream", "jpeg-encoder", "heic-encoder",
            "library-folder", "journal-folder",
        ]
        #expect(findings.map(\.id) == expected)
        #expect(DiagnosisReport(version: "1", findings: findings).exitStatus == 0)
    }

    @Test(arguments: desktopCases + permissionCases + nodeCases + cameraCases + streamCases + photoCases)
    func oneFactOneFinding(_ expected: Case) throws {
        let found = try #require(HealthyComputer.finding(expected.id, expected.change))
        #expect(found.status == expected.status)
        #expect(found.result == expected.result)
    }

    @Test(arguments: desktopCases + permissionCases + nodeCases + cameraCases + streamCases + photoCases)
    func onlyProblemsEndInFailure(_ expected: Case) {
        var facts = HealthyComputer.facts
        expected.change(&facts)
        let report = DiagnosisReport(version: "1", findings: facts.findings)
        #expect(report.exitStatus == (report.problems > 0 ? 1 : 0))
        #expect(report.exitStatus == 1 || expected.status != .problem)
    }

    @Test func missingEncoderHidesTheHintAboutViewers() {
        #expect(HealthyComputer.facts.findings.allSatisfy { $0.id != "heic-viewer" })
        let found = HealthyComputer.finding("heic-viewer") {
            $0.encoders.opensHEIC = false
            $0.encoders.heicFailure = "x"
        }
        #expect(found == nil)
    }

    static let desktopCases = [
        Case("session-bus", .note, "absent") { $0.desktop.services = nil },
        Case("sandbox", .ok, "flatpak") { $0.desktop.isSandboxed = true },
        Case("permission-store", .note, "absent") { $0.desktop.services?[.permissionStore] = .absent },
        Case("permission-store", .problem, "silent") { $0.desktop.services?[.permissionStore] = .silent },
        Case("permission-store", .ok, "startable") { $0.desktop.services?[.permissionStore] = .startable },
        Case("camera-portal", .ok, "absent") { $0.desktop.services?[.cameraPortal] = .absent },
        Case("camera-portal", .note, "silent") { $0.desktop.services?[.cameraPortal] = .silent },
        Case("camera-portal", .problem, "absent") {
            $0.desktop.isSandboxed = true
            $0.desktop.services?[.cameraPortal] = .absent
        },
        Case("camera-portal", .problem, "silent") {
            $0.desktop.isSandboxed = true
            $0.desktop.services?[.cameraPortal] = .silent
        },
        Case("settings-portal", .note, "silent") { $0.desktop.services?[.settingsPortal] = .silent },
        Case("pipewire", .ok, "connected") { $0.media = .connected(cameras: 1) },
        Case("pipewire", .problem, "no-cameras") { $0.media = .connected(cameras: 0) },
        Case("pipewire", .note, "not-allowed") { $0.media = .notAllowed },
        Case("pipewire", .problem, "refused") { $0.media = .failed(CameraError(.notAllowed)) },
        Case("pipewire", .problem, "unreachable") { $0.media = .failed(CameraError(.gone)) },
    ]

    static let permissionCases = [
        Case("camera-permission", .note, "not-asked") { $0.camera = .notDetermined },
        Case("camera-permission", .problem, "denied") { $0.camera = .denied },
        Case("camera-permission", .note, "overruled") { $0.camera = .restricted(.account) },
        Case("camera-lockdown", .problem, "on") { $0.camera = .restricted(.wholeComputer) },
        Case("camera-lockdown", .ok, "off") { $0.camera = .restricted(.account) },
        Case("library-permission", .note, "not-asked") { $0.library = .notDetermined },
        Case("library-permission", .ok, "limited") { $0.library = .limited(folder: "/x") },
        Case("library-permission", .problem, "denied") { $0.library = .denied },
        Case("library-permission", .problem, "restricted") { $0.library = .restricted },
    ]

    static let nodeCases = [
        Case("video-nodes", .problem, "none") { $0.nodes = [] },
        Case("video-nodes", .problem, "no-camera") { $0.nodes[0].role = .noCapture },
        Case("video-nodes", .ok, "elsewhere") {
            $0.nodes = []
            $0.mediaCameras = 1
        },
        Case("camera-sensor", .note, "no-libcamera") {
            $0.sensor = SensorFacts(receiver: .intelIPU6, hasDriver: true, isDeveloped: false)
        },
        Case("camera-sensor", .problem, "no-driver") {
            $0.nodes = []
            $0.sensor = SensorFacts(receiver: .intelIPU7, hasDriver: false, isDeveloped: false)
        },
        Case("video-nodes", .note, "not-looked") {
            $0.nodes = []
            $0.mediaCameras = nil
        },
        Case("camera-sensor", .problem, "no-firmware") {
            $0.nodes = []
            $0.sensor = SensorFacts(receiver: .intelIPU6, hasDriver: true, isIdle: true, isDeveloped: false)
        },
        Case("camera-sensor", .ok, "developed") {
            $0.sensor = SensorFacts(receiver: .raspberryPi, hasDriver: true, isDeveloped: true)
        },
        Case("camera-sensor", .note, "not-looked") {
            $0.sensor = SensorFacts(receiver: .raspberryPi, hasDriver: true)
        },
        Case("video-node", .ok, "secondary") { $0.nodes[0].role = .secondary },
        Case("video-node", .ok, "no-capture") { $0.nodes[0].role = .noCapture },
        Case("video-node", .problem, "no-node") { $0.nodes[0].role = .noNode },
        Case("node-access", .problem, "denied") { $0.nodes[0].rights?.canOpen = false },
        Case("node-access", .ok, "access-list") { $0.nodes[0].rights?.isInGroup = true },
        Case("node-access", .ok, "root") { $0.nodes[0].rights?.isRoot = true },
        Case("node-access", .ok, "owner") { $0.nodes[0].rights?.isOwner = true },
        Case("node-access", .ok, "group") {
            $0.nodes[0].rights?.isListed = false
            $0.nodes[0].rights?.isInGroup = true
        },
        Case("node-access", .ok, "everybody") {
            $0.nodes[0].rights = NodeRights(canOpen: true, mode: 0o666, group: "video")
        },
    ]

    static let photoCases = [
        Case("jpeg-encoder", .problem, "unavailable") { $0.encoders.jpegFailure = "x" },
        Case("heic-encoder", .note, "unavailable") { $0.encoders.heicFailure = "x" },
        Case("heic-viewer", .note, "absent") { $0.encoders.opensHEIC = false },
        Case("heic-viewer", .ok, "present") { $0.encoders.opensHEIC = true },
        Case("video-encoder", .ok, "available") { $0.encoders.video = .standard },
        Case("video-encoder", .note, "webm-only") { $0.encoders.video = .webM(missing: ["a", "b"]) },
        Case("video-encoder", .note, "original-only") { $0.encoders.video = .original(missing: ["a"]) },
        Case("large-videos", .note, "kept") { $0.encoders.largeVideos = 2 },
        Case("library-folder", .ok, "to-be-made") { $0.folders[0].state = .toBeMade },
        Case("library-folder", .note, "nearly-full") { $0.folders[0].free = 400 << 20 },
        Case("library-folder", .problem, "full") { $0.folders[0].free = 31 << 20 },
        Case("library-folder", .ok, "writable") { $0.folders[0].free = nil },
        Case("library-folder", .problem, "full") { $0.folders[0].state = .failed(.diskFull, errno: 28) },
        Case("library-folder", .problem, "read-only") { $0.folders[0].state = .failed(.readOnly, errno: 30) },
        Case("library-folder", .problem, "not-permitted") {
            $0.folders[0].state = .failed(.notPermitted, errno: 13)
        },
        Case("library-folder", .problem, "missing") {
            $0.folders[0].state = .failed(.folderMissing, errno: 2)
        },
        Case("library-folder", .problem, "not-a-folder") {
            $0.folders[0].state = .failed(.notAFolder, errno: 20)
        },
        Case("journal-folder", .problem, "failed") { $0.folders[1].state = .failed(.failed, errno: 5) },
    ]
}
