// SPDX-License-Identifier: GPL-3.0-or-later

/// What several frames of one scene can become.
public enum MergeKind: String, CaseIterable, Sendable {
    /// Less noise.
    case night
    /// A long exposure: what moves is smooth.
    case mean
    /// A long exposure that keeps light: trails.
    case max
}

/// Merges frames, one at a time. Not thread-safe.
public final class FrameMerger {
    private enum Method {
        case night(NightMerge)
        case exposure(LongExposure)
    }

    private let method: Method

    /// - Parameter reference: the frame of the press.
    public init(kind: MergeKind, reference: RGBPicture) {
        method =
            switch kind {
            case .night: .night(NightMerge(reference: reference))
            case .mean: .exposure(LongExposure(.mean, reference: reference))
            case .max: .exposure(LongExposure(.maximum, reference: reference))
            }
    }

    /// - Precondition: the frame has the reference's size.
    public func add(_ frame: RGBPicture) {
        switch method {
        case .night(let merge): merge.add(frame)
        case .exposure(let exposure): exposure.add(frame)
        }
    }

    /// Where the frame that was taken last lies on the reference.
    public var placement: Placement {
        switch method {
        case .night(let merge): merge.last
        case .exposure: .identity
        }
    }

    /// The picture of all frames that were taken; the reference where there was no other.
    public func finished() -> RGBPicture {
        switch method {
        case .night(let merge): merge.finished()
        case .exposure(let exposure): exposure.finished()
        }
    }
}
