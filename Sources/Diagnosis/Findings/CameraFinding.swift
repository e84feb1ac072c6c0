// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// The findings about one camera.
public enum CameraFinding: Equatable, Sendable {
    /// The requested camera does not exist.
    case missing
    case user(CameraUser)
    /// Its formats.
    case formats(OfferFacts)
    case stream(StreamVerdict)

    static func findings(_ camera: CameraFacts, _ scrubber: Scrubber) -> [CameraFinding] {
        var findings: [CameraFinding] = [.user(scrubbed(camera.user, scrubber))]
        if case .opened(let offers, _) = camera.exam { findings.append(.formats(offers)) }
        findings.append(.stream(StreamVerdict(camera.exam, scrubber)))
        return findings
    }

    private static func scrubbed(_ user: CameraUser, _ scrubber: Scrubber) -> CameraUser {
        guard case .program(let name) = user else { return user }
        return .program(scrubber.scrub(name))
    }

    var verdict: Verdict {
        switch self {
        case .missing: Verdict("camera", .problem, "missing")
        case .user(let user): Self.verdict(user)
        case .formats(let offers): Self.verdict(offers)
        case .stream(let verdict): verdict.verdict
        }
    }

    private static func verdict(_ user: CameraUser) -> Verdict {
        switch user {
        case .noProgram: Verdict("camera-user", .ok, "free")
        case .ourselves: Verdict("camera-user", .ok, "this-window")
        case .tintype: Verdict("camera-user", .ok, "tintype")
        case .sharing: Verdict("camera-user", .ok, "shared")
        // No problem by itself: the stream shows whether it gets in the way.
        case .program(let name): Verdict("camera-user", .note, "other", [("program", .string(name))])
        }
    }

    private static func verdict(_ offers: OfferFacts) -> Verdict {
        let details: [(name: String, value: JSONValue)] = [
            ("usable", .integer(Int64(offers.usable))),
            ("formats", .array(offers.formats.map { .string($0.description) })),
            ("best", offers.best.map { .string($0.description) } ?? .null),
        ]
        if offers.usable == 0 { return Verdict("camera-formats", .problem, "none", details) }
        return Verdict(
            "camera-formats", offers.isGrey ? .note : .ok, offers.isGrey ? "grey" : "usable", details)
    }
}
