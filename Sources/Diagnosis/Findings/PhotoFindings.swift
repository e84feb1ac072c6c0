// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore

/// The findings about the kinds of photo and video that can be made here, and opened by other programs.
public enum EncoderFinding: Equatable, Sendable {
    /// - Parameter failure: the library's message; nil when it works.
    case jpeg(failure: String?)
    case heic(failure: String?)
    /// Whether another program opens HEIC photos.
    case heicViewer(isThere: Bool)
    case video(VideoAbility)
    /// Videos that could not be made smaller.
    case largeVideos(Int)

    static func findings(_ facts: DiagnosisFacts) -> [EncoderFinding] {
        let scrub = facts.scrubber.scrub
        var findings: [EncoderFinding] = [
            .jpeg(failure: facts.encoders.jpegFailure.map(scrub)),
            .heic(failure: facts.encoders.heicFailure.map(scrub)),
        ]
        // Only matters if HEIC photos can be made.
        if let opens = facts.encoders.opensHEIC, facts.encoders.heicFailure == nil {
            findings.append(.heicViewer(isThere: opens))
        }
        if let video = facts.encoders.video { findings.append(.video(video)) }
        if facts.encoders.largeVideos > 0 { findings.append(.largeVideos(facts.encoders.largeVideos)) }
        return findings
    }

    var verdict: Verdict {
        switch self {
        case .jpeg(let failure): Self.verdict("jpeg-encoder", failure, .problem)
        // Only a note, because a JPEG is saved instead.
        case .heic(let failure): Self.verdict("heic-encoder", failure, .note)
        case .heicViewer(let isThere):
            Verdict("heic-viewer", isThere ? .ok : .note, isThere ? "present" : "absent")
        case .video(.standard): Verdict("video-encoder", .ok, "available")
        case .video(.webM(let missing)): Self.verdict("webm-only", missing)
        case .video(.original(let missing)): Self.verdict("original-only", missing)
        case .largeVideos(let count):
            Verdict("large-videos", .note, "kept", [("count", .integer(Int64(count)))])
        }
    }

    private static func verdict(_ result: String, _ missing: [String]) -> Verdict {
        Verdict("video-encoder", .note, result, [("missing_packages", .array(missing.map { .string($0) }))])
    }

    private static func verdict(_ id: String, _ failure: String?, _ status: Finding.Status) -> Verdict {
        guard let failure else { return Verdict(id, .ok, "available") }
        return Verdict(id, status, "unavailable", [("reason", .string(failure))])
    }
}

/// The findings about a folder for photos or for the journal.
public struct FolderFinding: Equatable, Sendable {
    public enum Result: Equatable, Sendable {
        case writable, toBeMade
        /// It is writable, with little room.
        case nearlyFull, full
        case failed(SaveError.Code)
    }

    public let purpose: FolderFacts.Purpose
    /// With `~` for the home folder.
    let path: String
    public let result: Result
    let free: Int64?
    private let errno: Int32?

    /// Below this the journal takes no more photos (`JournalLimits.reserve`), in bytes.
    private static let minimumFree: Int64 = 32 << 20
    /// Below this there is room for some hundred photos only, in bytes.
    private static let littleFree: Int64 = 500 << 20

    init(_ facts: FolderFacts, _ scrubber: Scrubber) {
        purpose = facts.purpose
        path = scrubber.scrub(facts.path)
        free = facts.free
        switch facts.state {
        case .failed(let code, let errno):
            result = code == .diskFull ? .full : .failed(code)
            self.errno = errno
        case .writable, .toBeMade:
            let free = facts.free ?? .max
            result =
                free < Self.minimumFree
                ? .full
                : free < Self.littleFree ? .nearlyFull : facts.state == .writable ? .writable : .toBeMade
            errno = nil
        }
    }

    var verdict: Verdict {
        var details: [(name: String, value: JSONValue)] = [("folder", .string(path))]
        if let free { details.append(("free_bytes", .integer(free))) }
        if let errno { details.append(("errno", .integer(Int64(errno)))) }
        let (status, word): (Finding.Status, String) =
            switch result {
            case .writable: (.ok, "writable")
            case .toBeMade: (.ok, "to-be-made")
            case .nearlyFull: (.note, "nearly-full")
            case .full: (.problem, "full")
            case .failed(let code): (.problem, Self.word(code))
            }
        return Verdict(purpose.rawValue, status, word, details)
    }

    private static func word(_ code: SaveError.Code) -> String {
        switch code {
        case .diskFull: "full"
        case .readOnly: "read-only"
        case .notPermitted: "not-permitted"
        case .folderMissing: "missing"
        case .notAFolder: "not-a-folder"
        case .unreadableName: "unreadable-name"
        case .notAFile, .tooLarge, .notAllowed, .restricted, .encodingFailed, .tooManyPixels, .failed:
            "failed"
        }
    }
}
