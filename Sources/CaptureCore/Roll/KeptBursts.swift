// SPDX-License-Identifier: GPL-3.0-or-later
/// The bursts of which all photos are kept: they count as single photos, even after some are deleted.
public struct KeptBursts: Equatable, Sendable {
    /// How many are remembered.
    private static let mostKept = 200

    /// From the oldest photo to the newest, as `LibraryEntry.taken`; the one that was kept last at the end.
    private var spans: [ClosedRange<Int64>] = []

    public init() {}

    /// - Parameter lines: from `lines`; malformed ones are ignored.
    public init(lines: [String]) {
        spans = lines.compactMap { line in
            let ends = line.split(separator: " ").compactMap { Int64($0) }
            return ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
        }
    }

    /// For the preferences.
    public var lines: [String] { spans.map { "\($0.lowerBound) \($0.upperBound)" } }

    public mutating func insert(_ burst: RollItem) {
        remove(burst)
        spans = (spans + [burst.span]).suffix(Self.mostKept)
    }

    public mutating func remove(_ burst: RollItem) { spans.removeAll { $0.overlaps(burst.span) } }

    /// Whether this burst, or a larger one that it is the rest of, was kept.
    public func contains(_ burst: RollItem) -> Bool { spans.contains { $0.overlaps(burst.span) } }
}

extension RollItem {
    fileprivate var span: ClosedRange<Int64> {
        let (newest, oldest) = (entries[0].taken, entries[entries.count - 1].taken)
        return min(oldest, newest)...max(oldest, newest)
    }
}
