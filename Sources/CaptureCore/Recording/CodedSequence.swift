// SPDX-License-Identifier: GPL-3.0-or-later
/// Selects the coded pictures of a recording: each with all those that it depends on, even if some of their frames never
/// come. A value without I/O.
public struct CodedSequence: Sendable {
    private var last: (group: CodedGroup, index: Int)?

    /// The pictures that have to precede this one in the file.
    ///
    /// - Returns: nil if the key picture is too long ago to be kept.
    public static func beginning(of picture: CodedPicture) -> [Frame]? {
        picture.group.units(from: 0, upTo: picture.index)
    }

    /// - Parameter picture: the last one in the file; nil for none yet.
    public init(after picture: CodedPicture? = nil) { last = picture.map { ($0.group, $0.index) } }

    /// The pictures after the last recorded one up to this one, in order, including those without a frame.
    ///
    /// - Returns: nothing if it can't be decoded after the last recorded one; recording then waits for the next key
    ///   picture.
    public mutating func next(_ picture: CodedPicture) -> [Frame] {
        let next: [Frame]?
        if let last, last.group === picture.group {
            guard picture.index > last.index else { return [] }
            next =
                picture.index == last.index + 1
                ? [picture.unit] : last.group.units(from: last.index + 1, upTo: picture.index + 1)
        } else {
            let rest = self.rest
            next = picture.group.units(from: 0, upTo: picture.index + 1).map { rest + $0 }
        }
        last = next.map { _ in (picture.group, picture.index) }
        return next ?? []
    }

    /// The remaining pictures of the last group.
    public var rest: [Frame] { last.flatMap { $0.group.units(from: $0.index + 1) } ?? [] }

    /// A picture was left out: recording goes on with the next key picture.
    public mutating func interrupt() { last = nil }
}
