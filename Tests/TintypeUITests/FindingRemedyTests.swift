// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Diagnosis
import Testing

@testable import TintypeUI

@MainActor @Suite struct FindingRemedyTests {
    private nonisolated static let subject = CameraSubject(name: "Webcam", node: "/dev/video0")

    private nonisolated static func stream(_ code: CameraError.Code) -> Finding {
        Finding(.camera(subject, .stream(.failed(CameraError(code)))))
    }

    private static func folder(_ state: FolderFacts.State, _ purpose: FolderFacts.Purpose) -> Finding? {
        var facts = DiagnosisFacts(
            desktop: DesktopFacts(isSandboxed: false, services: nil), camera: .authorized,
            library: .authorized, encoders: EncoderFacts(), scrubber: Scrubber(home: "/home/ada", words: []))
        facts.folders = [FolderFacts(purpose: purpose, path: "/x", state: state, free: 50 << 30)]
        return facts.findings.last
    }

    @Test(arguments: [
        (Finding(.permission(.camera(.notAsked, isSandboxed: false))), FindingRemedy.allowCamera),
        (Finding(.permission(.camera(.denied, isSandboxed: false))), .openPreferences),
        (Finding(.permission(.camera(.denied, isSandboxed: true))), .openDesktopSettings),
        (Finding(.permission(.lockdown(isOn: true))), .openDesktopSettings),
        (Finding(.permission(.library(.denied))), .openPreferences),
        (Finding(.camera(subject, .stream(.stalled))), .tryAgain),
        (stream(.busy(by: "Cheese")), .tryAgain),
        (stream(.noSource), .tryAgain),
        (Finding(.encoder(.heicViewer(isThere: false))), .useJPEG),
    ])
    func findingThatTintypeCanFixHasAButton(finding: Finding, remedy: FindingRemedy) {
        #expect(FindingRemedy(for: finding) == remedy)
    }

    @Test(arguments: [
        Finding(.permission(.camera(.allowed, isSandboxed: false))),
        Finding(.permission(.lockdown(isOn: false))),
        Finding(.permission(.library(.restricted))),
        Finding(.node(.count(nodes: 0, cameras: 0, elsewhere: 0))),
        Finding(.encoder(.heic(failure: "x"))),
        Finding(.encoder(.heicViewer(isThere: true))),
        stream(.notAllowed),
    ])
    func findingForThePersonHasNoButton(finding: Finding) {
        #expect(FindingRemedy(for: finding) == nil)
    }

    @Test func onlyTheFolderForPhotosCanBeChosen() throws {
        let failed = FolderFacts.State.failed(.readOnly, errno: 30)
        let library = try #require(Self.folder(failed, .library))
        #expect(FindingRemedy(for: library) == .chooseFolder)
        let journal = try #require(Self.folder(failed, .journal))
        #expect(FindingRemedy(for: journal) == nil)
        let fine = try #require(Self.folder(.writable, .library))
        #expect(FindingRemedy(for: fine) == nil)
    }
}
