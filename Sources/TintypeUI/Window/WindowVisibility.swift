// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CShims
internal import CaptureCore
internal import Platform

/// Watches whether the window can be seen, and turns the camera off while it can't.
///
/// A window hidden only for a moment, e.g. while windows are switched, changes nothing.
final class WindowVisibility {
    /// Milliseconds; together with the closing of the camera less than two seconds.
    private static let settlingTime: UInt32 = 800
    /// Milliseconds between two checks whether pictures are drawn.
    private static let interval: UInt32 = 250

    /// Whether the camera stays on while the window can't be seen, because a video is recorded.
    var isCameraNeeded = false { didSet { if isCameraNeeded != oldValue { tell() } } }

    private let presence: any PresenceMonitoring
    private(set) var isHidden = false
    private var isHiddenNow = false
    private var isUndrawn = false
    private var waiting: MainTimer?
    private var looking: MainTimer?
    private var gap = OcclusionDetector()

    init(of window: OpaquePointer, _ presence: any PresenceMonitoring) {
        self.presence = presence
        connect(window, "map") { _ in presence.noteWindow(isMapped: true) }
        connect(window, "unmap") { _ in presence.noteWindow(isMapped: false) }
        connect(window, "realize") { [weak self] _ in self?.watch(window) }
        if gtk_widget_get_realized(window.widget) != 0 { watch(window) }
    }

    private func watch(_ window: OpaquePointer) {
        let box = Box<WeakVisibility>(WeakVisibility(self))
        tt_watch_visibility(window.widget, box.retained(), visibilityChanged, releaseBox)
    }

    /// A picture came, and drawing was requested.
    func pictureArrived() {
        gap.pictureArrived(at: .now)
        guard looking == nil else { return }
        looking = MainTimer(every: Self.interval) { [weak self] in self?.look() ?? false }
    }

    /// The viewfinder was drawn, so it is seen.
    func drawn() {
        gap.drawn()
        guard isUndrawn else { return }
        isUndrawn = false
        update()
    }

    private func look() -> Bool {
        guard gap.isHidden(at: .now) else { return true }
        isUndrawn = true
        looking = nil
        update()
        return false
    }

    fileprivate func windowSystemSays(isHidden: Bool) {
        isHiddenNow = isHidden
        update()
    }

    private func update() {
        waiting?.cancel()
        waiting = nil
        guard isHiddenNow || isUndrawn else { return settle(false) }
        // Undrawn pictures have waited long enough already.
        if isUndrawn { return settle(true) }
        waiting = .once(after: Self.settlingTime) { [weak self] in self?.settle(true) }
    }

    private func settle(_ isHidden: Bool) {
        guard isHidden != self.isHidden else { return }
        self.isHidden = isHidden
        tell()
    }

    private func tell() { presence.note(.hiddenWindow, isHidden && !isCameraNeeded) }
}

/// The weak reference that C keeps.
private final class WeakVisibility {
    weak var visibility: WindowVisibility?

    init(_ visibility: WindowVisibility) { self.visibility = visibility }
}

nonisolated private let visibilityChanged: @convention(c) (UnsafeMutableRawPointer?, gboolean) -> Void = {
    pointer, isHidden in
    let address = UInt(bitPattern: pointer)
    MainActor.assumeIsolated {
        guard let box = UnsafeMutableRawPointer(bitPattern: address) else { return }
        Box<WeakVisibility>.borrow(box).value.visibility?.windowSystemSays(isHidden: isHidden != 0)
    }
}
