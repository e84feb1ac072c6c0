// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import CaptureCore
internal import Platform

/// The camera switch in the deck; visible only with a choice.
final class CameraMenu {
    let widget: ObjectRef
    /// Called with the camera that the person chose.
    var onSelect: (CameraInfo) -> Void = { _ in }

    private var cameras: [CameraInfo] = []
    private var setCurrent: (String) -> Void = { _ in }

    /// - Parameter actions: the window, which gets the action `camera`, and "camera-1" to "camera-9".
    init(actions: OpaquePointer) {
        widget = ObjectRef(
            sinking: Menus.button(
                "tintype-switch-camera-symbolic", tr("Choose Camera"), classes: ["deck-button"]))
        Widgets.setVisible(widget.raw, false)
        setCurrent = Actions.addChoice(to: actions, .camera) { [weak self] id in
            guard let self, let camera = self.cameras.first(where: { $0.id.rawValue == id }) else { return }
            self.choose(camera)
        }
        for place in 0..<Self.keys {
            Actions.add(to: actions, Self.action(place)) { [weak self] in
                guard let self, self.cameras.indices.contains(place) else { return }
                self.choose(self.cameras[place])
            }
        }
    }

    /// This many cameras have a digit.
    private static let keys = 9

    private static func action(_ place: Int) -> String { "camera-\(place + 1)" }

    private static func accelerator(_ place: Int) -> String { "<Control>\(place + 1)" }

    /// Binds Ctrl+1 to Ctrl+9, in the order of the menu.
    static func bindKeys(of application: OpaquePointer) {
        for place in 0..<keys {
            Actions.bind(
                application, "win." + action(place), [accelerator(place), "<Control>KP_\(place + 1)"])
        }
    }

    /// Whether there is something to choose.
    private var isOffered: Bool { cameras.count > 1 }

    /// Whether another button takes its place: a video has one camera.
    var isCovered = false { didSet { showIfOffered() } }

    private func showIfOffered() { Widgets.setVisible(widget.raw, isOffered && !isCovered) }

    private func choose(_ camera: CameraInfo) {
        if !isCovered { onSelect(camera) }
    }

    /// Shows these cameras, with the one in use marked.
    func update(_ found: [CameraInfo], current: CameraInfo?) {
        // A camera in use that is not found (the test scene, or unplugged) still differs from the others.
        let isListed = current.map { camera in found.contains { $0.id == camera.id } } ?? true
        let offered = isListed ? found : found + [current].compactMap { $0 }
        setCurrent(current?.id.rawValue ?? "")
        gtk_widget_set_tooltip_text(widget.raw.widget, current?.name ?? tr("Choose Camera"))
        Widgets.describe(widget.raw, current?.name ?? "")
        defer { showIfOffered() }
        guard offered != cameras else { return }
        cameras = offered
        let entries = zip(offered, Self.titles(of: offered.map(\.name))).enumerated().map { place, choice in
            MenuEntry.item(
                Menus.title(choice.1), .camera, target: choice.0.id.rawValue,
                key: place < Self.keys ? Self.accelerator(place) : nil)
        }
        Menus.set(entries, of: widget.raw)
    }

    /// Names, with numbers where cameras have the same one; no two alike.
    static func titles(of names: [String]) -> [String] {
        var titles = Set<String>()
        return names.map { name in
            guard !titles.insert(name).inserted else { return name }
            var number = 2
            var title: String { name + " (\(number))" }
            // A camera can be called so itself.
            while names.contains(title) || !titles.insert(title).inserted { number += 1 }
            return title
        }
    }
}
