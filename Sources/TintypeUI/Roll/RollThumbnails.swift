internal import CGtk
internal import CShims
internal import CaptureCore
internal import GLibBridge

/// The small pictures of the roll, the last used of them kept.
final class RollThumbnails {
    /// Each takes up to 256 KiB.
    private static let mostKept = 32

    private let roll: any PhotoBrowsing
    private var kept: [RollPhoto: RollPictures.Decoded] = [:]
    /// The least recently used first.
    private var order: [RollPhoto] = []

    init(_ roll: any PhotoBrowsing) { self.roll = roll }

    /// The small picture of a photo, if it is there.
    subscript(_ photo: RollPhoto) -> RollPictures.Decoded? { kept[photo] }

    /// Loads the small picture of a photo; nil if it can't be shown. A cancelled task's request is dropped.
    func load(_ photo: RollPhoto) async -> RollPictures.Decoded? {
        if let there = kept[photo] {
            use(photo)
            return there
        }
        guard let decoded = await decode(photo), !Task.isCancelled else { return nil }
        let small = RollPictures.Decoded(decoded)
        keep(small, photo)
        return small
    }

    func keep(_ small: RollPictures.Decoded, _ photo: RollPhoto) {
        kept[photo] = small
        use(photo)
        if order.count > Self.mostKept { kept[order.removeFirst()] = nil }
    }

    func forget(_ photo: RollPhoto) {
        kept[photo] = nil
        order.removeAll { $0 == photo }
    }

    private func use(_ photo: RollPhoto) {
        order.removeAll { $0 == photo }
        order.append(photo)
    }

    private func decode(_ photo: RollPhoto) async -> DecodedPhoto? {
        switch photo {
        case .file(let entry):
            do throws(PhotoFault) { return try await roll.thumbnail(entry) } catch { return nil }
        case .shot(let shot):
            return await roll.preview(of: shot, fitting: PixelSize(width: 256, height: 256))
        }
    }
}
