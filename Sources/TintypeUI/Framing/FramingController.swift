internal import CaptureCore
internal import GLibBridge

/// Zoom, shape and mirror: what of each frame is seen.
final class FramingController {
    let zoom: ZoomControl

    private let viewfinder: ViewfinderView
    private let preferences: Preferences
    private let session: ShownSession
    /// Marks the present choice in the menu.
    private var setAspect: (String) -> Void = { _ in }
    private var mirrorWatch: SignalConnection?

    /// - Parameter window: gets the actions.
    init(
        window: OpaquePointer, viewfinder: ViewfinderView, _ preferences: Preferences, _ session: ShownSession
    ) {
        (self.viewfinder, self.preferences, self.session) = (viewfinder, preferences, session)
        zoom = ZoomControl(on: viewfinder.widget.raw)
        viewfinder.isMirrored = preferences.expectedTarget.isMirrored
        zoom.onChange = { [weak self] _ in self?.update() }
        Actions.add(to: window, "zoom-in") { [weak self] in self?.zoom.stepIn() }
        Actions.add(to: window, "zoom-out") { [weak self] in self?.zoom.stepOut() }
        Actions.add(to: window, "zoom-reset") { [weak self] in self?.zoom.set(1) }
        setAspect = Actions.addChoice(to: window, "aspect-ratio") { [weak self] choice in
            preferences.aspect = AspectRatio(rawValue: choice) ?? .native
            self?.update()
        }
        update()
        mirrorWatch = preferences.onMirrorChange { [weak self] in self?.cameraChanged() }
    }

    /// Another camera may be mirrored otherwise.
    func cameraChanged() {
        guard let camera = session.camera else { return }
        viewfinder.isMirrored = preferences.mirrors(camera)
    }

    private func update() {
        setAspect(preferences.aspect.rawValue)
        viewfinder.framing = Framing(zoom: zoom.zoom, aspect: preferences.aspect)
    }
}
