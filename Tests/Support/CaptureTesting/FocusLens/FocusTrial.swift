// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore

/// Plays a scene to the focus machine until it decides, as the capture session would.
public struct FocusTrial {
    /// nil without a decision.
    public private(set) var isLocked: Bool?
    public private(set) var failure: FocusFailure?
    /// The final distance from the optimum, as a part of the range.
    public private(set) var error = 0.0
    /// All frames, and those beside the motor's own time.
    public private(set) var frames = 0.0
    public private(set) var framesBesideTravel = 0.0
    public private(set) var motion: LensMotion?
    /// The share of fine detail lost compared to the better neighbouring step; 0 at the sharpest.
    public private(set) var loss: Float = 0

    /// Far more than any search takes.
    private static let frameLimit = 4000

    public init(_ scene: FocusScene, motion: LensMotion? = nil) {
        let stage = FocusStage(scene)
        var machine = FocusMachine(Self.capabilities(of: scene), motion: motion)
        var pending: [(control: ControlID, value: Int64, at: Double)] = []
        func carryOut(_ effects: [FocusEffect], at now: Double) {
            for case .setControl(let control, let value) in effects {
                pending.append((control, value, now + scene.writeTime))
            }
        }
        let target = FocusTarget(.center, at: Self.time(0), lensPosition: scene.start)
        carryOut(machine.handle(.clicked(target)), at: 0)
        var now = 0.0
        for frame in 1...Self.frameLimit where machine.state.isHunting {
            now = (Double(frame) - 0.5) * scene.interval
            while let due = pending.first, due.at <= now {
                pending.removeFirst()
                if due.control == .focusPosition { stage.command(due.value, at: due.at) }
                let written = FocusEvent.controlWritten(due.control, due.value, at: Self.time(due.at))
                carryOut(machine.handle(written), at: due.at)
            }
            let shown = FocusFrame(arrival: Self.time(now), sharpness: stage.sharpness(at: now))
            carryOut(machine.handle(.frame(shown)), at: now)
        }
        judge(machine, stage, at: now)
    }

    private mutating func judge(_ machine: FocusMachine, _ stage: FocusStage, at now: Double) {
        switch machine.state {
        case .locked: isLocked = true
        case .failed(_, let failure, _): (isLocked, self.failure) = (false, failure)
        case .continuous, .releasing, .searching, .watching, .fixed: isLocked = nil
        }
        let (place, travelTime) = stage.settled(at: now)
        error = abs(place - (stage.scene.optimum ?? 0))
        frames = now / stage.scene.interval
        framesBesideTravel = (now - travelTime) / stage.scene.interval
        motion = machine.motion
        if isLocked == true { loss = Self.loss(stage, at: place) }
    }

    private static func loss(_ stage: FocusStage, at place: Double) -> Float {
        let scene = stage.scene
        let step = Double(scene.step) / Double(scene.upper - scene.lower)
        let neighbours = [place - step, place + step].filter { (-1e-9...1 + 1e-9).contains($0) }
        let best = neighbours.map { stage.detail(at: $0) }.max() ?? 0
        return best > 0 ? max(0, 1 - stage.detail(at: place) / best) : 0
    }

    private static func capabilities(of scene: FocusScene) -> FocusCapabilities {
        let range = FocusRange(lower: scene.lower, upper: scene.upper, step: scene.step)
        return FocusCapabilities(
            focus: range.map { .contrast($0) } ?? .fixed, metering: .none, hasContinuous: true)
    }

    private static func time(_ seconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: Int64(seconds * 1e9))
    }
}

extension FocusTrial {
    /// Whether it is locked although a neighbouring step is visibly sharper: a quarter more fine detail.
    public var isSoft: Bool { isLocked == true && loss > 0.2 }

    /// Whether the result is right: in focus within the scene's tolerance, usually 2 % of the range, or within the
    /// nearest step if steps are coarser; given up if there is nothing to focus on.
    public func isRight(for scene: FocusScene) -> Bool {
        guard scene.optimum != nil else { return isLocked == false }
        let nearest = 0.6 * Double(scene.step) / Double(scene.upper - scene.lower)
        return isLocked == true && error <= max(scene.tolerance, nearest)
    }
}
