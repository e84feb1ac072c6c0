// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// Zoom, shape and mirror: which part of each frame is seen.
final class FramingController {
    let zoom: ZoomControl
    /// Zoom, and in Auto the menu with shape and mirror, over the picture's lower edge.
    let widget: ObjectRef
    /// Whether it is shown even without zoom.
    var isAlwaysShown = false { didSet { show() } }

    /// How much of the viewfinder's lower edge zoom and dials take, if any; logical pixels.
    var onReach: (Int32) -> Void = { _ in }

    /// Logical pixels, including margins.
    private static let height: Int32 = 52
    /// Room for two lines of words below it in the black; logical pixels.
    private static let roomBelow: Int32 = 96

    private let shape = FramingMenu.button()
    private let viewfinder: ViewfinderView
    private let preferences: Preferences
    private let session: SessionModel
    /// Marks the present choice in the menu.
    private var setAspect: (String) -> Void = { _ in }
    private var setMirrored: (Bool) -> Void = { _ in }
    private var mirrorWatch: SignalConnection?

    /// - Parameter window: gets the actions.
    init(
        window: OpaquePointer, viewfinder: ViewfinderView, _ preferences: Preferences, _ session: SessionModel
    ) {
        (self.viewfinder, self.preferences, self.session) = (viewfinder, preferences, session)
        zoom = ZoomControl(on: viewfinder.widget.raw)
        let row = Widgets.row(spacing: 0, classes: ["zoom-pill"], [zoom.widget.raw, shape])
        widget = ObjectRef(sinking: row)
        gtk_widget_set_halign(row.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(row.widget, GTK_ALIGN_END)
        viewfinder.isMirrored = preferences.expectedTarget.isMirrored
        zoom.onChange = { [weak self] _ in self?.update() }
        Actions.add(to: window, .zoomIn) { [weak self] in self?.zoom.stepIn() }
        Actions.add(to: window, .zoomOut) { [weak self] in self?.zoom.stepOut() }
        Actions.add(to: window, .zoomReset) { [weak self] in self?.zoom.reset() }
        setAspect = Actions.addChoice(to: window, .aspectRatio) { [weak self] choice in
            preferences.aspect = AspectRatio(rawValue: choice) ?? .native
            self?.update()
        }
        setMirrored = Actions.addToggle(to: window, .mirror, isOn: viewfinder.isMirrored) { isOn in
            preferences.mirror = isOn ? .always : .never
            viewfinder.isMirrored = isOn
        }
        update()
        mirrorWatch = preferences.onMirrorChange { [weak self] in self?.cameraChanged() }
    }

    /// How much of the viewfinder's lower edge the dials take; logical pixels.
    var dialsHeight: Int32 = 0 { didSet { placeZoom() } }

    /// Puts the zoom over the picture's lower edge, and above the dials; and words over its upper edge.
    ///
    /// - Parameters:
    ///   - widgets: at the viewfinder’s upper edge.
    ///   - least: how much of that edge something else takes; logical pixels.
    func place(atUpperEdge widgets: [OpaquePointer], below least: Int32 = 0) {
        let origin = viewfinder.pictureArea?.bounds.origin
        let (edge, side) = (max(least, Int32(origin?.y ?? 0)), Int32(origin?.x ?? 0))
        for widget in widgets.map(\.widget) {
            if gtk_widget_get_margin_top(widget) != edge { gtk_widget_set_margin_top(widget, edge) }
            // A widget at the end edge stays inside the picture.
            if gtk_widget_get_halign(widget) == GTK_ALIGN_END, gtk_widget_get_margin_end(widget) != side {
                gtk_widget_set_margin_end(widget, side)
            }
        }
        placeZoom()
    }

    private func placeZoom() {
        let black = viewfinder.pictureArea.map { area in
            gtk_widget_get_height(viewfinder.widget.raw.widget)
                - Int32((area.bounds.origin.y + area.bounds.size.height).rounded(.up))
        }
        let distance = max(black ?? 0, dialsHeight)
        let isInTheWay =
            gtk_widget_get_visible(widget.raw.widget) != 0 && (dialsHeight > 0 || distance < Self.roomBelow)
        onReach(isInTheWay ? distance + Self.height : dialsHeight)
        guard gtk_widget_get_margin_bottom(widget.raw.widget) != distance else { return }
        gtk_widget_set_margin_bottom(widget.raw.widget, distance)
    }

    private func show() {
        Widgets.setVisible(widget.raw, isAlwaysShown || zoom.zoom > 1)
        Widgets.setVisible(shape, isAlwaysShown)
        placeZoom()
    }

    /// Another camera may have another mirroring and zoom range.
    func cameraChanged() {
        if case .streaming(_, let stream, _) = session.state {
            zoom.offered = ZoomScale.offered(
                width: stream.layout.size.width, reach: session.snapshot.zoomReach)
        }
        guard let camera = session.camera else { return }
        viewfinder.isMirrored = preferences.mirrors(camera)
        setMirrored(viewfinder.isMirrored)
    }

    private func update() {
        setAspect(preferences.aspect.rawValue)
        viewfinder.framing = Framing(zoom: zoom.zoom, aspect: preferences.aspect)
        show()
    }
}

/// The shapes that viewfinder and photos can have, and the mirror, as menus.
enum FramingMenu {
    /// A button in the viewfinder.
    fileprivate static func button() -> OpaquePointer {
        let button = Menus.button("tintype-shape-symbolic", tr("Shape and Mirror"), classes: ["zoom-button"])
        Menus.set([.section(tr("Aspect Ratio"), shapes), .section(nil, [mirror])], of: button)
        return button
    }

    /// For other menus: the shapes in a menu of their own, and the mirror.
    static var entries: [MenuEntry] { [.submenu(tr("Aspect _Ratio"), shapes), mirror] }

    // Translators: whether the viewfinder shows the picture as a mirror does.
    private static var mirror: MenuEntry { .item(tr("_Mirror"), .mirror) }

    private static var shapes: [MenuEntry] {
        AspectRatio.allCases.map { .item(title($0), .aspectRatio, target: $0.rawValue) }
    }

    private static func title(_ aspect: AspectRatio) -> String {
        switch aspect {
        case .native: tr("The Camera’s Own")
        case .fourToThree: "4:3"
        case .sixteenToNine: "16:9"
        case .square: "1:1"
        }
    }
}
