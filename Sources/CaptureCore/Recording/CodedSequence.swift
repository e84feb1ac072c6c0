/// Which of a camera's coded pictures go into a recording: each with all those that it takes, whatever frames come. A value
/// without I/O.
public struct CodedSequence: Sendable {
    private var last: (group: CodedGroup, index: Int)?

    /// What has to be in the file before the picture.
    ///
    /// - Returns: nil if the key picture is too long ago to be kept.
    public static func beginning(of picture: CodedPicture) -> [Frame]? {
        picture.group.units(from: 0, upTo: picture.index)
    }

    /// - Parameter picture: the last one in the file; nil for none yet.
    public init(after picture: CodedPicture? = nil) { last = picture.map { ($0.group, $0.index) } }

    /// The pictures that follow what was recorded, up to this one, in order; those that no frame came of, too.
    ///
    /// - Returns: nothing if it can't be decoded after what was recorded: then the next key picture is waited for.
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

    /// The end of the group before, which nothing later belongs to.
    public var rest: [Frame] { last.flatMap { $0.group.units(from: $0.index + 1) } ?? [] }

    /// A picture was left out: what follows can be decoded from a key picture on.
    public mutating func interrupt() { last = nil }
}
