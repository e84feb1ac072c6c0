internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// The camera chooser in the header bar; there only when there is something to choose.
final class CameraMenu {
    let widget: ObjectRef
    /// Told which camera the person chose.
    var onSelect: (CameraInfo) -> Void = { _ in }

    private var cameras: [CameraInfo] = []
    private var setCurrent: (String) -> Void = { _ in }

    /// - Parameter actions: the window, which gets the action "win.camera".
    init(actions: OpaquePointer) {
        widget = ObjectRef(sinking: OpaquePointer(gtk_menu_button_new()))
        gtk_menu_button_set_icon_name(widget.raw, "tintype-switch-camera-symbolic")
        Widgets.name(widget.raw, tr("Choose Camera"))
        Widgets.setVisible(widget.raw, false)
        setCurrent = Actions.addChoice(to: actions, "camera") { [weak self] id in
            guard let self, let camera = self.cameras.first(where: { $0.id.rawValue == id }) else { return }
            self.onSelect(camera)
        }
    }

    /// Whether there is something to choose.
    var isOffered: Bool { cameras.count > 1 }

    /// Shows these cameras, with the one in use marked.
    func update(_ found: [CameraInfo], current: CameraInfo?) {
        // One that is in use and not found (the test scene, or unplugged) can still be told from the others.
        let isListed = current.map { camera in found.contains { $0.id == camera.id } } ?? true
        let offered = isListed ? found : found + [current].compactMap { $0 }
        setCurrent(current?.id.rawValue ?? "")
        Widgets.setVisible(widget.raw, offered.count > 1)
        guard offered != cameras else { return }
        cameras = offered
        let menu = g_menu_new()
        for (camera, title) in zip(offered, Self.titles(of: offered)) {
            let item = g_menu_item_new(title, nil)
            g_menu_item_set_action_and_target_value(
                item, "win.camera", g_variant_new_string(camera.id.rawValue))
            g_menu_append_item(menu, item)
            g_object_unref(UnsafeMutableRawPointer(item))
        }
        gtk_menu_button_set_menu_model(widget.raw, UnsafeMutablePointer(menu))
        g_object_unref(UnsafeMutableRawPointer(menu))
    }

    /// Names, told apart by a number where two cameras have the same.
    static func titles(of cameras: [CameraInfo]) -> [String] {
        var seen: [String: Int] = [:]
        return cameras.map { camera in
            let count = (seen[camera.name] ?? 0) + 1
            seen[camera.name] = count
            return count == 1 ? camera.name : camera.name + " (\(count))"
        }
    }
}
