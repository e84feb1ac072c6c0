// SPDX-License-Identifier: GPL-3.0-or-later

/// One picture of frames that are sharp at different distances: of each place, the sharpest.
///
/// A lens that is focused also changes its field of view, so frames are aligned with their magnification. Where no frame has detail, all
/// are mixed, which leaves less noise.
final class FocusStack {
    private let reference: RGBPicture
    private let aligner: Aligner
    private let mixture: PyramidMixture
    private let frame: Channels
    private let drawn: Channels
    private let coverage: Plane
    /// What noise alone has of the measure of sharpness.
    private let noise: Float
    private(set) var last = Placement.identity
    private var count = 1

    init(reference: RGBPicture) {
        self.reference = reference
        let (width, height) = (reference.width, reference.height)
        let channels = Channels(reference)
        aligner = Aligner(reference: channels.luma())
        frame = Channels(width: width, height: height)
        drawn = Channels(width: width, height: height)
        coverage = Plane(width: width, height: height)
        coverage.base.update(repeating: 1, count: coverage.count)
        mixture = PyramidMixture(width: width, height: height)
        let sharpness = Self.sharpness(channels)
        // Blocks without detail are noise; at least a lower quintile is out of focus or even.
        var values = stride(from: 0, to: sharpness.count, by: max(1, sharpness.count / 4000) | 1).map {
            sharpness.base[$0]
        }
        values.sort()
        noise = max(0.05, values[values.count / 5] * 1.3)
        mixture.add(channels, weights: weights(sharpness, coverage))
    }

    func add(_ picture: RGBPicture) {
        frame.fill(from: picture)
        var placement = aligner.placement(of: frame.luma(), guess: last)
        if placement.distance(to: .identity, width: picture.width, height: picture.height) < 0.06 {
            placement = .identity
        }
        last = placement
        let placed = Warp.placed(frame, at: placement, into: drawn, coverage: coverage)
        mixture.add(placed, weights: weights(Self.sharpness(placed), coverage))
        count += 1
    }

    func finished() -> RGBPicture {
        guard count > 1 else { return reference }
        return mixture.finished().picture(isDeep: reference.isDeep)
    }

    /// The energy of fine detail around each pixel.
    ///
    /// Within a few pixels, so that it ends with a thing's edge; a part of it from farther around, so that single grains decide nothing.
    private static func sharpness(_ channels: Channels) -> Plane {
        let luma = channels.luma().smoothed()
        let energy = Plane(width: luma.width, height: luma.height)
        Bands.each(luma.height) { rows in
            for y in rows {
                let (above, here) = (luma.row(max(0, y - 1)), luma.row(y))
                let (below, target) = (luma.row(min(luma.height - 1, y + 1)), energy.row(y))
                for x in 1..<max(1, luma.width - 1) {
                    let (across, down) = (
                        2 * here[x] - here[x - 1] - here[x + 1], 2 * here[x] - above[x] - below[x]
                    )
                    target[x] = across * across + down * down
                }
            }
        }
        let (near, wide) = (energy.boxed(radius: 2), energy.boxed(radius: 7))
        for index in 0..<near.count { near.base[index] += 0.5 * wide.base[index] }
        return near
    }

    private func weights(_ sharpness: Plane, _ coverage: Plane) -> Plane {
        let result = Plane(width: sharpness.width, height: sharpness.height)
        for index in 0..<result.count {
            let detail = max(0, sharpness.base[index] / noise - 1) + 0.15
            let squared = detail * detail
            // Never nothing, so that every pixel has a frame.
            result.base[index] = coverage.base[index] * min(1e12, squared * squared) + 1e-9
        }
        return result
    }
}
