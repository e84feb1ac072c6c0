// SPDX-License-Identifier: GPL-3.0-or-later
/// The photo at one place of the roll.
public enum RollPhoto: Hashable, Sendable {
    case file(LibraryEntry)
    /// Safe in the journal; its file is being made.
    case shot(JournalledShot)

    /// In milliseconds since 1970 of the local calendar.
    public var taken: Int64 {
        switch self {
        case .file(let entry): entry.taken
        case .shot(let shot):
            shot.time.millisecondsSince1970 + Int64(shot.time.offsetFromUTC) * 1000
        }
    }

    public var entry: LibraryEntry? { if case .file(let entry) = self { entry } else { nil } }
}

/// One place in the roll.
public struct RollPlace: Hashable, Sendable {
    public let photo: RollPhoto
    /// The burst that it stands for, or belongs to; nil for a single photo.
    public let burst: RollItem?
    /// Whether it stands for the whole burst.
    public let isFolded: Bool

    /// Whether the photo with this path is here, or in the burst folded here.
    public func holds(_ path: String) -> Bool {
        photo.entry?.path == path || isFolded && burst?.entries.contains { $0.path == path } ?? false
    }
}

/// The order of the roll, the newest first: the folder's photos, each burst as one place until it is unfolded, and among them
/// the shots on their way there.
public struct RollContents: Sendable {
    public private(set) var places: [RollPlace] = []
    public private(set) var fault: PhotoFault?
    /// Photos, bursts counted whole.
    public private(set) var photoCount = 0

    /// Bursts whose photos have a place each.
    public var kept = KeptBursts() { didSet { if kept != oldValue { rebuild() } } }

    private var items: [RollItem] = []
    private var names: Set<String> = []
    private var publishing: [JournalledShot] = []
    /// Shots whose photos were made since the last listing.
    private var lingering: [JournalledShot] = []
    /// The unfolded bursts, by the path of their oldest photo, which stays when others are deleted or added.
    private var unfolded: Set<String> = []
    /// The photo in front of a folded burst, by the same.
    private var fronts: [String: LibraryEntry] = [:]

    public init() {}

    public mutating func update(_ listing: LibraryListing) {
        items = RollOrder.items(of: listing.entries)
        names = Set(listing.entries.map(\.name))
        fault = listing.fault
        lingering = []
        rebuild()
    }

    /// - Parameter shots: those on their way to the folder, in any order. One whose photo is in the folder is left out; one
    ///   that has arrived stays until the next listing.
    public mutating func update(_ shots: [JournalledShot]) {
        guard shots != publishing else { return }
        lingering += publishing.filter { !shots.contains($0) && !lingering.contains($0) }
        publishing = shots
        rebuild()
    }

    public mutating func setUnfolded(_ burst: RollItem, _ isUnfolded: Bool) {
        if isUnfolded { unfolded.insert(burst.key) } else { unfolded.remove(burst.key) }
        rebuild()
    }

    public mutating func setFront(_ entry: LibraryEntry, of burst: RollItem) {
        fronts[burst.key] = entry
        rebuild()
    }

    public func front(of burst: RollItem) -> LibraryEntry? { fronts[burst.key] }

    /// The place that now shows `photo` or comes closest: the photo of a shot, the burst of a photo, otherwise the place
    /// with the same index.
    public func index(of photo: RollPhoto, formerly index: Int) -> Int? {
        if let same = places.firstIndex(where: { $0.photo == photo }) { return same }
        switch photo {
        case .file(let entry):
            // The file was changed, e.g. turned.
            if let same = places.firstIndex(where: { $0.photo.entry?.path == entry.path }) { return same }
            let burst = places.firstIndex { place in
                place.burst?.entries.contains { $0.path == entry.path } ?? false
            }
            if let burst { return burst }
        case .shot(let shot):
            let stem = PhotoName(time: shot.time).stem
            if let made = places.firstIndex(where: { $0.photo.entry?.name.hasPrefix(stem) ?? false }) {
                return made
            }
        }
        return places.isEmpty ? nil : min(max(0, index), places.count - 1)
    }

    private mutating func rebuild() {
        // Encoders finish in another order than the presses'.
        let newest = (lingering + publishing).sorted { RollPhoto.shot($0).taken > RollPhoto.shot($1).taken }
        var waiting = newest.filter { shot in
            let stem = PhotoName(time: shot.time).stem
            return !PhotoFormat.allCases.contains { names.contains("\(stem).\($0.fileExtension)") }
        }[...]
        places = []
        photoCount = waiting.count
        /// Adds the shots that are no older than a photo.
        func addShots(since time: Int64) {
            let count = waiting.prefix { RollPhoto.shot($0).taken >= time }.count
            places += waiting.prefix(count).map { RollPlace(photo: .shot($0), burst: nil, isFolded: false) }
            waiting = waiting.dropFirst(count)
        }
        defer { addShots(since: .min) }
        for item in items {
            addShots(since: item.entries[0].taken)
            photoCount += item.entries.count
            guard item.isBurst, !kept.contains(item) else {
                places.append(
                    contentsOf: item.entries.map { RollPlace(photo: .file($0), burst: nil, isFolded: false) })
                continue
            }
            if unfolded.contains(item.key) {
                places += item.entries.map { RollPlace(photo: .file($0), burst: item, isFolded: false) }
            } else {
                let front = fronts[item.key].flatMap { item.entries.contains($0) ? $0 : nil }
                places.append(RollPlace(photo: .file(front ?? item.entries[0]), burst: item, isFolded: true))
            }
        }
    }
}

extension RollItem {
    fileprivate var key: String { entries[entries.count - 1].path }
}
