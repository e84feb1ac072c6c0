// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Platform

/// An entry of the video journal: one file, which says what is to be done with which video.
///
///     <device> <inode>[@<birth>] <state> <remark>
///     <path of the video>
struct VideoEntry {
    enum State: String {
        /// Its recording has begun, and not ended.
        case begun
        /// The same; it is to be compressed afterwards.
        case large
        /// It is whole, and to be compressed.
        case whole
        /// It could not be compressed, and stays as it is. Its entry lasts as long as the file, for the diagnosis.
        case kept

        /// Whether a program that holds the entry's lock is recording.
        var isRecording: Bool { self == .begun || self == .large }
    }

    let path: String
    let mark: VideoMark
    let state: State
    /// Metadata that the file does not contain yet; one line.
    let remark: String

    var contents: [UInt8] {
        Array("\(mark.words) \(state.rawValue) \(remark.filter { !$0.isNewline })\n\(path)".utf8)
    }

    private static let maximumSize = 8192

    /// - Returns: nil if the file can't be read, or is no entry.
    static func read(_ file: borrowing Descriptor) -> VideoEntry? {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: maximumSize, alignment: 1)
        defer { bytes.deallocate() }
        guard let count = try? file.read(at: 0, into: bytes), count < bytes.count else { return nil }
        let lines = String(validating: bytes[..<count], as: UTF8.self)?
            .split(separator: "\n", maxSplits: 1)
        let words = lines?.first?.split(separator: " ", maxSplits: 3)
        guard let lines, lines.count == 2, lines[1].hasPrefix("/"), let words, words.count >= 2,
            let mark = VideoMark(words[0], words[1])
        else { return nil }
        return VideoEntry(
            path: String(lines[1]), mark: mark,
            state: words.count > 2 ? State(rawValue: String(words[2])) ?? .begun : .begun,
            remark: words.count > 3 ? String(words[3]) : "")
    }
}

/// The name of an entry, which counts how often compression was begun: `<run>.video`, `<run>.<tries>.video`.
struct VideoEntryName {
    private static let suffix = ".video"

    let fileName: String
    let run: Substring
    let tries: Int

    /// - Parameter run: as of `EntryName.newRun`.
    init(run: String) { (fileName, self.run, tries) = (run + Self.suffix, run[...], 0) }

    /// - Returns: nil if it is no entry's name.
    init?(fileName: String) {
        guard fileName.hasSuffix(Self.suffix) else { return nil }
        let parts = fileName.dropLast(Self.suffix.count).split(separator: ".")
        self.fileName = fileName
        run = parts.first ?? ""
        tries = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    }

    /// The name once compression is begun once more.
    var counted: String { "\(run).\(tries + 1)\(Self.suffix)" }

    /// Of the file that takes the video's place; the same at each try, so that what one leaves goes with the next.
    var temporary: String { TemporaryFile.name(for: run + Self.suffix) }

    /// The entries of a journal's folder, by name.
    static func all(in folder: borrowing Folder) throws(SystemFault) -> [VideoEntryName] {
        try folder.names().sorted().compactMap { VideoEntryName(fileName: $0) }
    }
}

/// Tells a video from another file of its path, in later runs too.
struct VideoMark {
    /// The device is another one when a disk is plugged in again, or others are found before it.
    let identity: FileStatus.Identity
    /// Nanoseconds since 1970; nil where the file system keeps no such time.
    private let birth: Int64?

    init(of descriptor: Int32) throws(SystemFault) {
        identity = try system_status(descriptor).identity
        birth = system_birth(descriptor)
    }

    init(_ status: FileStatus, of name: String, in folder: borrowing Folder) {
        (identity, birth) = (status.identity, system_birth(folder.number, name))
    }

    /// - Parameters: device, and inode with `@` and the birth behind it where that is known.
    fileprivate init?(_ device: Substring, _ inode: Substring) {
        let parts = inode.split(separator: "@", maxSplits: 1)
        guard let device = UInt(device), let first = parts.first, let inode = UInt(first) else {
            return nil
        }
        identity = FileStatus.Identity(device: dev_t(device), inode: ino_t(inode))
        birth = parts.count > 1 ? Int64(parts[1]) : nil
    }

    fileprivate var words: String {
        "\(identity.device) \(identity.inode)" + (birth.map { "@\($0)" } ?? "")
    }

    /// FAT numbers its files anew whenever it is mounted, so the inode counts only where there is no birth.
    func isSame(as other: VideoMark) -> Bool {
        if let birth, let other = other.birth { return birth == other }
        return identity.inode == other.identity.inode
    }
}
