// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Glibc
internal import Platform

/// Focus on a point: takes clicks and keys, and shows mark, pill and words.
///
///     let focus = FocusController(viewfinder: viewfinder, steering: steering)
///     for layer in focus.layers { gtk_overlay_add_overlay(overlay, layer.widget) }
final class FocusController {
    /// How far an arrow key moves the point, as a part of the picture; with Shift, a fifth of it.
    private static let step = 0.05
    /// Milliseconds after the last arrow key until it focuses: keys that are held must not restart the lens each time.
    private static let keyPause: UInt32 = 250
    /// A third of a stop, as on cameras.
    private static let exposureStep = 1.0 / 3
    /// Logical pixels around the mark from where dragging and the wheel set exposure.
    private static let reach = 110.0
    /// Logical pixels around the ring: a click there gives back what is held.
    private static let ringReach = 22.0

    private let viewfinder: ViewfinderView
    private let steering: any FocusSteering
    private let mark = FocusMark()
    private let slider = ExposureSlider()
    private let pill = HeldPill()
    private let pointer: FocusPointer
    private var number = 0
    private var isLocked = false
    /// Whether anything was held before the last click.
    private var wasHeld = false
    private var exposureRange: ClosedRange<Double>?
    private var keyTimer: MainTimer?
    private var reader: Task<Void, Never>?
    /// The last chosen point, as long as it holds.
    private(set) var point: PointOfInterest?
    /// Of the last report.
    private var shown = FocusIndicator.none
    /// Whether there is a camera to focus.
    var isEnabled = false { didSet { if !isEnabled { clear() } } }

    init(viewfinder: ViewfinderView, steering: any FocusSteering) {
        (self.viewfinder, self.steering) = (viewfinder, steering)
        pointer = FocusPointer(on: viewfinder.widget.raw)
        Announcer.describe(viewfinder.widget.raw, "")
        pointer.onClick = { [weak self] in self?.clicked($0, $1, isHeld: $2) }
        pointer.onDoubleClick = { [weak self] in self?.doubleClicked($0, $1) }
        pointer.isOnPicture = { [weak viewfinder] in viewfinder?.mapping?.point(x: $0, y: $1) != nil }
        pill.onGiveBack = { [weak self] in _ = self?.cancel() }
        // The focus would go to whatever is next to it, and Space with it.
        pill.onHide = { [weak viewfinder] in
            if let viewfinder { gtk_widget_grab_focus(viewfinder.widget.raw.widget) }
        }
        pointer.isBesideMark = { [weak self] in self?.isBesideMark($0, $1) ?? false }
        pointer.onExposure = { [weak self] in self?.changeExposure(by: $0) }
        slider.onChange = { steering.compensateExposure($0) }
        mark.onFade = { [slider] in slider.fade($0) }
        reader = Task { [weak self] in
            for await report in steering.focusReports() { self?.apply(report) }
        }
    }

    isolated deinit { reader?.cancel() }

    /// The layers over the viewfinder, in this order.
    var layers: [OpaquePointer] { [mark.widget.raw, slider.widget.raw, pill.widget.raw] }

    // MARK: Asking

    private func clicked(_ x: Double, _ y: Double, isHeld: Bool) {
        guard isEnabled, let point = viewfinder.mapping?.point(x: x, y: y) else { return }
        wasHeld = pill.hold != nil
        if let ring = mark.ringPlace, hypot(x - ring.x, y - ring.y) < Self.ringReach, !isHeld {
            _ = cancel()
            return
        }
        focus(on: point, isHeld: isHeld)
    }

    /// Gives back what was held; where nothing was, the second click corrects the first.
    private func doubleClicked(_ x: Double, _ y: Double) {
        guard wasHeld, pill.hold == nil || point != nil else { return clicked(x, y, isHeld: false) }
        _ = cancel()
    }

    /// Focuses there, whatever went on before.
    private func focus(on point: PointOfInterest, isHeld: Bool = false) {
        guard isEnabled, viewfinder.mapping != nil else { return }
        keyTimer = nil
        showHunting(at: point)
        setLocked(isHeld)
        if slider.value != 0 { steering.compensateExposure(0) }
        slider.value = 0
        number += 1
        steering.focus(FocusRequest(point, isHeld: isHeld, number: number))
    }

    /// L: locks at the point, or in the middle.
    private func lock() { focus(on: point ?? .center, isHeld: true) }

    /// Back to the camera's own focus.
    ///
    /// - Returns: whether there was anything to end.
    func cancel() -> Bool {
        guard point != nil || slider.value != 0 || pill.hold != nil else { return false }
        clear()
        steering.cancelFocus()
        return true
    }

    /// An arrow key: moves the point on the screen by this many steps, and focuses when the keys rest.
    private func move(x: Double, y: Double, isFine: Bool) {
        guard isEnabled, let mapping = viewfinder.mapping else { return }
        let step = isFine ? Self.step / 5 : Self.step
        let from = point ?? .center
        let moved = PointOfInterest(
            x: from.x + (mapping.isMirrored ? -x : x) * step * mapping.crop.width,
            y: from.y + y * step * mapping.crop.height)
        showHunting(at: moved)
        setLocked(false)
        slider.hide()
        keyTimer = .once(after: Self.keyPause) { [weak self] in self?.focus(on: moved) }
    }

    /// + and −, the wheel, a drag: in stops.
    private func changeExposure(by stops: Double) {
        guard isEnabled else { return }
        if let exposureRange { showSlider(exposureRange) }
        slider.change(by: stops)
        if pill.hold == nil, slider.value != 0 { pill.hold = .exposure }
    }

    private func isBesideMark(_ x: Double, _ y: Double) -> Bool {
        guard let point, exposureRange != nil, let place = viewfinder.mapping?.place(of: point) else {
            return false
        }
        return abs(x - place.x) < Self.reach && abs(y - place.y) < Self.reach
    }

    // MARK: Keys: F in the middle, the arrows move the point, L locks, + and − set exposure

    /// A key that no widget wanted.
    ///
    /// - Returns: whether it meant something.
    func keyPressed(_ key: UInt32, modifiers: UInt32) -> Bool {
        let chords = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        guard modifiers & chords == 0 else { return false }
        switch Int32(bitPattern: key) {
        case GDK_KEY_f, GDK_KEY_F: focus(on: .center)
        case GDK_KEY_l, GDK_KEY_L: lock()
        case GDK_KEY_plus, GDK_KEY_KP_Add, GDK_KEY_equal: changeExposure(by: Self.exposureStep)
        case GDK_KEY_minus, GDK_KEY_KP_Subtract: changeExposure(by: -Self.exposureStep)
        default: return false
        }
        return true
    }

    /// An arrow key, before GTK moves the focus with it; only if the focus is on the picture or the shutter.
    ///
    /// - Returns: whether it meant something.
    func arrowPressed(_ key: UInt32, modifiers: UInt32) -> Bool {
        let chords = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        guard modifiers & chords == 0 else { return false }
        let isFine = modifiers & GDK_SHIFT_MASK.rawValue != 0
        switch Int32(bitPattern: key) {
        case GDK_KEY_Left, GDK_KEY_KP_Left: move(x: -1, y: 0, isFine: isFine)
        case GDK_KEY_Right, GDK_KEY_KP_Right: move(x: 1, y: 0, isFine: isFine)
        case GDK_KEY_Up, GDK_KEY_KP_Up: move(x: 0, y: -1, isFine: isFine)
        case GDK_KEY_Down, GDK_KEY_KP_Down: move(x: 0, y: 1, isFine: isFine)
        default: return false
        }
        return true
    }

    // MARK: Showing

    /// Shows the result of the last click.
    private func apply(_ report: FocusReport) {
        guard report.number == number, isEnabled else { return }
        let isNews = exposureRange == nil
        exposureRange = report.exposureRange
        // Exposure was changed without a click: its slider is in the middle.
        if point == nil, isNews, let exposureRange, slider.value != 0 { return showSlider(exposureRange) }
        // The point has been moved on meanwhile.
        guard keyTimer == nil else { return }
        guard report.indicator != shown else { return showHold(report) }
        shown = report.indicator
        switch report.indicator {
        case .none: clear()
        case .hunting: break
        case .locked: settle(.locked, tr("Focused"), report)
        case .failed: fail()
        case .fixed: settle(.fixed, tr("Fixed focus"), report)
        }
    }

    /// The viewfinder has another size, or is mirrored now.
    func viewfinderChanged() {
        guard let point, let place = viewfinder.mapping?.place(of: point) else { return }
        mark.move(x: place.x, y: place.y, in: viewfinder.mapping)
        slider.hide()
    }

    private func showHunting(at point: PointOfInterest) {
        guard let place = viewfinder.mapping?.place(of: point) else { return }
        self.point = point
        shown = .hunting(point)
        if !isLocked { pill.hold = nil }
        mark.move(x: place.x, y: place.y, in: viewfinder.mapping)
        mark.show(.hunting)
        // Not announced: the result will be, in a moment.
        Announcer.describe(viewfinder.widget.raw, FocusMark.State.hunting.name)
        slider.hide()
    }

    /// What is held may be known later than what has come into focus.
    private func showHold(_ report: FocusReport) {
        switch report.indicator {
        case .locked: if !isLocked { pill.hold = .focus }
        case .fixed: if !isLocked { pill.hold = report.holdsExposure ? .exposure : nil }
        case .none, .hunting, .failed: return
        }
        mark.leavesRing = pill.hold != nil
    }

    private func settle(_ state: FocusMark.State, _ words: String, _ report: FocusReport) {
        mark.show(state)
        say(words)
        showHold(report)
        if let exposureRange { showSlider(exposureRange, followsMark: true) }
    }

    private func fail() {
        mark.show(.failed)
        say(tr("Couldn’t focus"))
        setLocked(false)
        pill.hold = nil
    }

    private func showSlider(_ range: ClosedRange<Double>, followsMark: Bool = false) {
        guard let place = viewfinder.mapping?.place(of: point ?? .center) else { return }
        slider.show(
            besideX: place.x, y: place.y, width: Double(gtk_widget_get_width(viewfinder.widget.raw.widget)),
            height: Double(gtk_widget_get_height(viewfinder.widget.raw.widget)), range: range,
            followsMark: followsMark)
    }

    private func setLocked(_ isLocked: Bool) {
        guard isLocked != self.isLocked else { return }
        self.isLocked = isLocked
        pill.hold = isLocked ? .locked : nil
        if isLocked { say(tr("Focus and Exposure Locked")) }
    }

    private func clear() {
        keyTimer = nil
        point = nil
        shown = .none
        exposureRange = nil
        mark.hide()
        slider.hide()
        slider.value = 0
        setLocked(false)
        pill.hold = nil
        Announcer.describe(viewfinder.widget.raw, "")
    }

    /// If GTK can't announce, the viewfinder's description changes.
    private func say(_ words: String) {
        Announcer.describe(viewfinder.widget.raw, words)
        Announcer.say(words, from: viewfinder.widget.raw)
    }
}
