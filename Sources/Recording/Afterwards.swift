// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Media
internal import Platform

/// What happens to a recording after its end.
struct Afterwards: Sendable {
    let isCompressed: Bool
    /// Called when a video waits for its compression.
    let compress: @Sendable () -> Void
    /// Called if pictures were dropped; returns what is done about it.
    let relieve: @Sendable () -> SlownessRemedy?
    /// Called if the encoder failed.
    let encoderFailed: @Sendable () -> Void
}

/// Metadata that a file lacks until it is finished, as one line for the journal.
struct VideoRemark: Sendable {
    let date: WallTime
    let camera: String

    init(date: WallTime, camera: String) { (self.date, self.camera) = (date, camera) }

    init?(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3, let nanoseconds = Int64(words[0]), let offset = Int(words[1]),
            (-86_399...86_399).contains(offset)
        else { return nil }
        date = WallTime(nanosecondsSince1970: nanoseconds, offsetFromUTC: offset)
        camera = String(words[2])
    }

    var line: String { "\(date.nanosecondsSince1970) \(date.offsetFromUTC) \(camera)" }
}

extension VideoWriterSettings.Tags {
    /// - Parameter software: the program's name and version.
    init(_ remark: VideoRemark?, software: String) {
        self.init(date: remark?.date, camera: remark?.camera, software: software)
    }
}

extension RecordingOptions {
    /// Whether the camera's own pictures can become the wanted video afterwards: whole ones, in the library.
    func canBeCompressedLater(_ first: Frame) -> Bool {
        format == .standard && pace == .normal && framing == .asDelivered && file == nil
            && first.layout.format.isCompressed && VideoCompression.isPossible
    }
}
