// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore

/// The viewing aids, most of them Pro's: which are on, and what they compute and draw.
///
/// Every change is stored and takes effect at once.
final class Assistants {
    let view: AssistantsView
    let button = AssistantsButton()
    let loupe: Loupe
    /// Whether the window is in Pro.
    var isShown = false {
        didSet {
            apply()
            if isShown || preferences.hasLevel { findAccelerometer() }
            followLevel()
        }
    }

    /// The window, which outlives this.
    private let actions: OpaquePointer
    private let preferences: Preferences
    private let pictures: any PictureFeeding
    private let accelerometer: (any LevelSensor)?
    private var work: AssistantWork = []
    private var reader: Task<Void, Never>?
    /// The computer's rotation, while it is known.
    private var roll: Double? { didSet { if roll != oldValue { apply() } } }
    private var hasAskedForAccelerometer = false
    private var hasAccelerometer = false
    /// Reads the accelerometer while the level is shown.
    private var levelReader: Task<Void, Never>?
    private var setHistogram: (String) -> Void = { _ in }
    private var setGrid: (String) -> Void = { _ in }

    /// - Parameters:
    ///   - actions: the window, which gets an action for each assistant.
    ///   - area: where the picture is now.
    init(actions: OpaquePointer, _ environment: AppEnvironment, area: @escaping () -> PictureArea?) {
        self.actions = actions
        (preferences, pictures) = (environment.preferences, environment.pictures)
        accelerometer = environment.level
        loupe = Loupe(pictures: pictures)
        view = AssistantsView(area: area)
        addToggles(actions)
        setHistogram = Actions.addChoice(to: actions, .histogram) { [weak self] choice in
            self?.choose(histogram: Preferences.HistogramKind(rawValue: choice) ?? .off)
        }
        setGrid = Actions.addChoice(to: actions, .grid) { [weak self] choice in
            self?.choose(grid: CompositionGrid(rawValue: choice) ?? .off)
        }
        setHistogram(preferences.histogram.rawValue)
        setGrid(preferences.grid.rawValue)
        reader = Task { [weak self, pictures] in
            for await findings in pictures.findings() { self?.view.show(findings) }
        }
    }

    isolated deinit {
        levelReader?.cancel()
        reader?.cancel()
    }

    /// The focus is turned by hand: opens the loupe if that is on.
    func focusTurned(at point: PointOfInterest?, _ picture: Picture?) {
        guard isShown, preferences.hasLoupe else { return }
        loupe.point = point.map { ($0.x, $0.y) }
        loupe.open(over: picture)
    }

    /// A key without modifiers; what it changes is said. Grid and level are there in both modes.
    ///
    /// - Returns: whether the key was used.
    func keyPressed(_ key: UInt32) -> Bool {
        switch Int32(bitPattern: key) {
        case GDK_KEY_v, GDK_KEY_V:
            findAccelerometer()
            Actions.activate(actions, .level)
            sayLevel()
            return true
        case GDK_KEY_g, GDK_KEY_G:
            choose(grid: preferences.grid.next)
            say(AidWording.spoken(preferences.grid))
            return true
        default: return isShown && keyPressedInPro(key)
        }
    }

    private func keyPressedInPro(_ key: UInt32) -> Bool {
        switch Int32(bitPattern: key) {
        case GDK_KEY_p, GDK_KEY_P: toggle(.peaking, AidWording.peaking, \.hasPeaking)
        case GDK_KEY_e, GDK_KEY_E: toggle(.zebra, AidWording.zebra, \.hasZebra)
        case GDK_KEY_o, GDK_KEY_O: toggle(.loupe, AidWording.loupe, \.hasLoupe)
        case GDK_KEY_h, GDK_KEY_H:
            choose(histogram: preferences.histogram.next)
            say(AidWording.spoken(preferences.histogram))
        default: return false
        }
        return true
    }

    private func toggle(_ action: WindowAction, _ name: String, _ preference: KeyPath<Preferences, Bool>) {
        Actions.activate(actions, action)
        say(AidWording.spoken(name, isOn: preferences[keyPath: preference]))
    }

    /// Without an accelerometer there is no level.
    private func sayLevel() {
        Task { [weak self, accelerometer] in
            guard let accelerometer, await accelerometer.isAvailable(), let self else { return }
            self.say(AidWording.spoken(AidWording.level, isOn: self.hasLevel))
        }
    }

    private func say(_ words: String) { Announcer.say(words, from: actions) }

    private func choose(histogram: Preferences.HistogramKind) {
        preferences.histogram = histogram
        setHistogram(histogram.rawValue)
        apply()
    }

    private func choose(grid: CompositionGrid) {
        preferences.grid = grid
        setGrid(grid.rawValue)
        apply()
    }

    private func addToggles(_ actions: OpaquePointer) {
        let toggles: [(WindowAction, ReferenceWritableKeyPath<Preferences, Bool>)] = [
            (.peaking, \.hasPeaking), (.zebra, \.hasZebra), (.loupe, \.hasLoupe), (.level, \.hasLevel),
        ]
        for (action, preference) in toggles {
            let isOn = preferences[keyPath: preference]
            _ = Actions.addToggle(to: actions, action, isOn: isOn) { [weak self, preferences] isOn in
                preferences[keyPath: preference] = isOn
                if preference == \.hasLevel { self?.followLevel() }
                self?.apply()
            }
        }
    }

    // MARK: Level

    private var hasLevel: Bool { preferences.hasLevel }

    /// Finds out, once, whether there is an accelerometer.
    private func findAccelerometer() {
        guard !hasAskedForAccelerometer, let accelerometer else { return }
        hasAskedForAccelerometer = true
        Task { [weak self] in
            guard await accelerometer.isAvailable() else { return }
            self?.hasAccelerometer = true
            self?.button.offerLevel(true)
            self?.followLevel()
        }
    }

    /// Reads the accelerometer while the level is shown, and only then.
    private func followLevel() {
        levelReader?.cancel()
        levelReader = nil
        roll = nil
        guard hasAccelerometer, hasLevel, let rolls = accelerometer?.rolls() else { return }
        levelReader = Task { [weak self] in
            for await roll in rolls { self?.roll = roll }
        }
    }

    // MARK: Work

    private func apply() {
        var work: AssistantWork = []
        if preferences.hasPeaking { work.insert(.peaking) }
        if preferences.hasZebra { work.insert(.zebra) }
        if preferences.histogram != .off { work.insert(.histogram) }
        if !isShown { work = [] }
        if work != self.work {
            self.work = work
            pictures.setAssistants(work)
        }
        view.look = AssistantsView.Look(
            grid: preferences.grid, histogram: isShown ? preferences.histogram : .off,
            roll: hasLevel ? roll : nil)
    }
}

extension CaseIterable where Self: Equatable {
    /// The case after this one, and the first after the last.
    fileprivate var next: Self {
        let all = Array(Self.allCases)
        let index = all.firstIndex(of: self) ?? 0
        return all[(index + 1) % all.count]
    }
}
