// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// The small pictures of the roll, the last used of them kept.
final class RollThumbnails {
    /// Each takes up to 256 KiB.
    private static let maximumKept = 32
    /// How long a photo that can't be decoded is not tried again: a video may take seconds to fail, and every cell that
    /// shows its place asks for it.
    private static let pause: Duration = .seconds(60)

    private let roll: any PhotoBrowsing
    private var kept: [RollPhoto: RollPictures.Decoded] = [:]
    /// The least recently used first.
    private var order: [RollPhoto] = []
    /// When photos failed. A file that changes is another photo.
    private var failed: [RollPhoto: ContinuousClock.Instant] = [:]
    /// Counts the calls of `forget`: what was being decoded then can be of the file as it was before.
    private var forgetCount = 0

    init(_ roll: any PhotoBrowsing) { self.roll = roll }

    /// The small picture of a photo, if it is there.
    subscript(_ photo: RollPhoto) -> RollPictures.Decoded? { kept[photo] }

    /// Loads the small picture of a photo; nil if it can't be shown. A cancelled task's request is dropped.
    func load(_ photo: RollPhoto) async -> RollPictures.Decoded? {
        if let there = kept[photo] {
            use(photo)
            return there
        }
        if let time = failed[photo], ContinuousClock.now < time + Self.pause { return nil }
        var (count, result) = (forgetCount, await decode(photo))
        while count != forgetCount, !Task.isCancelled {
            (count, result) = (forgetCount, await decode(photo))
        }
        guard let decoded = result, !Task.isCancelled else { return nil }
        failed[photo] = nil
        let small = RollPictures.Decoded(decoded)
        keep(small, photo)
        return small
    }

    func keep(_ small: RollPictures.Decoded, _ photo: RollPhoto) {
        kept[photo] = small
        use(photo)
        if order.count > Self.maximumKept { kept[order.removeFirst()] = nil }
    }

    func forget(_ photo: RollPhoto) {
        (kept[photo], failed[photo]) = (nil, nil)
        forgetCount += 1
        order.removeAll { $0 == photo }
    }

    private func use(_ photo: RollPhoto) {
        order.removeAll { $0 == photo }
        order.append(photo)
    }

    private func decode(_ photo: RollPhoto) async -> DecodedPhoto? {
        switch photo {
        case .file(let entry):
            do throws(PhotoFault) { return try await roll.thumbnail(entry) } catch {
                switch error {
                case .damaged, .unknownKind, .decoderMissing: failed[photo] = .now
                case .notAllowed, .missing, .empty, .tooLarge, .failed: break
                }
                return nil
            }
        case .shot(let shot):
            return await roll.preview(of: shot, fitting: PixelSize(width: 256, height: 256))
        }
    }
}
