// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Diagnosis
import Testing

@Suite struct DiagnosisPrivacyTests {
    /// Every text in the facts contains secrets that must not be reported.
    private static let secrets = ["ada", "ada-laptop", "Lovelace", "SN12345678"]
    private static let scrubber = Scrubber(home: "/home/ada", words: secrets)
    private static let loud = "Ada-Laptop Lovelace’s SN12345678 cam"

    private static func everything(_ exam: CameraExam, _ user: CameraUser) -> DiagnosisFacts {
        var facts = HealthyComputer.facts
        facts.scrubber = scrubber
        facts.library = .limited(folder: "/media/ada/Photos")
        facts.nodes = [
            NodeFacts(
                path: "/dev/by-id/SN12345678", name: loud, role: .camera,
                rights: NodeRights(canOpen: false, mode: 0o600, group: "ada"))
        ]
        facts.missingCamera = loud
        facts.cameras = [CameraFacts(name: loud, node: "/home/ada/camera", user: user, exam: exam)]
        facts.encoders = EncoderFacts(jpegFailure: loud, heicFailure: "/home/ada/lib: " + loud)
        facts.folders = [
            FolderFacts(purpose: .library, path: "/media/ada/Photos", state: .writable, free: nil),
            FolderFacts(
                purpose: .journal, path: "/home/ada/.local", state: .failed(.failed, errno: 5), free: 1),
        ]
        return facts
    }

    @Test(arguments: [
        (CameraExam.notOpened(CameraError(.busy(by: "ada-player"))), CameraUser.program("/home/ada/bin/x")),
        (.notOpened(CameraError(.failed, underlying: 5, step: loud)), .noProgram),
        (.hung, .program("lovelace")),
    ])
    func reportHoldsNothingPrivate(_ exam: CameraExam, _ user: CameraUser) {
        let findings = Self.everything(exam, user).findings
        // All words about a finding are made of its contents.
        for text in [String(describing: findings), details(findings)] {
            let small = text.lowercased()
            for secret in Self.secrets + ["/home/"] {
                #expect(!small.contains(secret.lowercased()), "\(text)")
            }
        }
    }

    private func details(_ findings: [Finding]) -> String {
        findings.map { JSONValue.object($0.details).text }.joined()
    }

    @Test(arguments: [
        ("/home/ada/Pictures", "~/Pictures"), ("/home/ada", "~"), ("/home/adam/x", "/home/adam/x"),
        ("/media/ada/Disk", "/media/…/Disk"), ("Ada’s camera", "…’s camera"), ("Canada", "Canada"),
        ("ada-laptop", "…"), ("ADA LOVELACE", "… …"), ("", ""), ("x ada", "x …"), ("sn12345678", "…"),
        ("İada ada", "İada …"),
    ])
    func wholeWordsAreReplaced(_ text: String, _ expected: String) {
        #expect(Self.scrubber.scrub(text) == expected)
    }

    @Test func oddWordsDoNoHarm() {
        let scrubber = Scrubber(home: "/", words: ["", "x", "…", "~"])
        #expect(scrubber.scrub("/dev/video0 x") == "/dev/video0 x")
        #expect(Scrubber(home: nil, words: []).scrub("/home/ada") == "/home/ada")
        #expect(Scrubber(home: "/home/ada/", words: []).scrub("/home/ada/x") == "~/x")
    }
}
