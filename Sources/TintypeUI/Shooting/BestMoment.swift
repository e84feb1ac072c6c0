// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// Finds the sharpest frame around a press, if the person wants that.
///
///     bestMoment.isOn = preferences.takesBestMoment
///     let better = await bestMoment.frame(around: picture.frame)
final class BestMoment {
    private let pictures: any PictureFeeding
    private let judge: any FrameJudging
    private let ring = FrameRing(reach: FrameChoice.bestReach * 2)

    init(pictures: any PictureFeeding, judge: any FrameJudging) {
        self.pictures = pictures
        self.judge = judge
    }

    /// Keeps the last frames in memory as long as it is on.
    var isOn = false {
        didSet {
            guard isOn != oldValue else { return }
            let keep: @Sendable (Frame) -> Void = { [ring] in ring.add($0) }
            pictures.collectFrames(for: .bestMoment, isOn ? keep : nil)
            if !isOn { ring.clear() }
        }
    }

    /// Waits until the moments after the press have passed too.
    ///
    /// - Returns: nil if the seen frame is the best.
    func frame(around seen: Frame) async -> Frame? {
        guard isOn else { return nil }
        try? await Task.sleep(for: FrameChoice.bestReach)
        let frames = ring.frames
        guard let index = frames.firstIndex(where: { $0.arrival == seen.arrival }) else { return nil }
        var candidates: [FrameCandidate] = []
        for frame in frames {
            let isNear = FrameChoice.isWithinBestReach(frame.captured, of: seen.captured)
            let sharpness = isNear ? await judge.sharpness(of: frame) : nil
            candidates.append(
                FrameCandidate(
                    time: frame.captured, isWhole: !isNear || sharpness != nil, sharpness: sharpness))
        }
        let best = FrameChoice.sharpest(seen: index, in: candidates)
        return best == index ? nil : frames[best]
    }
}
