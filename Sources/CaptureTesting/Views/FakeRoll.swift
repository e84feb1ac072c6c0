public import CaptureCore
import Glibc
import Synchronization

/// A folder of photos in memory. Its photos are of one colour each; it can be slow, and fail at each of them.
///
/// Thread-safe. What was asked of it is in `requests`, in that order.
public final class FakeRoll: PhotoBrowsing {
    public enum Request: Equatable, Sendable {
        case photo(String, PixelSize?)
        case prepare(String)
        case thumbnail(String)
        case player(String, PixelSize)
        case details(String)
        case turn(String, clockwise: Bool)
        case bytes(String, ExportKind)
        case export(String, to: String)
        case attachment(String)
        case hold(String)
        case trash(String)
        case restore(String)
        case preview(String)
        case sharpest([String])
    }

    /// What a test sets.
    public struct Script: Sendable {
        public var listing = LibraryListing()
        /// Of every photo, upright.
        public var size = PixelSize(width: 160, height: 120)
        /// Why a photo can't be shown, by its path.
        public var faults: [String: PhotoFault] = [:]
        /// Why nothing can be written or turned; nil where it can.
        public var saving: SaveError?
        /// Whether photos can be held.
        public var canHold = true
        /// The path of the sharpest photo of a burst; nil for the first.
        public var sharpest: String?
        /// What plays every video; nil where nothing can.
        public var player: FakePlayer?
        /// The shots that are still in the journal, by their ids.
        public var journalled: Set<String> = []
    }

    private struct State {
        var script = Script()
        var requests: [Request] = []
        var readers: [Int: AsyncStream<LibraryListing>.Continuation] = [:]
        var lastReader = 0
        var turns: [String: Int] = [:]
        var isHeldUp = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    public init(_ entries: [LibraryEntry] = []) { state.withLock { $0.script.listing.entries = entries } }

    /// Entries of one camera, newest first: a photo a minute, or closer together.
    public static func entries(_ count: Int, in folder: String = "/photos", apart: Int64 = 60_000)
        -> [LibraryEntry]
    {
        (0..<count).map { index in
            // 2026-11-22 12:00:00.
            let taken = 1_795_348_800_000 - Int64(index) * apart
            let name = PhotoName(time: WallTime(nanosecondsSince1970: taken * 1_000_000, offsetFromUTC: 0))
            return LibraryEntry(
                path: folder + "/" + name.fileName(.heic), modified: taken * 1_000_000, byteCount: 1000,
                taken: taken)
        }
    }

    public var requests: [Request] { state.withLock { $0.requests } }

    /// Whether anybody reads the listings, so that the folder would be watched.
    public var isWatched: Bool { state.withLock { !$0.readers.isEmpty } }

    /// Changes the script; a listing that differs then goes to all readers.
    public func script(_ change: (inout Script) -> Void) {
        let (listing, readers) = state.withLock { state in
            let old = state.script.listing
            change(&state.script)
            let readers = state.script.listing == old ? [] : Array(state.readers.values)
            return (state.script.listing, readers)
        }
        for reader in readers { reader.yield(listing) }
    }

    /// Lets every call but `listings` wait from now on, as on a slow disk; or lets all go on.
    public func holdUp(_ isHeldUp: Bool) {
        let waiting = state.withLock { state in
            state.isHeldUp = isHeldUp
            defer { if !isHeldUp { state.waiting = [] } }
            return isHeldUp ? [] : state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func pass(_ request: Request) async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                state.requests.append(request)
                if state.isHeldUp { state.waiting.append(continuation) }
                return !state.isHeldUp
            }
            if isFree { continuation.resume() }
        }
    }

    // MARK: Listing

    public func listings() -> AsyncStream<LibraryListing> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let (number, listing) = state.withLock { state in
                state.lastReader += 1
                state.readers[state.lastReader] = continuation
                return (state.lastReader, state.script.listing)
            }
            continuation.yield(listing)
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.readers.removeValue(forKey: number) }
            }
        }
    }

    public func newest() async -> RollItem? {
        state.withLock { RollOrder.items(of: $0.script.listing.entries).first }
    }

    // MARK: Pictures

    public func photo(_ entry: LibraryEntry, fitting size: PixelSize?) async throws(PhotoFault)
        -> DecodedPhoto
    {
        await pass(.photo(entry.path, size))
        return try picture(of: entry, fitting: size)
    }

    public func prepare(_ entry: LibraryEntry) async { await pass(.prepare(entry.path)) }

    public func thumbnail(_ entry: LibraryEntry) async throws(PhotoFault) -> DecodedPhoto {
        await pass(.thumbnail(entry.path))
        return try picture(of: entry, fitting: PixelSize(width: 256, height: 256))
    }

    public func player(
        of entry: LibraryEntry, fitting size: PixelSize
    ) async throws(PhotoFault) -> any VideoPlaying {
        await pass(.player(entry.path, size))
        _ = try check(entry)
        guard let player = state.withLock({ $0.script.player }) else { throw .unknownKind }
        return player
    }

    public func details(_ entry: LibraryEntry) async throws(PhotoFault) -> PhotoDetails {
        await pass(.details(entry.path))
        let size = try check(entry)
        return PhotoDetails(size: size, byteCount: entry.byteCount, kind: "HEIC")
    }

    public func preview(of shot: JournalledShot, fitting size: PixelSize) async -> DecodedPhoto? {
        await pass(.preview(shot.id))
        let (isThere, full) = state.withLock { ($0.script.journalled.contains(shot.id), $0.script.size) }
        return isThere ? Self.draw(full, fitting: size, color: Self.color(of: shot.id)) : nil
    }

    public func sharpest(of entries: [LibraryEntry]) async -> LibraryEntry? {
        await pass(.sharpest(entries.map(\.path)))
        let path = state.withLock { $0.script.sharpest }
        return entries.first { $0.path == path } ?? entries.first
    }

    /// The colour of a photo's or shot's pixels, as B G R X: another for nearly every path or id.
    public static func color(of name: String) -> UInt32 {
        name.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 } | 0xFF00_0000
    }

    /// The size of the photo as it is turned now.
    private func check(_ entry: LibraryEntry) throws(PhotoFault) -> PixelSize {
        if Task.isCancelled { throw .failed(ECANCELED) }
        let (fault, isThere, size, turns) = state.withLock { state in
            let isThere = state.script.listing.entries.contains { $0.path == entry.path }
            return (state.script.faults[entry.path], isThere, state.script.size, state.turns[entry.path] ?? 0)
        }
        if let fault { throw fault }
        guard isThere else { throw .missing }
        return turns % 2 == 0 ? size : PixelSize(width: size.height, height: size.width)
    }

    private func picture(of entry: LibraryEntry, fitting size: PixelSize?) throws(PhotoFault) -> DecodedPhoto
    {
        Self.draw(try check(entry), fitting: size, color: Self.color(of: entry.path))
    }

    private static func draw(_ full: PixelSize, fitting limit: PixelSize?, color: UInt32) -> DecodedPhoto {
        var size = full
        if let limit, limit.width < full.width || limit.height < full.height {
            size = ViewfinderGeometry(source: full, view: limit).picture
        }
        let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: max(4, 4 * size.area), alignment: 64)
        for index in 0..<size.area { pixels.storeBytes(of: color, toByteOffset: 4 * index, as: UInt32.self) }
        let address = UInt(bitPattern: pixels.baseAddress)
        return DecodedPhoto(
            size: size, fullSize: full, stride: 4 * size.width, pixels: pixels.baseAddress.unsafelyUnwrapped,
            release: { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() })
    }

    // MARK: Changing

    public func turn(_ entry: LibraryEntry, clockwise: Bool) async throws(SaveError) {
        await pass(.turn(entry.path, clockwise: clockwise))
        try checkSaving()
        state.withLock { $0.turns[entry.path, default: 0] += clockwise ? 1 : 3 }
    }

    public func bytes(of entry: LibraryEntry, as kind: ExportKind) async throws(SaveError) -> [UInt8] {
        await pass(.bytes(entry.path, kind))
        try checkSaving()
        return Array((kind.rawValue + " of " + entry.name).utf8)
    }

    public func export(_ entry: LibraryEntry, to path: String) async throws(SaveError) {
        await pass(.export(entry.path, to: path))
        try checkSaving()
    }

    /// - Returns: the end of a pipe with nothing in it.
    public func attachment(of entry: LibraryEntry) async throws(SaveError) -> Int32 {
        await pass(.attachment(entry.path))
        try checkSaving()
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SaveError(.failed, underlying: errno, path: entry.path) }
        close(ends[1])
        return ends[0]
    }

    private func checkSaving() throws(SaveError) {
        if let error = state.withLock({ $0.script.saving }) { throw error }
    }

    public func hold(_ entry: LibraryEntry) async -> (any PhotoHolding)? {
        await pass(.hold(entry.path))
        let index = state.withLock { state in
            state.script.canHold ? state.script.listing.entries.firstIndex(of: entry) : nil
        }
        return index.map { Held(roll: self, entry: entry, index: $0) }
    }

    /// A photo that leaves the listing for the trash and comes back.
    private final class Held: PhotoHolding {
        let roll: FakeRoll
        let entry: LibraryEntry
        let index: Int

        init(roll: FakeRoll, entry: LibraryEntry, index: Int) {
            self.roll = roll
            self.entry = entry
            self.index = index
        }

        var photo: SavedPhoto {
            SavedPhoto(path: entry.path, format: PhotoFormat(fileName: entry.name) ?? .jpeg)
        }

        func copy(to path: String) async throws(SaveError) { try await roll.export(entry, to: path) }

        func trash() async throws(SaveError) {
            await roll.pass(.trash(entry.path))
            try roll.checkSaving()
            roll.script { $0.listing.entries.removeAll { $0 == self.entry } }
        }

        func restore() async throws(SaveError) {
            await roll.pass(.restore(entry.path))
            try roll.checkSaving()
            roll.script { script in
                let entries = script.listing.entries
                let place = entries.firstIndex { $0.taken < self.entry.taken } ?? entries.count
                script.listing.entries.insert(self.entry, at: place)
            }
        }
    }
}
