// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Platform

/// An entry that is open for reading. Returns only data that its checksums confirm. Thread-bound.
struct EntryReader: ~Copyable {
    private let file: Descriptor
    private let header: EntryHeader
    /// The file that the entry was about to become when a publication was last tried.
    let publication: Publication?

    private init(_ file: consuming Descriptor, _ header: EntryHeader, _ publication: Publication?) {
        self.file = file
        self.header = header
        self.publication = publication
    }

    /// Opens an entry and checks its first part.
    static func open(_ name: EntryName, in folder: borrowing Folder) throws(EntryFault) -> EntryReader {
        let file = try openFile(name.fileName, in: folder)
        let head = UnsafeMutableRawBufferPointer.allocate(byteCount: EntryHeader.bodyOffset, alignment: 8)
        defer { head.deallocate() }
        let size = try read(head, at: 0, of: file)
        switch EntryHeader.read(UnsafeRawBufferPointer(head)) {
        case .damaged: throw .damaged
        case .otherVersion: throw .otherVersion
        case .header(let header):
            guard header.fileSize == size else { throw .damaged }
            let noted = UnsafeRawBufferPointer(rebasing: head[EntryHeader.publicationRange])
            return EntryReader(file, header, Publication(reading: noted))
        }
    }

    /// An entry is a regular file; a link is not followed.
    private static func openFile(
        _ name: String, in folder: borrowing Folder
    ) throws(EntryFault) -> Descriptor {
        do throws(SystemFault) {
            return Descriptor(owning: try system_openToRead(name, in: folder.number))
        } catch {
            // ELOOP: a link; ENXIO: a socket.
            throw error.cause == .tooManySymbolicLinks || error.cause == .noAddress
                ? .damaged : .system(error)
        }
    }

    /// - Returns: the size of the file.
    @discardableResult private static func read(
        _ bytes: UnsafeMutableRawBufferPointer, at offset: Int, of file: borrowing Descriptor
    ) throws(EntryFault) -> Int {
        let count: Int
        let status: FileStatus
        do throws(SystemFault) {
            status = try system_status(file.number)
            count = status.kind == .file ? try file.read(at: offset, into: bytes) : 0
        } catch {
            throw .system(error)
        }
        guard status.kind == .file, count == bytes.count else { throw .damaged }
        return status.size
    }

    /// Everything but the picture.
    func facts() throws(EntryFault) -> ShotFacts {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: header.factsCount, alignment: 8)
        defer { bytes.deallocate() }
        try Self.read(bytes, at: EntryHeader.bodyOffset, of: file)
        guard Checksum.crc32c(UnsafeRawBufferPointer(bytes)) == header.factsChecksum,
            let facts = ShotFacts(FactList(parsing: String(decoding: bytes, as: UTF8.self)))
        else { throw .damaged }
        return facts
    }

    /// The whole shot, in memory of its own.
    func shot(_ facts: ShotFacts) throws(EntryFault) -> Shot {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: header.frameCount, alignment: 64)
        do throws(EntryFault) {
            try Self.read(bytes, at: EntryHeader.bodyOffset + header.factsCount, of: file)
            guard Checksum.crc32c(UnsafeRawBufferPointer(bytes)) == header.frameChecksum else {
                throw .damaged
            }
        } catch {
            bytes.deallocate()
            throw error
        }
        return facts.shot(owning: bytes)
    }
}

/// Why an entry could not be read.
enum EntryFault: Error, Equatable {
    /// Its bytes have changed since they were written.
    case damaged
    /// Written by a newer version.
    case otherVersion
    /// A system fault, perhaps temporary.
    case system(SystemFault)

    /// The errno, if there is one.
    var number: Int32? { if case .system(let fault) = self { fault.cause.rawValue } else { nil } }
}
