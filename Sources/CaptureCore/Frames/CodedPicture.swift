import Synchronization

/// What a frame was decoded from: one of a camera's coded pictures, which can be decoded with all those before it from
/// their group's key picture on only.
public struct CodedPicture: Sendable {
    /// What the camera sent, in memory of its own.
    public let unit: Frame
    public let group: CodedGroup
    /// The place in the group; the key picture's is 0.
    public let index: Int

    /// The coded picture as a frame of a recording.
    public var frame: Frame {
        unit.withBytes { bytes in
            Frame(
                layout: unit.layout, sequence: unit.sequence, arrival: unit.arrival,
                sourceTime: unit.sourceTime, isSourceMonotonic: unit.captured == unit.sourceTime,
                isDamaged: false, memory: .own, coded: self, bytes: bytes,
                release: { [unit] in withExtendedLifetime(unit) {} })
        }
    }
}

/// A key picture and those after it, without a gap, up to the next one. Thread-safe.
public final class CodedGroup: Sendable {
    /// In bytes: ten seconds and more of what webcams send. Most have a key picture each second or two.
    private static let limit = 16 << 20

    private struct State {
        var count = 0
        var bytes = 0
        var kept: [Frame] = []
    }

    private let state = Mutex(State())
    /// What its pictures are decoded with: the stream's parameters of the sequence, which change with a key picture only.
    public let parameters: [UInt8]

    public init(parameters: [UInt8] = []) { self.parameters = parameters }

    /// Adds the next one.
    public func append(_ unit: Frame) -> CodedPicture {
        let index = state.withLock { state in
            defer { state.count += 1 }
            if state.kept.count == state.count, state.bytes + unit.byteCount <= Self.limit {
                state.kept.append(unit)
                state.bytes += unit.byteCount
            }
            return state.count
        }
        return CodedPicture(unit: unit, group: self, index: index)
    }

    /// The pictures from one place up to before another, or all that follow; nil if they are too many to be kept.
    public func units(from first: Int, upTo end: Int? = nil) -> [Frame]? {
        state.withLock { state in
            let end = end ?? state.count
            guard first <= end, end <= state.kept.count else { return nil }
            return Array(state.kept[first..<end])
        }
    }
}
