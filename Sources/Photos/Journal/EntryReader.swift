import CaptureCore

/// An entry that is open for reading. Believes nothing that its checksums don't say. Thread-bound.
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
        let number = folder.number
        let file = Descriptor(
            owning: try EntryFault.keeping { () throws(SystemFault) in
                try system_openToRead(name.fileName, in: number)
            })
        let head = UnsafeMutableRawBufferPointer.allocate(byteCount: EntryHeader.bodyOffset, alignment: 8)
        defer { head.deallocate() }
        let size = try read(head, at: 0, of: file)
        switch EntryHeader.read(UnsafeRawBufferPointer(head)) {
        case .damaged: throw .damaged
        case .otherVersion: throw .otherVersion
        case .header(let header):
            // A longer file is as wrong as a shorter one.
            guard header.fileSize == size else { throw .damaged }
            let noted = UnsafeRawBufferPointer(rebasing: head[EntryHeader.publicationRange])
            return EntryReader(file, header, Publication(reading: noted))
        }
    }

    /// - Returns: the size of the file.
    @discardableResult private static func read(
        _ bytes: UnsafeMutableRawBufferPointer, at offset: Int, of file: borrowing Descriptor
    ) throws(EntryFault) -> Int {
        let count: Int
        let size: Int?
        do throws(SystemFault) {
            size = try system_fileSize(file.number)
            count = size == nil ? 0 : try file.read(at: offset, into: bytes)
        } catch {
            throw .system(error)
        }
        guard let size, count == bytes.count else { throw .damaged }
        return size
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
