// SPDX-License-Identifier: GPL-3.0-or-later

/// What several frames of one scene can become.
public enum MergeKind: String, CaseIterable, Sendable {
    /// Less noise.
    case night
    /// As `night`, which gives back the detail that a frame has and noise hides. A finer grid than the frames' would be taken only where
    /// a chart shows that what it adds is real, and none does yet.
    case detail
    /// One picture of several exposures.
    case hdr
    /// One picture of several distances of focus.
    case focus
    /// A long exposure: what moves is smooth.
    case mean
    /// A long exposure that keeps light: trails.
    case max
}

/// Merges frames, one at a time. Not thread-safe.
public final class FrameMerger {
    private enum Method {
        case night(NightMerge)
        case hdr(ExposureFusion)
        case focus(FocusStack)
        case exposure(LongExposure)
    }

    private let method: Method

    /// - Parameter reference: the frame of the press.
    public init(kind: MergeKind, reference: RGBPicture) {
        method =
            switch kind {
            case .night, .detail: .night(NightMerge(reference: reference))
            case .hdr: .hdr(ExposureFusion(reference: reference))
            case .focus: .focus(FocusStack(reference: reference))
            case .mean: .exposure(LongExposure(.mean, reference: reference))
            case .max: .exposure(LongExposure(.maximum, reference: reference))
            }
    }

    /// - Precondition: the frame has the reference's size.
    public func add(_ frame: RGBPicture) {
        switch method {
        case .night(let merge): merge.add(frame)
        case .hdr(let fusion): fusion.add(frame)
        case .focus(let stack): stack.add(frame)
        case .exposure(let exposure): exposure.add(frame)
        }
    }

    /// Where the frame that was taken last lies on the reference, for kinds that align each frame as it comes.
    public var placement: Placement {
        switch method {
        case .night(let merge): merge.last
        case .focus(let stack): stack.last
        case .hdr, .exposure: .identity
        }
    }

    /// The picture of all frames that were taken; the reference where there was no other.
    public func finished() -> RGBPicture {
        switch method {
        case .night(let merge): merge.finished()
        case .hdr(let fusion): fusion.finished()
        case .focus(let stack): stack.finished()
        case .exposure(let exposure): exposure.finished()
        }
    }
}
