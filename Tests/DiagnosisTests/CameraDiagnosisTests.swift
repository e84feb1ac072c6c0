// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Testing

@testable import Diagnosis

extension DiagnosisTests {
    private static func exam(
        _ id: String, _ status: Finding.Status, _ result: String, _ exam: CameraExam,
        user: CameraUser = .noProgram
    ) -> Case {
        Case(id, status, result) { $0.cameras = [HealthyComputer.camera(exam, user: user)] }
    }

    /// A stream with changed figures.
    private static func stream(
        _ status: Finding.Status, _ result: String, _ change: (inout StreamFigures) -> Void
    ) -> Case {
        var figures = HealthyComputer.figures
        change(&figures)
        let offers = OfferFacts(usable: 1, formats: [.mjpeg], best: HealthyComputer.mode)
        return exam("camera-stream", status, result, .opened(offers, .ran(figures)))
    }

    private static func failed(_ code: CameraError.Code, _ result: String) -> Case {
        exam("camera-stream", .problem, result, .notOpened(CameraError(code)))
    }

    private static let grey = CaptureMode(
        format: .grey, size: PixelSize(width: 340, height: 340), rate: FrameRate(30))

    static let cameraCases = [
        exam("camera-user", .ok, "free", .hung),
        exam("camera-user", .ok, "this-window", .ours(HealthyComputer.figures), user: .ourselves),
        exam("camera-user", .ok, "tintype", .leftAlone, user: .tintype),
        exam("camera-user", .ok, "shared", .hung, user: .sharing),
        exam("camera-user", .note, "other", .hung, user: .program("cheese")),
        exam(
            "camera-formats", .problem, "none",
            .opened(OfferFacts(usable: 0, formats: [], best: nil), .failed(CameraError(.unsupportedFormat)))),
        exam(
            "camera-formats", .note, "grey",
            .opened(OfferFacts(usable: 1, formats: [.grey], best: grey), .ran(HealthyComputer.figures))),
        Case("camera", .problem, "missing") {
            $0.cameras = []
            $0.missingCamera = "/dev/video9"
        },
    ]

    static let streamCases = [
        exam("camera-stream", .note, "not-allowed", .notAllowed),
        exam("camera-stream", .ok, "running", .ours(HealthyComputer.figures), user: .ourselves),
        exam("camera-stream", .ok, "used-by-tintype", .leftAlone, user: .tintype),
        exam("camera-stream", .ok, "recalled", .recalled),
        exam("camera-stream", .problem, "hung", .hung),
        failed(.busy(by: "cheese"), "busy"), failed(.busy(by: nil), "busy"), failed(.gone, "gone"),
        failed(.notAllowed, "may-not-open"), failed(.unsupportedFormat, "no-format"),
        failed(.stalled, "stalled"), failed(.noBandwidth, "no-bandwidth"), failed(.failed, "failed"),
        stream(.ok, "good") { _ in },
        stream(.ok, "good") { $0.damaged = 3 },
        stream(.note, "flawed") { $0.damaged = 4 },
        stream(.problem, "broken") { $0.damaged = $0.frames },
        stream(.problem, "stalled") { $0.frames = 0 },
        stream(.problem, "black") { $0.trouble = .black },
        stream(.note, "still") { $0.trouble = .still },
        stream(.note, "colourless") { $0.trouble = .colourless },
        stream(.note, "slow") { $0.frames = 31 },
        stream(.ok, "good") { $0.frames = 50 },
        // Without a promised rate nothing is slow.
        stream(.ok, "good") {
            $0.frames = 11
            $0.stream.rate = nil
        },
        stream(.note, "uneven") { $0.longestGap = .milliseconds(501) },
        // The gap since the last frame also counts in the window's own stream.
        exam("camera-stream", .note, "uneven", .ours(standing), user: .ourselves),
        // A stream that has just begun is not judged.
        exam("camera-stream", .ok, "running", .ours(young), user: .ourselves),
        exam(
            "camera-stream", .ok, "running", .ours(StreamFigures(stream: HealthyComputer.stream)),
            user: .ourselves),
    ]

    /// What has no plug is not unplugged, and what is a program has no cable.
    @Test(arguments: [CameraInfo.Position.external, .builtIn, .board, .virtual])
    func whatHelpsFitsTheCamera(position: CameraInfo.Position) throws {
        for stream in Self.streamCases {
            var facts = HealthyComputer.facts
            stream.change(&facts)
            let camera = try #require(facts.cameras.first)
            facts.cameras = [
                HealthyComputer.camera(camera.exam, user: camera.user, position: position)
            ]
            for finding in facts.findings where finding.id == "camera-stream" {
                let (summary, fix) = DiagnosisWording.words(for: finding)
                let words = summary + " " + (fix ?? "")
                let hasPlug = ["nplug it", "lug it", "cable", "USB port"].contains { words.contains($0) }
                #expect(!hasPlug || position == .external, "\(words)")
                #expect(!words.contains("USB") || position != .virtual, "\(words)")
            }
        }
    }

    private static var young: StreamFigures {
        var figures = HealthyComputer.figures
        figures.frames = 1
        figures.span = .zero
        return figures
    }

    private static var standing: StreamFigures {
        var figures = HealthyComputer.figures
        figures.longestGap = .seconds(1)
        return figures
    }
}

@Suite struct StreamTallyTests {
    private func time(_ milliseconds: Int64) -> MonotonicTime {
        MonotonicTime(nanoseconds: milliseconds * 1_000_000)
    }

    @Test func noStreamHasNoFigures() {
        var tally = StreamTally()
        tally.note(sequence: 1, arrival: time(0), isDamaged: false)
        #expect(tally.figures(at: time(0)) == nil)
    }

    @Test func framesRateGapsAndLossesAreCounted() throws {
        var tally = StreamTally()
        tally.begin(HealthyComputer.stream)
        for (sequence, at) in [(7, 1000), (8, 1040), (11, 1160), (12, 1200)] {
            tally.note(sequence: UInt32(sequence), arrival: time(Int64(at)), isDamaged: sequence == 11)
        }
        let figures = try #require(tally.figures(at: time(1210)))
        #expect(figures.frames == 4 && figures.damaged == 1 && figures.lost == 2)
        #expect(figures.rate == 15)
        #expect(figures.longestGap == .milliseconds(120))
        #expect(try #require(tally.figures(at: time(2000))).longestGap == .milliseconds(800))
    }

    @Test func aDriverThatCountsAnewLosesNothing() throws {
        var tally = StreamTally()
        tally.begin(HealthyComputer.stream)
        for sequence: UInt32 in [.max - 1, .max, 0, 1, 1, 0] {
            tally.note(sequence: sequence, arrival: time(0), isDamaged: false)
        }
        let figures = try #require(tally.figures(at: time(0)))
        #expect(figures.lost == 0)
        #expect(figures.rate == nil, "all at once is no rate")
    }

    @Test func aNewStreamBeginsAtZero() throws {
        var tally = StreamTally()
        tally.begin(HealthyComputer.stream)
        tally.note(sequence: 1, arrival: time(0), isDamaged: true)
        tally.begin(HealthyComputer.stream)
        #expect(try #require(tally.figures(at: time(9))) == StreamFigures(stream: HealthyComputer.stream))
    }
}
