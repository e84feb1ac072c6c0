// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import Platform

/// Turns a recording in fragments into an ordinary MP4 file.
enum MP4Finisher {
    /// Writes the index behind the samples, which stay in place. Everything before it becomes one box of samples, so that
    /// a player finds the index without reading thousands of boxes.
    ///
    /// The last write switches from one index to the other, so that a crash leaves the file with either, and this can be
    /// called again.
    ///
    /// - Parameter earlier: what was read of the file while it was written.
    /// - Throws: `nothingRecorded`, `damaged`, `noSpace`, `fileTooLarge`, `inputOutput`.
    static func finish(
        _ file: OwnedDescriptor, _ tags: VideoWriterSettings.Tags, priming: Int,
        after earlier: MP4Recording? = nil
    ) throws(MediaFault) {
        guard let recording = try MP4Recording(file, after: earlier) else {
            throw MediaFault(.nothingRecorded, "no description of tracks")
        }
        guard !recording.isFinished else { return }
        guard let index = MP4Index(recording, tags, priming: priming) else {
            throw MediaFault(.nothingRecorded, "no pictures")
        }
        do throws(MediaFault) {
            try write(index.bytes, to: file, at: recording.end)
            // Without power in between, the disk may have the switch and not the index.
            _ = try reporting { () throws(SystemFault) in try checked("fdatasync") { fdatasync(file.number) }
            }
        } catch {
            // A partial index would be in the way of another try.
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
        copyOf source: OwnedDescriptor, in result: OwnedDescriptor, _ tags: VideoWriterSettings.Tags
    ) throws(MediaFault) {
        guard let recording = try MP4Recording(source) else {
            throw MediaFault(.nothingRecorded, "no description of tracks")
        }
        try copy(source, recording.end, to: result)
        try finish(result, tags, priming: 0)
    }

    private static func copy(_ source: OwnedDescriptor, _ count: Int, to result: OwnedDescriptor)
        throws(MediaFault)
    {
        var offset = 0
        while offset < count {
            let bytes = try source.bytes(at: offset, count: min(1 << 20, count - offset))
            guard !bytes.isEmpty else { throw MediaFault(.inputOutput, "the file became shorter") }
            try write(bytes, to: result, at: offset)
            offset += bytes.count
        }
    }

    private static func write(_ bytes: [UInt8], to file: OwnedDescriptor, at offset: Int) throws(MediaFault) {
        var done = 0
        while done < bytes.count {
            done += try reporting { () throws(SystemFault) in
                try checked("pwrite") {
                    bytes.withUnsafeBytes { buffer in
                        pwrite(
                            file.number, buffer.baseAddress.unsafelyUnwrapped + done, bytes.count - done,
                            off_t(offset + done))
                    }
                }
            }
        }
    }

    private static func reporting<Value>(_ call: () throws(SystemFault) -> Value) throws(MediaFault) -> Value
    {
        do throws(SystemFault) { return try call() } catch { throw MediaFault(error) }
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
