// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Permissions
import Platform

/// The photo library's folder, open for reading. Only a grant that holds opens one, and nothing is read but files in it.
/// Thread-bound; blocks as disks do.
struct RollFolder: ~Copyable {
    /// A larger file is no photo, and would take the memory of everything else.
    static let maximumBytes = 512 << 20

    let place: PermittedFolder

    /// - Throws: `.notAllowed`, `.missing` if it was deleted.
    static func open(_ grant: LibraryGrant?) throws(PhotoFault) -> RollFolder {
        guard let grant, grant.isValid else { throw .notAllowed }
        do throws(SaveError) {
            let folder = RollFolder(place: try PermittedFolder.open(grant))
            // A folder that was deleted while it was open still lists, as empty.
            guard let status = try? system_status(folder.number), status.linkCount > 0 else {
                throw SaveError(.folderMissing, underlying: ENOENT, path: grant.folder)
            }
            return folder
        } catch {
            throw PhotoFault(error)
        }
    }

    /// For the system calls that take a folder.
    var number: Int32 { place.folder.number }
    private var path: String { place.folder.path }

    // MARK: Listing

    /// The photos and videos by their names, newest first; what is in the files is found out when one is shown.
    func entries() throws(PhotoFault) -> [LibraryEntry] {
        let names = try PhotoFault.reporting { () throws(SystemFault) in try place.folder.names() }
        var entries: [LibraryEntry] = []
        entries.reserveCapacity(names.count)
        for name in names where Self.isPhoto(name) {
            // A name that is not valid UTF-8, or a file that is gone by now.
            guard let status = try? place.folder.status(of: name), status.kind == .file else { continue }
            entries.append(Self.entry(name, status, in: path))
        }
        entries.sort { ($0.taken, $0.path) > ($1.taken, $1.path) }
        return entries
    }

    static func entry(_ name: String, _ status: FileStatus, in folder: String) -> LibraryEntry {
        LibraryEntry(
            path: folder + "/" + name, modified: status.modified, byteCount: status.size,
            taken: PhotoName.milliseconds(inName: name) ?? local(status.modified))
    }

    /// The local calendar's time, in milliseconds.
    private static func local(_ nanoseconds: Int64) -> Int64 {
        let milliseconds = nanoseconds / 1_000_000
        return milliseconds + Int64(system_offsetFromUTC(at: milliseconds / 1000)) * 1000
    }

    private static func isPhoto(_ name: String) -> Bool {
        guard !name.utf8.starts(with: ".".utf8),
            let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")),
            name.utf8.distance(from: dot, to: name.utf8.endIndex) <= 5
        else { return false }
        return extensions.contains(name[dot...].dropFirst().lowercased())
    }

    private static let extensions: Set<String> = VideoName.extensions.union([
        "heic", "heif", "hif", "avif", "jpg", "jpeg", "png", "webp",
    ])

    // MARK: Reading

    /// A file of this folder, open for reading.
    struct File: ~Copyable {
        let name: String
        let descriptor: Descriptor
        let status: FileStatus
    }

    /// - Throws: `.missing` also if something else than a file has the name now, or if the entry is none of this
    ///   folder's.
    func open(_ entry: LibraryEntry) throws(PhotoFault) -> File {
        let name = Folder.lastName(of: entry.path)
        guard Folder.parent(of: entry.path) == path, !name.isEmpty, name != ".", name != ".." else {
            throw .missing
        }
        do throws(SystemFault) {
            let descriptor = Descriptor(owning: try system_openToRead(name, in: number))
            let status = try system_status(descriptor.number)
            guard status.kind == .file else { throw SystemFault(.noEntry, "fstat") }
            return File(name: name, descriptor: descriptor, status: status)
        } catch {
            // A link, or a socket.
            if error.cause == .tooManySymbolicLinks || error.cause == .noAddress { throw .missing }
            throw PhotoFault(error)
        }
    }
}

extension RollFolder.File {
    /// A path that opens this same file again, even after a rename; valid as long as this.
    var path: String { "/proc/self/fd/\(descriptor.number)" }

    /// A video's first picture.
    ///
    /// - Throws: `.empty`; as `VideoReading.poster`.
    func poster(_ videos: (any VideoReading)?, _ size: PixelSize) throws(PhotoFault) -> DecodedPhoto {
        guard status.size > 0 else { throw .empty }
        guard let videos else { throw .unknownKind }
        return try videos.poster(path, fitting: size)
    }

    /// The content, in memory of its own: another program could truncate a mapped file.
    ///
    /// - Throws: `.empty`, `.failed(EFBIG)`.
    func bytes() throws(PhotoFault) -> FileBytes {
        guard status.size > 0 else { throw .empty }
        guard status.size <= RollFolder.maximumBytes else { throw .failed(EFBIG) }
        var bytes = FileBytes(capacity: status.size)
        do throws(SystemFault) { try bytes.fill(from: descriptor) } catch { throw PhotoFault(error) }
        guard bytes.count > 0 else { throw .empty }
        return bytes
    }
}

/// The bytes of a file. Thread-bound.
struct FileBytes: ~Copyable {
    private let memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(capacity: Int) { memory = .allocate(byteCount: capacity, alignment: 64) }

    deinit { memory.deallocate() }

    /// Reads the file's beginning; fewer bytes if another program has shortened it meanwhile.
    mutating func fill(from file: borrowing Descriptor) throws(SystemFault) {
        count = try file.read(at: 0, into: memory)
    }

    /// Gives the bytes for the length of the call.
    func with<Value, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try body(UnsafeRawBufferPointer(rebasing: memory[..<count]))
    }
}

extension PhotoFault {
    fileprivate init(_ fault: SystemFault) {
        self = fault.cause == .noEntry ? .missing : .failed(fault.cause.rawValue)
    }

    fileprivate init(_ error: SaveError) {
        switch (error.code, error.underlying) {
        case (.notAllowed, _): self = .notAllowed
        case (_, ENOENT), (.folderMissing, _): self = .missing
        case (_, let number): self = .failed(number ?? EIO)
        }
    }

    /// Runs `body`; its fault becomes one that a view can name.
    static func reporting<Value>(_ body: () throws(SystemFault) -> Value) throws(PhotoFault) -> Value {
        do throws(SystemFault) { return try body() } catch { throw PhotoFault(error) }
    }
}
