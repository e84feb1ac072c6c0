internal import CaptureCore
internal import GLibBridge
internal import Media

/// What comes of a recording when it has ended.
struct Afterwards: Sendable {
    /// What the compression of the video is to know; nil where it is not compressed.
    let compression: CompressionRemark?
    /// Called when a video waits for its compression.
    let compress: @Sendable () -> Void
    /// Called where pictures were dropped; says what is done about it.
    let relieve: @Sendable () -> SlownessRemedy?
}

/// What the file of the camera's own pictures does not say about itself, on one line.
struct CompressionRemark: Sendable {
    private static let word = "compress"

    let date: WallTime
    let camera: String

    init(date: WallTime, camera: String) { (self.date, self.camera) = (date, camera) }

    init?(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard words.count == 4, words[0] == Self.word, let nanoseconds = Int64(words[1]),
            let offset = Int(words[2]), abs(offset) < 86_400
        else { return nil }
        date = WallTime(nanosecondsSince1970: nanoseconds, offsetFromUTC: offset)
        camera = String(words[3])
    }

    var line: String { "\(Self.word) \(date.nanosecondsSince1970) \(date.offsetFromUTC) \(camera)" }
}

extension RecordingWish {
    /// Whether the camera's own pictures can become the wanted video afterwards: whole ones, in the library.
    func canBeCompressedLater(_ first: Frame) -> Bool {
        format == .standard && pace == .normal && framing == .asDelivered && file == nil
            && first.layout.format.isCompressed
    }
}
