internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// Pro's assistants: which are on, what they need computed, and what is drawn.
///
/// Every change is stored and takes effect at once.
final class Assistants {
    let view: AssistantsView
    /// Whether the window is in Pro.
    var isShown = false { didSet { apply() } }
    /// The computer's rotation, while it is known.
    var roll: Double? { didSet { if roll != oldValue { apply() } } }
    /// Called when the level was turned on or off.
    var onLevelChange: () -> Void = {}

    private let preferences: Preferences
    private let feed: any ViewfinderFeeding
    private var work: AssistantWork = []
    private var setHistogram: (String) -> Void = { _ in }
    private var setGrid: (String) -> Void = { _ in }

    /// - Parameters:
    ///   - actions: the window, which gets an action for each assistant.
    ///   - area: where the picture is now.
    init(
        actions: OpaquePointer, preferences: Preferences, feed: any ViewfinderFeeding,
        area: @escaping () -> PictureArea?
    ) {
        self.preferences = preferences
        self.feed = feed
        view = AssistantsView(area: area)
        addToggles(actions)
        setHistogram = Actions.addChoice(to: actions, "histogram") { [weak self] choice in
            self?.choose(histogram: Preferences.HistogramKind(rawValue: choice) ?? .off)
        }
        setGrid = Actions.addChoice(to: actions, "grid") { [weak self] choice in
            self?.choose(grid: CompositionGrid(rawValue: choice) ?? .off)
        }
        setHistogram(preferences.histogram.rawValue)
        setGrid(preferences.grid.rawValue)
    }

    var hasLevel: Bool { isShown && preferences.hasLevel }
    var hasLoupe: Bool { isShown && preferences.hasLoupe }

    func nextHistogram() { choose(histogram: preferences.histogram.next) }

    func nextGrid() { choose(grid: preferences.grid.next) }

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
        let preferences = preferences
        _ = Actions.addToggle(to: actions, "peaking", isOn: preferences.hasPeaking) { [weak self] isOn in
            preferences.hasPeaking = isOn
            self?.apply()
        }
        _ = Actions.addToggle(to: actions, "zebra", isOn: preferences.hasZebra) { [weak self] isOn in
            preferences.hasZebra = isOn
            self?.apply()
        }
        _ = Actions.addToggle(to: actions, "loupe", isOn: preferences.hasLoupe) { [weak self] isOn in
            preferences.hasLoupe = isOn
            self?.apply()
        }
        _ = Actions.addToggle(to: actions, "level", isOn: preferences.hasLevel) { [weak self] isOn in
            preferences.hasLevel = isOn
            self?.onLevelChange()
            self?.apply()
        }
    }

    private func apply() {
        var work: AssistantWork = []
        if preferences.hasPeaking { work.insert(.peaking) }
        if preferences.hasZebra { work.insert(.zebra) }
        if preferences.histogram != .off { work.insert(.histogram) }
        if !isShown { work = [] }
        if work != self.work {
            self.work = work
            feed.setAssistants(work)
        }
        view.look = AssistantsView.Look(
            grid: isShown ? preferences.grid : .off, histogram: isShown ? preferences.histogram : .off,
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
