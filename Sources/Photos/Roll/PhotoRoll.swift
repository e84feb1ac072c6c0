// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
import Glibc
import Imaging
public import Permissions
import Platform

/// Shows, turns and exports the photos in the library's folder.
///
/// Thread-safe. The disk's work and decoding are done on two threads of its own, the newest request first; encoding for an
/// export on a third, so that pictures never wait for it.
public final class PhotoRoll: PhotoBrowsing {
    private let journal: ShotJournal
    private let thumbnails: ThumbnailCache?
    private let mailCopies: MailCopies?
    private let log: PhotoLog
    private let savingGrant: @Sendable () async -> SavingGrant?
    private let grant: @Sendable () async -> LibraryGrant?
    private let videos: (any VideoReading)?
    /// When idle, returns memory of decoding to the system, once views have taken their pictures.
    private let reading = WorkQueue(limit: 2) {
        SignalThread.shared.perform(after: .milliseconds(300), HEICEncoder.giveMemoryBack)
    }
    private let exporting = WorkQueue.encoding(limit: 1)
    /// For held photos.
    private let files = WorkQueue(limit: 1)
    let watches = RollWatches()

    /// - Parameters:
    ///   - journal: the folder of the shot journal, absolute.
    ///   - thumbnails: the desktop's thumbnail cache, absolute; nil for none.
    ///   - mailCopies: where JPEG files for mail programs are put, absolute; nil for nowhere.
    ///   - log: gets what no view shows. Called on any thread.
    ///   - videos: reads videos; nil if there are none.
    ///   - savingGrant: asked before a photo goes to a file that the person named; nil if saving is off.
    ///   - grant: asked before each reading; must not ask the person. nil if the person does not allow it.
    public init(
        journal: String, thumbnails: String?, mailCopies: String? = nil,
        log: @escaping PhotoLog = { _, _ in },
        videos: (any VideoReading)? = nil,
        savingGrant: @escaping @Sendable () async -> SavingGrant? = { nil },
        grant: @escaping @Sendable () async -> LibraryGrant?
    ) {
        self.journal = ShotJournal(path: journal)
        self.thumbnails = thumbnails.map { ThumbnailCache(path: $0, log: log) }
        self.mailCopies = mailCopies.map { MailCopies(path: $0) }
        self.log = log
        self.videos = videos
        self.savingGrant = savingGrant
        self.grant = grant
    }

    // MARK: Listing

    public func listings() -> AsyncStream<LibraryListing> {
        watches.listings { [reading, grant] watch in
            let grant = await grant()
            return await reading.runNext { RollReading(grant, watch: watch) }
        }
    }

    /// Lists again for every reader: the person's answer may have changed.
    public func refresh() { watches.refresh() }

    public func newest() async -> RollItem? {
        let grant = await grant()
        return await reading.runNext { RollOrder.items(of: RollReading(grant).listing.entries).first } ?? nil
    }

    // MARK: Pictures

    private static let largestPoster = PixelSize(width: 3840, height: 2160)
    /// The side of the desktop's thumbnails, of which programs that know videos make their own.
    private static let smallPoster = PixelSize(width: 256, height: 256)

    public func photo(_ entry: LibraryEntry, fitting size: PixelSize?) async throws(PhotoFault)
        -> DecodedPhoto
    {
        try await read(entry) { [self] (_, file) throws(PhotoFault) in
            if entry.isVideo { return try file.poster(videos, size ?? Self.largestPoster) }
            if let size, let thumbnails, ExportKind(fileName: entry.name) == .heic,
                size.fits(into: ThumbnailCache.Size.xxLarge.square)
            {
                return try view(entry.path, file, thumbnails, fitting: size)
            }
            return try file.bytes().with { (bytes) throws(PhotoFault) in
                try PhotoDecoder.photo(bytes, fitting: size)
            }
        }
    }

    /// A HEIC photo as it fits a window. It takes half a second to decode, a PNG as large as the window a thirtieth of that:
    /// so the desktop's largest thumbnail of it is what is read, and what is left there.
    private func view(
        _ path: String, _ file: borrowing RollFolder.File, _ thumbnails: ThumbnailCache,
        fitting size: PixelSize
    ) throws(PhotoFault) -> DecodedPhoto {
        let status = file.status
        if let cached = thumbnails.thumbnail(of: path, status, .xxLarge),
            PhotoDecoder.fitted(cached.fullSize, into: size).fits(into: cached.size)
        {
            return try PhotoDecoder.scaled(cached, fitting: size)
        }
        let photo = try file.bytes().with { (bytes) throws(PhotoFault) in
            try PhotoDecoder.photo(bytes, fitting: ThumbnailCache.Size.xxLarge.square)
        }
        // A file whose last part is missing may still be on its way.
        if photo.isWhole {
            Task.detached { [exporting] in
                _ = await exporting.runNext { thumbnails.keep(photo, of: path, status, .xxLarge) }
            }
        }
        return try PhotoDecoder.scaled(photo, fitting: size)
    }

    public func prepare(_ entry: LibraryEntry) async {
        guard let thumbnails, ExportKind(fileName: entry.name) == .heic else { return }
        do throws(PhotoFault) {
            try await read(entry, on: exporting) { [self] (_, file) throws(PhotoFault) in
                let size = ThumbnailCache.Size.xxLarge.square
                if thumbnails.thumbnail(of: entry.path, file.status, .xxLarge) == nil {
                    _ = try view(entry.path, file, thumbnails, fitting: size)
                }
            }
        } catch {
            log("\(entry.path) not prepared: \(error)", nil)
        }
    }

    public func thumbnail(_ entry: LibraryEntry) async throws(PhotoFault) -> DecodedPhoto {
        try await read(entry) { [thumbnails, videos] (_, file) throws(PhotoFault) in
            if entry.isVideo { return try file.poster(videos, Self.smallPoster) }
            if let cached = thumbnails?.thumbnail(of: entry.path, file.status) { return cached }
            let picture = try file.bytes().with { (bytes) throws(PhotoFault) in
                try PhotoDecoder.thumbnail(bytes)
            }
            // A file whose last part is missing may still be on its way.
            if picture.isWhole { thumbnails?.keep(picture, of: entry.path, file.status) }
            return picture
        }
    }

    public func details(_ entry: LibraryEntry) async throws(PhotoFault) -> PhotoDetails {
        try await read(entry) { [videos] (_, file) throws(PhotoFault) in
            if entry.isVideo {
                var details = PhotoDetails(
                    byteCount: file.status.size,
                    kind: entry.name.split(separator: ".").last?.uppercased() ?? "")
                details.length = videos?.length(file.path)
                return details
            }
            return try file.bytes().with { (bytes) throws(PhotoFault) in PhotoDecoder.details(bytes) }
        }
    }

    public func player(
        of entry: LibraryEntry, fitting size: PixelSize
    ) async throws(PhotoFault) -> any VideoPlaying {
        try await read(entry) { [videos] (_, file) throws(PhotoFault) in
            guard file.status.size > 0 else { throw .empty }
            guard let videos else { throw .unknownKind }
            return try videos.player(file.path, fitting: size)
        }
    }

    public func sharpest(of entries: [LibraryEntry]) async -> LibraryEntry? {
        var best: (entry: LibraryEntry, sharpness: Double)?
        for entry in entries {
            let sharpness = try? await read(entry) { (_, file) throws(PhotoFault) in
                try file.bytes().with { (bytes) throws(PhotoFault) in PhotoDecoder.sharpness(bytes) }
            }
            guard let sharpness = sharpness ?? nil, sharpness > best?.sharpness ?? -.infinity else {
                continue
            }
            best = (entry, sharpness)
        }
        return best?.entry
    }

    public func preview(of shot: JournalledShot, fitting size: PixelSize) async -> DecodedPhoto? {
        guard let name = EntryName(id: shot.id) else { return nil }
        return await reading.runNext { [journal, log] () -> DecodedPhoto? in
            do {
                let entry = try journal.open(name)
                return try ShotRenderer.draw(try entry.shot(try entry.facts()), fitting: size)
            } catch {
                log("shot \(shot.id) can't be shown: \(error)", nil)
                return nil
            }
        } ?? nil
    }

    /// Reads a file that is in the permitted folder now, on a thread for it.
    ///
    /// - Parameter queue: nil for the one of what the person looks at.
    private func read<Value: Sendable>(
        _ entry: LibraryEntry, on queue: WorkQueue? = nil,
        _ body:
            @escaping @Sendable (borrowing RollFolder, borrowing RollFolder.File) throws(PhotoFault) -> Value
    ) async throws(PhotoFault) -> Value {
        let grant = await grant()
        let result = await (queue ?? reading).runNext {
            Result { () throws(PhotoFault) in
                let folder = try RollFolder.open(grant)
                return try body(folder, try folder.open(entry))
            }
        }
        guard let result else { throw .failed(ECANCELED) }
        do throws(PhotoFault) {
            return try result.get()
        } catch {
            // The name promises an image that every Tintype can show.
            throw error == .unknownKind && ExportKind(fileName: entry.name) != nil ? .damaged : error
        }
    }

    // MARK: Turning

    public func turn(_ entry: LibraryEntry, clockwise: Bool) async throws(SaveError) {
        let grant = await grant()
        try await files.run { [thumbnails] () throws(SaveError) in
            // Before as well: the program may end between the two.
            thumbnails?.forget(entry.path)
            try PhotoTurner.turn(entry, clockwise: clockwise, grant)
            // The modification time stays, so the old thumbnails would count as current.
            thumbnails?.forget(entry.path)
        }
    }

    // MARK: Exporting

    /// 1…100, as encoders count.
    private static let quality = 92

    public func export(_ entry: LibraryEntry, to path: String) async throws(SaveError) {
        guard let saving = await savingGrant() else { throw SaveError(.restricted, path: path) }
        guard let kind = try await copy(entry, to: path, saving) else { return }
        let bytes = try await bytes(of: entry, as: kind, keepsColors: true)
        try await files.run { () throws(SaveError) in
            try LibraryWriter.replace(
                path, with: PhotoFile(bytes), PhotoFormat(fileName: path) ?? .jpeg, with: saving)
        }
    }

    /// Copies a file as it is.
    ///
    /// - Returns: the kind that it has to be converted to instead, for the name of the copy; nil if it was copied.
    private func copy(
        _ entry: LibraryEntry, to path: String, _ saving: SavingGrant
    ) async throws(SaveError) -> ExportKind? {
        let grant = await grant()
        return try await exporting.run { () throws(SaveError) -> ExportKind? in
            let file = try Self.open(entry, grant)
            if let kind = ExportKind(fileName: Folder.lastName(of: path)) {
                let own = try SaveError.reporting(entry.path) { () throws(SystemFault) in
                    try ExportKind(of: file.descriptor)
                }
                guard kind == own else { return kind }
            }
            try LibraryWriter.replace(path, withCopyOf: file.descriptor, with: saving)
            return nil
        }
    }

    private static func open(
        _ entry: LibraryEntry, _ grant: LibraryGrant?
    ) throws(SaveError) -> RollFolder.File {
        do throws(PhotoFault) {
            let file = try RollFolder.open(grant).open(entry)
            guard file.status.size > 0 else { throw .empty }
            return file
        } catch {
            throw SaveError(error, path: entry.path)
        }
    }

    public func attachment(of entry: LibraryEntry) async throws(SaveError) -> Int32 {
        var jpeg: [UInt8]?
        if ExportKind(fileName: entry.name) == .heic {
            do throws(SaveError) { jpeg = try await bytes(of: entry, as: .jpeg) } catch {
                // As it is, and whole: not every mail program shows it, but every one sends it.
                guard case .tooManyPixels = error.code else { throw error }
            }
        }
        let grant = await grant()
        return try await files.run { [mailCopies, jpeg] () throws(SaveError) in
            do throws(PhotoFault) {
                guard jpeg != nil else {
                    let file = try RollFolder.open(grant).open(entry)
                    return try PhotoFault.reporting { () throws(SystemFault) in
                        try system_duplicate(file.descriptor.number)
                    }
                }
            } catch {
                throw SaveError(error, path: entry.path)
            }
            guard let mailCopies else { throw SaveError(.folderMissing, path: entry.path) }
            let stem = entry.name.lastIndex(of: ".").map { String(entry.name[..<$0]) } ?? entry.name
            return try mailCopies.keep(jpeg ?? [], as: stem + ".jpg")
        }
    }

    public func bytes(of entry: LibraryEntry, as kind: ExportKind) async throws(SaveError) -> [UInt8] {
        try await bytes(of: entry, as: kind, keepsColors: false)
    }

    private func bytes(
        of entry: LibraryEntry, as kind: ExportKind, keepsColors: Bool
    ) async throws(SaveError) -> [UInt8] {
        let grant = await grant()
        return try await exporting.run { [log] () throws(SaveError) in
            do {
                let file = try RollFolder.open(grant).open(entry)
                return try file.bytes().with { bytes in
                    try Self.encode(bytes, as: kind, keepsColors: keepsColors)
                }
            } catch let fault as PhotoFault {
                throw SaveError(fault, path: entry.path)
            } catch {
                log("\(entry.path) can't be encoded: \(error)", nil)
                throw SaveError(.encodingFailed, path: entry.path)
            }
        }
    }

    /// - Parameter keepsColors: whether it stays in its own colour space; otherwise it becomes sRGB's, which also programs
    ///   show rightly that know no profiles.
    /// - Returns: the bytes as they are where they are of this kind.
    static func encode(
        _ bytes: UnsafeRawBufferPointer, as kind: ExportKind, keepsColors: Bool
    ) throws -> [UInt8] {
        guard kind != ExportKind(content: bytes) else { return Array(bytes) }
        let profile = keepsColors ? PhotoDecoder.profile(bytes) : []
        let photo = try PhotoDecoder.whole(bytes, in: profile)
        guard kind != .heic || photo.size.area <= PhotoExporter.maximumHEICPixels else {
            throw PhotoFault.tooLarge(photo.size)
        }
        let exif = CopiedEXIF.block(of: bytes, size: photo.size, isSRGB: profile.isEmpty)
        let notes = CopiedNotes(of: bytes, profile: profile)
        return switch kind {
        case .heic: try PhotoExporter.heic(photo, quality: quality, exif: exif, notes: notes)
        case .jpeg: try PhotoExporter.jpeg(photo, quality: quality, exif: exif, notes: notes)
        case .png: try PhotoExporter.png(photo, exif: exif, notes: notes)
        }
    }

    // MARK: Holding

    public func hold(_ entry: LibraryEntry) async -> (any PhotoHolding)? {
        let grant = await grant()
        return await files.run { [files, log, savingGrant] () -> HeldPhoto? in
            do {
                let file = try RollFolder.open(grant).open(entry)
                return HeldPhoto(
                    SavedPhoto(path: entry.path, format: PhotoFormat(fileName: file.name) ?? .jpeg),
                    owning: try system_duplicate(file.descriptor.number), on: files, log: log,
                    savingGrant: savingGrant)
            } catch {
                log("\(entry.path) can't be opened: \(error)", nil)
                return nil
            }
        }
    }
}

extension PixelSize {
    fileprivate func fits(into size: PixelSize) -> Bool { width <= size.width && height <= size.height }
}

extension ExportKind {
    /// The kind of a name's extension; nil if it is none of these.
    init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[dot...].lowercased() {
        case ".heic", ".heif", ".hif": self = .heic
        case ".jpg", ".jpeg": self = .jpeg
        case ".png": self = .png
        default: return nil
        }
    }

    /// The kind of an open file's first bytes; nil if it is none of these.
    init?(of file: borrowing Descriptor) throws(SystemFault) {
        var start = FileBytes(capacity: 256)
        try start.fill(from: file)
        guard let kind = start.with({ ExportKind(content: $0) }) else { return nil }
        self = kind
    }
}

extension SaveError {
    init(_ fault: PhotoFault, path: String) {
        switch fault {
        case .notAllowed: self.init(Code.notAllowed, path: path)
        case .missing: self.init(.failed, underlying: ENOENT, path: path)
        case .failed(let number): self.init(SystemFault(Errno(rawValue: number), "read"), path: path)
        case .tooLarge(let size): self.init(.tooManyPixels(size), path: path)
        case .empty, .damaged, .unknownKind, .decoderMissing: self.init(.encodingFailed, path: path)
        }
    }
}
