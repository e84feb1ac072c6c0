// SPDX-License-Identifier: GPL-3.0-or-later
/// Decides how a clicked point comes into focus; knows no device and no clock.
///
///                 clicked (contrast)             continuous is off            found and proved
///     continuous ────────────────────▶ releasing ────────────────▶ searching ────────────────▶ locked
///      ▲  │ │ └─ clicked (region, one-shot) ──▶ watching ──────────────────────────────────────▲ │
///      │  │ │                                      │  └─▶ failed ◀── searching, releasing        │
///      │  │ └─ clicked (fixed) ──▶ fixed ─────┐    └────────▲                                    │
///      │  └ ─ ─                               │ another scene for a second                       │
///      └──────────────────────────────────────┴──────────────────────────────────────────────────┘
///
/// A click in any state starts anew at once; `cancelled` and `deviceLost` lead back to `continuous` from everywhere.
/// Every pair of state and event is handled by the one switch in `handle`; a test walks them all.
public struct FocusMachine: Sendable {
    public private(set) var state = FocusState.continuous
    /// What the camera can do; may change before a click.
    public var capabilities: FocusCapabilities
    /// This camera's lens motion, once a search has found it. Keep it for the same camera: it saves time.
    public private(set) var motion: LensMotion?

    /// Longer than any search needs; for cameras that stop sending frames.
    private static let searchLimit: Duration = .seconds(90)
    /// The limit for the camera's own focus, and for its answers.
    private static let cameraLimit: Duration = .seconds(4)

    public init(_ capabilities: FocusCapabilities, motion: LensMotion? = nil) {
        self.capabilities = capabilities
        self.motion = motion
    }

    /// Handles an event and returns the effects. An event without meaning in the present state does nothing.
    public mutating func handle(_ event: FocusEvent) -> [FocusEffect] {
        switch (state, event) {
        case (_, .clicked(let target)):
            return clicked(target)
        case (.continuous, .cancelled), (.continuous, .deviceLost):
            return []
        case (_, .deviceLost):
            state = .continuous
            return [.cancelWakeUp, .measure(.nothing), .indicate(.none)]
        case (_, .cancelled):
            return leave()
        case (.releasing(let target), .controlWritten(.focusAutomatic, _, let time)):
            return search(target, at: time)
        case (.releasing(let target), .controlRefused(.focusAutomatic, _)):
            return failed(target, .refused)
        case (.searching(let target, var search), .frame(let frame)):
            guard let sample = frame.sharpness, !frame.isMoving else { return [] }
            let action = search.take(sample, at: frame.arrival)
            return act(action, target, search)
        case (.searching(let target, var search), .controlWritten(.focusPosition, let position, let time)):
            search.moved(to: position, at: time)
            state = .searching(target, search)
            return []
        case (.searching(let target, _), .controlRefused(.focusPosition, _)):
            return failed(target, .refused)
        case (.watching(let target, var watch), .frame(let frame)):
            guard let sample = frame.sharpness else { return [] }
            let verdict = watch.take(sample, at: frame.arrival)
            return judge(verdict, target, watch)
        case (.watching(let target, var watch), .controlRead(.focusStatus, let value, _)):
            let verdict = watch.read(OneShotStatus(rawValue: value))
            return judge(verdict, target, watch)
        case (.watching(let target, _), .controlRefused):
            return failed(target, .refused)
        case (.releasing(let target), .wakeUpDue), (.searching(let target, _), .wakeUpDue),
            (.watching(let target, _), .wakeUpDue):
            return failed(target, .timedOut)
        case (.locked(let target, var watch), .frame(let frame)):
            if watch.take(frame), !target.isHeld { return leave() }
            state = .locked(target, watch)
            return []
        case (.failed(let target, let failure, var watch), .frame(let frame)):
            if watch.take(frame) { return leave() }
            state = .failed(target, failure, watch)
            return []
        case (.fixed(let target, var watch), .frame(let frame)):
            if watch.take(frame), !target.isHeld { return leave() }
            state = .fixed(target, watch)
            return []
        case (.continuous, _), (.releasing, _), (.searching, _), (.watching, _), (.locked, _), (.failed, _),
            (.fixed, _):
            return []
        }
    }

    // MARK: Beginning

    /// A new point ends whatever was going on, and removes the old mark.
    private mutating func clicked(_ target: FocusTarget) -> [FocusEffect] {
        var effects = stopping()
        var running: ContrastSearch?
        if case .searching(_, let search) = state { running = search }
        effects += [.holdExposure(false), metering(target), .measure(.sharpness(target.window))].compactMap(
            \.self)
        switch capabilities.focus {
        case .contrast:
            effects += [.indicate(.hunting(target.point)), .wakeUp(after: Self.searchLimit)]
            // Continuous focus is off already, and the lens is moving.
            if let running { return effects + restart(running, target) }
            guard capabilities.hasContinuous else { return effects + search(target, at: target.time) }
            state = .releasing(target)
            return effects + [.setControl(.focusAutomatic, 0)]
        case .region:
            effects += [.indicate(.hunting(target.point)), .wakeUp(after: Self.cameraLimit)]
            state = .watching(target, CameraFocusWatch(reports: false, at: target.time))
            return effects + [.setRegion(target.window, regionAutomatics)]
        case .oneShot:
            effects += [.indicate(.hunting(target.point)), .wakeUp(after: Self.cameraLimit)]
            state = .watching(target, CameraFocusWatch(reports: true, at: target.time))
            if capabilities.hasContinuous { effects.append(.setControl(.focusAutomatic, 0)) }
            return effects + [.setControl(.focusStart, 1)]
        case .fixed:
            state = .fixed(target, SceneWatch())
            effects += [.cancelWakeUp, .measure(.scene)]
            if target.isHeld { effects.append(.holdExposure(true)) }
            return effects + [.indicate(.fixed(target.point, isHeld: target.isHeld))]
        }
    }

    private var regionAutomatics: RegionAutomatics {
        var automatics: RegionAutomatics = []
        if capabilities.focus == .region { automatics.insert(.focus) }
        if capabilities.metering == .region { automatics.insert(.exposure) }
        return automatics
    }

    private func metering(_ target: FocusTarget) -> FocusEffect? {
        switch capabilities.metering {
        case .spot: .meter(target.window)
        case .region: capabilities.focus == .region ? nil : .setRegion(target.window, regionAutomatics)
        case .none: nil
        }
    }

    private mutating func search(_ target: FocusTarget, at time: MonotonicTime) -> [FocusEffect] {
        guard case .contrast(let range) = capabilities.focus else { return [] }
        var search = ContrastSearch(
            range: range, position: target.lensPosition ?? range.lower, known: motion, at: time)
        let action = search.begin()
        return act(action, target, search)
    }

    private mutating func restart(_ running: ContrastSearch, _ target: FocusTarget) -> [FocusEffect] {
        var search = running.restarted()
        let action = search.begin()
        return act(action, target, search)
    }

    // MARK: Going on

    private mutating func act(
        _ action: ContrastSearch.Action, _ target: FocusTarget, _ search: ContrastSearch
    ) -> [FocusEffect] {
        state = .searching(target, search)
        switch action {
        case .wait:
            return []
        case .move(let position):
            return [.setControl(.focusPosition, position)]
        case .locked(let position):
            motion = search.motion
            return locked(target, at: position)
        case .failed(let failure):
            // The known motion may be wrong.
            motion = nil
            return failed(target, failure)
        }
    }

    private mutating func judge(
        _ verdict: CameraFocusWatch.Verdict, _ target: FocusTarget, _ watch: CameraFocusWatch
    ) -> [FocusEffect] {
        state = .watching(target, watch)
        switch verdict {
        case .wait: return []
        case .ask: return [.readControl(.focusStatus)]
        case .locked: return locked(target, at: nil)
        case .failed(let failure): return failed(target, failure)
        }
    }

    // MARK: Ending

    private mutating func locked(_ target: FocusTarget, at position: Int64?) -> [FocusEffect] {
        state = .locked(target, SceneWatch())
        let hold: [FocusEffect] = target.isHeld ? [.holdExposure(true)] : []
        return [.cancelWakeUp, .measure(.scene)] + hold
            + [.indicate(.locked(target.point, position: position, isHeld: target.isHeld))]
    }

    /// A point that could not be focused changes nothing: exposure and lens are the camera's again.
    private mutating func failed(_ target: FocusTarget, _ failure: FocusFailure) -> [FocusEffect] {
        let effects = stopping()
        state = .failed(target, failure, SceneWatch())
        return effects + [.cancelWakeUp, .measure(.scene)] + releasing + restoring(from: target)
            + [.indicate(.failed(target.point, failure))]
    }

    private mutating func leave() -> [FocusEffect] {
        let target = state.target
        let effects = stopping() + [.cancelWakeUp, .measure(.nothing)]
        state = .continuous
        return effects + releasing + restoring(from: target) + [.indicate(.none)]
    }

    /// Returns exposure to the camera.
    private var releasing: [FocusEffect] {
        var effects: [FocusEffect] = [.holdExposure(false)]
        if capabilities.metering == .spot { effects.append(.meter(nil)) }
        if capabilities.focus == .region || capabilities.metering == .region {
            effects.append(.setRegion(nil, regionAutomatics))
        }
        return effects
    }

    /// Ends what the camera itself is doing for the old point.
    private func stopping() -> [FocusEffect] {
        guard case .watching(_, let watch) = state, watch.reports else { return [] }
        return [.setControl(.focusStop, 1)]
    }

    private func restoring(from target: FocusTarget?) -> [FocusEffect] {
        switch capabilities.focus {
        case .region, .fixed: return []
        case .contrast, .oneShot: break
        }
        if capabilities.hasContinuous { return [.setControl(.focusAutomatic, 1)] }
        guard case .contrast = capabilities.focus, let position = target?.lensPosition else { return [] }
        return [.setControl(.focusPosition, position)]
    }
}
