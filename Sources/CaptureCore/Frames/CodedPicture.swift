// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// The coded picture that a frame was decoded from. Decoding it takes all pictures of its group before it, from the key
/// picture on.
public struct CodedPicture: Sendable {
    /// The camera's data, in memory of its own.
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
    /// In bytes: more than ten seconds of a webcam. Most have a key picture each second or two.
    private static let limit = 16 << 20

    private struct State {
        var count = 0
        var bytes = 0
        var kept: [Frame] = []
    }

    private let state = Mutex(State())
    /// The stream's parameter sets, needed for decoding; they change only at a key picture.
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

    /// The pictures from `first` up to, not including, `end`, or all that follow; nil if there are too many to keep.
    public func units(from first: Int, upTo end: Int? = nil) -> [Frame]? {
        state.withLock { state in
            let end = end ?? state.count
            guard first <= end, end <= state.kept.count else { return nil }
            return Array(state.kept[first..<end])
        }
    }
}
