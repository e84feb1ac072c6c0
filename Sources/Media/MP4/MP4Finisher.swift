internal import CaptureCore
internal import Glibc
internal import System

/// Makes an ordinary MP4 file of a recording in fragments.
enum MP4Finisher {
    /// Writes the index behind the samples, without moving one. Everything before it becomes one box of samples: a player
    /// would have to go through thousands of boxes to find the index otherwise.
    ///
    /// The last call makes the difference, so that the file has either kind of index after a crash, and this can be
    /// called again.
    ///
    /// - Parameter earlier: what was read of the file while it was written.
    /// - Throws: `nothingRecorded`, `damaged`, `noSpace`, `fileTooLarge`, `inputOutput`.
    static func finish(
        _ file: OwnDescriptor, _ tags: VideoWriterSettings.Tags, priming: Int,
        after earlier: MP4Recording? = nil
    ) throws(MediaFault) {
        guard let recording = MP4Recording(file, after: earlier) else {
            throw MediaFault(.nothingRecorded, "no description of tracks")
        }
        guard !recording.isFinished else { return }
        guard let index = MP4Index(recording, tags, priming: priming) else {
            throw MediaFault(.nothingRecorded, "no pictures")
        }
        do throws(MediaFault) {
            try write(index.bytes, to: file, at: recording.end)
        } catch {
            // Half an index is of no use, and in the way of another try.
            _ = ftruncate(file.number, off_t(recording.end))
            throw error
        }
        var header = MP4Writer()
        header.word(1)
        header.type("mdat")
        header.number(recording.end - recording.start, 8)
        try write(header.bytes, to: file, at: recording.start)
    }

    /// The same in a copy.
    static func finish(
        copyOf source: OwnDescriptor, in result: OwnDescriptor, _ tags: VideoWriterSettings.Tags
    ) throws(MediaFault) {
        guard let recording = MP4Recording(source) else {
            throw MediaFault(.nothingRecorded, "no description of tracks")
        }
        try copy(source, recording.end, to: result)
        try finish(result, tags, priming: 0)
    }

    private static func copy(_ source: OwnDescriptor, _ count: Int, to result: OwnDescriptor)
        throws(MediaFault)
    {
        var offset = 0
        while offset < count {
            let bytes = source.bytes(at: offset, count: min(1 << 20, count - offset))
            guard !bytes.isEmpty else {
                throw MediaFault(.inputOutput, "read: errno \(Errno.current.rawValue)")
            }
            try write(bytes, to: result, at: offset)
            offset += bytes.count
        }
    }

    private static func write(_ bytes: [UInt8], to file: OwnDescriptor, at offset: Int) throws(MediaFault) {
        var done = 0
        while done < bytes.count {
            do throws(SystemFault) {
                done += try checked("pwrite") {
                    bytes.withUnsafeBytes { buffer in
                        pwrite(
                            file.number, buffer.baseAddress.unsafelyUnwrapped + done, bytes.count - done,
                            off_t(offset + done))
                    }
                }
            } catch {
                throw MediaFault(error)
            }
        }
    }
}

extension MediaFault {
    fileprivate init(_ fault: SystemFault) {
        let code: Code =
            switch fault.cause {
            case .noSpace, .diskQuotaExceeded: .noSpace
            case .fileTooLarge: .fileTooLarge
            default: .inputOutput
            }
        self.init(code, "\(fault.call): errno \(fault.cause.rawValue)")
    }
}
