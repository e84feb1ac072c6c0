// SPDX-License-Identifier: GPL-3.0-or-later
/// One place in the roll: a photo, or the photos of a burst.
public struct RollItem: Hashable, Sendable {
    /// Newest first, never empty.
    public let entries: [LibraryEntry]

    init(_ entries: [LibraryEntry]) { self.entries = entries }

    public var isBurst: Bool { entries.count > 1 }
}

/// Finds the bursts among the photos of a folder.
///
/// Bursts are not recorded anywhere but recognized by the milliseconds in the photos' names: repeated presses take
/// longer.
public enum RollOrder {
    /// The longest time from one photo of a burst to the next, in milliseconds: cameras go down to five frames a second
    /// in the dark, and a frame may be dropped.
    private static let longestGap: Int64 = 450
    /// Two photos can be two presses.
    private static let fewestPhotos = 3

    /// Whether two photos can be of one burst, by their paths.
    public static func areClose(_ first: String, _ second: String) -> Bool {
        let times = [first, second].compactMap { path in
            PhotoName.milliseconds(inName: path.split(separator: "/").last.map(String.init) ?? "")
        }
        return times.count == 2 && abs(times[0] - times[1]) <= longestGap
    }

    /// - Parameter entries: newest first.
    public static func items(of entries: [LibraryEntry]) -> [RollItem] {
        var items: [RollItem] = []
        items.reserveCapacity(entries.count)
        var run: [LibraryEntry] = []
        func close() {
            if run.count >= fewestPhotos {
                items.append(RollItem(run))
            } else {
                items.append(contentsOf: run.map { RollItem([$0]) })
            }
            run.removeAll(keepingCapacity: true)
        }
        for entry in entries {
            let isNamed = !entry.isVideo && PhotoName.milliseconds(inName: entry.name) != nil
            if let last = run.last, !isNamed || last.taken - entry.taken > longestGap { close() }
            run.append(entry)
            if !isNamed { close() }
        }
        close()
        return items
    }
}
