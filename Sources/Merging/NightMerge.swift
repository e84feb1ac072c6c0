// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// Merges frames of one scene into a picture with less noise than each; docs/decisions/0026-own-merging.md says how.
///
/// Frames come one at a time and are not kept: memory is that of a dozen planes, whatever their number. Not thread-safe.
public final class NightMerge {
    private let reference: RGBPicture
    private let channels: Channels
    private let aligner: Aligner
    private let light: Plane
    private let cells: [Plane]
    private let contrast: Agreement.Contrast
    /// Weighted sums of two halves of the frames, the reference in the first: their difference is noise.
    private var halves: [Channels]
    private var weights: [Plane]
    private let frame: Channels
    private let drawn: Channels
    private let coverage: Plane
    private var profiles: [[Float]] = []
    private var bias: ClippingBias
    /// Where the last frame was found.
    public private(set) var last = Placement.identity
    /// How many frames were taken, with the reference.
    public private(set) var count = 1

    /// - Parameter reference: the frame of the press, which gives size, exposure, and what moves.
    public init(reference: RGBPicture) {
        self.reference = reference
        channels = Channels(reference)
        aligner = Aligner(reference: channels.luma())
        light = Lighting.linear(channels)
        cells = Agreement.means(channels)
        contrast = Agreement.Contrast(channels, means: cells)
        let (width, height) = (reference.width, reference.height)
        halves = [Channels(channels.planes.map { $0.copy() }), Channels(width: width, height: height)]
        weights = [Plane(width: width, height: height), Plane(width: width, height: height)]
        weights[0].base.update(repeating: 1, count: width * height)
        frame = Channels(width: width, height: height)
        drawn = Channels(width: width, height: height)
        coverage = Plane(width: width, height: height)
        bias = ClippingBias(width: width, height: height)
        bias.take(channels, at: .identity)
    }

    /// Takes another frame into the merge, where it agrees with the reference.
    ///
    /// - Precondition: it has the reference's size.
    public func add(_ picture: RGBPicture) {
        precondition(picture.width == reference.width && picture.height == reference.height)
        let frame = frame
        frame.fill(from: picture)
        var placement = aligner.placement(of: frame.luma(), guess: last)
        // Less than that is neither seen nor worth an interpolation.
        if placement.distance(to: .identity, width: frame.width, height: frame.height) < 0.06 {
            placement = .identity
        }
        last = placement
        let lighting = Lighting(
            reference: light, frame: Lighting.linear(frame), placement: placement, height: frame.height)
        profiles.append(lighting.rows)
        lighting.level(frame)
        bias.take(frame, at: placement)
        let placed = Warp.placed(frame, at: placement, into: drawn, coverage: coverage)
        let curve = ToneCurve(reference: cells, frame: Agreement.means(placed), coverage: coverage)
        if !curve.isNeutral { curve.level(placed) }
        let agreement = Agreement(
            reference: channels, means: cells, contrast: contrast, frame: placed, coverage: coverage,
            margin: 1)
        let half = count % 2
        let (sums, total) = (halves[half], weights[half])
        Bands.each(frame.height) { rows in
            let weight = UnsafeMutablePointer<Float>.allocate(capacity: 4 * agreement.width)
            defer { weight.deallocate() }
            for y in rows {
                agreement.fill(weight, y: y)
                let (covered, all) = (self.coverage.row(y), total.row(y))
                for x in 0..<frame.width {
                    weight[x] *= covered[x]
                    all[x] += weight[x]
                }
                for (plane, sum) in zip(placed.planes, sums.planes) {
                    let (source, target) = (plane.row(y), sum.row(y))
                    for x in 0..<frame.width { target[x] += weight[x] * source[x] }
                }
            }
        }
        count += 1
    }

    /// The merged picture, of eight bits unless `isDeep`.
    ///
    /// One frame is given back as it is. Nothing can be added after that.
    public func finished(isDeep: Bool = false) -> RGBPicture {
        guard count > 1 else { return reference }
        let (width, height) = (reference.width, reference.height)
        // The planes of a frame and of one half are not needed any more.
        let (merged, noise, alone) = (drawn, frame, halves[1])
        let total = Plane(width: width, height: height)
        let (first, second) = (halves[0], halves[1])
        let weights = weights
        Bands.each(height) { rows in
            for y in rows {
                let (a, b, all) = (weights[0].row(y), weights[1].row(y), total.row(y))
                for x in 0..<width { all[x] = a[x] + b[x] }
                for channel in 0..<3 {
                    let (one, other) = (first.planes[channel].row(y), second.planes[channel].row(y))
                    let (target, difference) = (merged.planes[channel].row(y), noise.planes[channel].row(y))
                    for x in 0..<width {
                        target[x] = (one[x] + other[x]) / all[x]
                        // The difference of two means with a and b frames, as noisy as the mean of both.
                        let balance = max(0, a[x] * b[x]).squareRoot() / all[x]
                        difference[x] = (one[x] / a[x] - other[x] / max(b[x], 1e-3)) * balance
                    }
                }
            }
        }
        for channel in 0..<3 {
            let (ours, mean, target) = (
                channels.planes[channel].base, merged.planes[channel].base, alone.planes[channel].base
            )
            Bands.each(height) { rows in
                for index in rows.lowerBound * width..<rows.upperBound * width {
                    target[index] = ours[index] - mean[index]
                }
            }
        }
        let opponent = Opponent.split(merged)
        let enough = 0.6 * Float(count)
        let mergedNoise = NoiseModel(noise: Opponent.split(noise), picture: opponent[0]) { x, y in
            let (a, b) = (weights[0].row(y)[x], weights[1].row(y)[x])
            return a + b >= enough && b >= 0.5 ? a + b : 0
        }
        let referenceNoise = NoiseModel(noise: Opponent.split(alone), picture: opponent[0]) { x, y in
            let sum = total.row(y)[x]
            return sum >= enough ? sum / (sum - 1) : 0
        }
        let gains = Transfer.gains(
            reference: Opponent.split(channels), merged: opponent, weights: total, noise: mergedNoise,
            enough: enough)
        let denoiser = Denoiser(
            merged: mergedNoise, reference: referenceNoise, weights: total, sharpening: gains)
        let clean = Opponent.joined(denoiser.cleaned(opponent))
        bias.correct(clean, merged: merged, weights: total)
        levelBands(clean)
        return clean.picture(isDeep: isDeep)
    }

    /// The lamp's bands of the reference, which the others show elsewhere, are not the scene's.
    private func levelBands(_ channels: Channels) {
        let height = channels.height
        var mean = [Float](repeating: 0, count: height)
        for profile in profiles {
            for y in 0..<height { mean[y] += profile[y] / Float(count) }
        }
        let level = mean.reduce(0, +) / Float(height)
        let bands = Lighting(rows: mean.map { $0 - level })
        guard !bands.isNeutral else { return }
        Lighting.scale(channels, by: bands.rows)
    }
}

/// Luma and two chromas, orthonormal, so that noise is what it was.
enum Opponent {
    static func split(_ channels: Channels) -> [Plane] {
        let result = (0..<3).map { _ in Plane(width: channels.width, height: channels.height) }
        Bands.each(channels.height) { rows in
            for y in rows {
                let (red, green, blue) = (
                    channels.planes[0].row(y), channels.planes[1].row(y), channels.planes[2].row(y)
                )
                let (luma, first, second) = (result[0].row(y), result[1].row(y), result[2].row(y))
                for x in 0..<channels.width {
                    luma[x] = (red[x] + green[x] + blue[x]) * (1 / 3)
                    first[x] = (red[x] - blue[x]) * 0.5
                    second[x] = (red[x] - 2 * green[x] + blue[x]) * 0.25
                }
            }
        }
        return result
    }

    static func joined(_ planes: [Plane]) -> Channels {
        let result = Channels(width: planes[0].width, height: planes[0].height)
        Bands.each(result.height) { rows in
            for y in rows {
                let (luma, first, second) = (planes[0].row(y), planes[1].row(y), planes[2].row(y))
                let (red, green, blue) = (
                    result.planes[0].row(y), result.planes[1].row(y), result.planes[2].row(y)
                )
                for x in 0..<result.width {
                    let shade = luma[x] + second[x] * (2 / 3)
                    red[x] = shade + first[x]
                    green[x] = luma[x] - second[x] * (4 / 3)
                    blue[x] = shade - first[x]
                }
            }
        }
        return result
    }
}
