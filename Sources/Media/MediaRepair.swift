// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGStreamerLoader
internal import Glibc

/// Turns an interrupted recording into an ordinary file.
public enum MediaRepair {
    /// Copies every whole picture and all sound into another file, with duration and index, without encoding anew. Takes as
    /// long as copying does; not on the main thread.
    ///
    /// - Parameters:
    ///   - path: is read only.
    ///   - descriptor: an open file without contents. After a fault it holds nothing of use.
    ///   - tags: the new file's metadata.
    /// - Throws: `nothingRecorded`, `damaged`, `noSpace`, `inputOutput`, `fileTooLarge`, `libraryMissing`,
    ///   `elementMissing`; `timedOut` if the disk stands still.
    public static func finish(
        _ path: String, into descriptor: Int32, tags: VideoWriterSettings.Tags = VideoWriterSettings.Tags()
    ) throws(MediaFault) {
        let source = try OwnedDescriptor(reading: path)
        let result = try OwnedDescriptor(reopening: descriptor, O_RDWR)
        guard try kind(of: source) == .matroska else {
            return try MP4Finisher.finish(copyOf: source, in: result, tags)
        }
        let file: VideoFile
        do throws(MediaFault) {
            file = try VideoFile(source)
        } catch {
            // It begins as our files do, but what should follow was never written.
            guard error.code == .damaged else { throw error }
            throw MediaFault(.nothingRecorded, error.detail)
        }
        try copy(file, into: result, tags)
    }

    /// The same without another file, which needs no room for one and takes some milliseconds for each hour of video; MP4
    /// only. Samples stay in place, and neither a fault nor an end in between changes anything.
    ///
    /// - Parameter descriptor: the file, open for reading and writing.
    /// - Returns: false for Matroska, which stays as it is.
    /// - Throws: as `finish`.
    @discardableResult
    public static func finishInPlace(
        _ descriptor: Int32, tags: VideoWriterSettings.Tags = VideoWriterSettings.Tags()
    ) throws(MediaFault) -> Bool {
        let file = try OwnedDescriptor(reopening: descriptor, O_RDWR)
        guard try kind(of: file) == .mp4 else { return false }
        try MP4Finisher.finish(file, tags, priming: 0)
        return true
    }

    private static func kind(of file: OwnedDescriptor) throws(MediaFault) -> VideoKind {
        guard file.size > 0 else { throw MediaFault(.nothingRecorded, "an empty file") }
        return try VideoKind(file)
    }

    private static func copy(
        _ file: VideoFile, into result: OwnedDescriptor, _ tags: VideoWriterSettings.Tags
    ) throws(MediaFault) {
        let events = FirstFault()
        let pipeline = try Pipeline(description(file, into: result), keeping: result) {
            events.handle($0)
        }
        defer { pipeline.stop() }
        tags.write(to: pipeline)
        pipeline.count(VideoWriterSettings.come, as: 0)
        guard pipeline.start() else { throw events.first ?? MediaFault(.failed, "does not start") }
        var size = -1
        var fault: MediaFault?
        while true {
            switch events.wait(timeout) {
            case true?:
                guard pipeline.counted(0) > 0 else {
                    throw fault ?? MediaFault(.nothingRecorded, "no picture")
                }
                return
            case false?:
                // The recording ends where its data is damaged.
                guard fault == nil, let first = events.first, first.code == .damaged else {
                    throw fault ?? events.first ?? MediaFault(.failed)
                }
                fault = first
                for name in ends { pipeline.end(name) }
            case nil:
                guard result.size > size else { throw MediaFault(.timedOut, "nothing was written") }
                size = result.size
            }
        }
    }

    /// The longest time without anything being written.
    private static let timeout: Duration = .seconds(10)
    /// The first elements after the demultiplexer.
    private static let ends = ["pictures", "sound"]

    private static func description(_ file: VideoFile, into result: OwnedDescriptor) -> String {
        let source = "filesrc location=\(file.descriptor.location) ! matroskademux name=file"
        // Without parsers: the file has their information, and h264parse would remove the pictures' durations.
        let pictures = stream("video_0", "pictures", VideoWriterSettings.counter(VideoWriterSettings.come))
        let sound = file.facts.has_sound ? stream("audio_0", "sound") : ""
        let container = file.picture == "video/x-vp8" ? "webmmux" : "matroskamux"
        return "\(source)  \(pictures)  \(sound)  \(container) name=\(VideoWriterSettings.multiplexer) ! "
            + VideoWriterSettings.file(result.number)
    }

    private static func stream(_ pad: String, _ name: String, _ stages: String...) -> String {
        let queue = "queue name=\(name) max-size-buffers=0 max-size-bytes=0 max-size-time=5000000000"
        let end = "\(VideoWriterSettings.multiplexer).\(pad)"
        return (["file.\(pad)", queue] + stages + [end]).joined(separator: " ! ")
    }
}
