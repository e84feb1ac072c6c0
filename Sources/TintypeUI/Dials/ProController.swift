internal import CaptureCore
internal import GLibBridge

/// Pro: the dials, the values set by hand for each camera, and the presets.
final class ProController {
    /// Made when Pro is first on, to spare the start.
    private(set) var dials: DialBar?
    let assistants: Assistants
    /// The dials were made and should be laid over the picture.
    var onDials: (DialBar) -> Void = { _ in }

    /// The focus is turned by hand.
    var onFocusTurned: () -> Void = {}
    /// Words for a short message.
    var onMessage: (String) -> Void = { _ in }

    private let controls: any ControlSteering
    private let preferences: Preferences
    private let session: SessionModel
    /// What was set by hand.
    private var values: ProValues
    /// The last report of controls, while Pro is on.
    private var report = ControlReport()
    /// The opening of a camera (`SessionSnapshot.opening`) whose values were restored.
    private var restoredOpening: Int?
    /// Runs until manual values are stored: a dial makes hundreds of changes a second.
    private var storing: MainTimer?
    private var readers: [Task<Void, Never>] = []

    init(
        _ environment: AppEnvironment, _ session: SessionModel, _ assistants: Assistants,
        _ updates: UpdateCoalescer
    ) {
        (controls, preferences) = (environment.controls, environment.preferences)
        (self.session, self.assistants) = (session, assistants)
        values = preferences.proValues
        readers = [
            Task { [weak self, controls] in
                for await report in controls.controls() {
                    self?.report = report
                    updates.next { self?.showControls() }
                }
            },
            Task { [weak self, controls] in
                for await refusals in controls.refusals() { self?.refused(refusals) }
            },
        ]
    }

    isolated deinit { for reader in readers { reader.cancel() } }

    private var isOn: Bool { session.mode == .professional }

    private func makeDials() {
        let dials = DialBar(assistants: assistants.button)
        dials.onWish = { [weak self] in self?.wishMade($0) }
        dials.presets.onSave = { [weak self] in self?.savePreset($0) }
        dials.presets.onApply = { [weak self] in self?.applyPreset($0) }
        dials.presets.onDelete = { [weak self] name in self?.changePresets { $0.delete(name, for: $1) } }
        self.dials = dials
        onDials(dials)
    }

    /// Shows or hides everything that is Pro's. To be called once at the beginning.
    func modeChanged() {
        if isOn, dials == nil {
            makeDials()
            showPresets()
        }
        dials?.isShown = isOn
        assistants.isShown = isOn
        restoredOpening = nil
        controls.watchControls(isOn)
    }

    /// Another camera, or none.
    func sessionChanged() {
        showControls()
        showPresets()
    }

    /// Stores the values set by hand, before the program ends.
    func store() {
        guard storing != nil else { return }
        storing = nil
        preferences.proValues = values
    }

    // MARK: Controls

    /// The shown camera's last report of its controls.
    private var readings: [ControlReading] {
        session.isStreaming ? report.readings(in: session.snapshot) : []
    }

    private func showControls() {
        let readings = readings
        dials?.show(readings)
        guard isOn, !readings.isEmpty, let camera = session.camera,
            restoredOpening != session.snapshot.opening
        else { return }
        restoredOpening = session.snapshot.opening
        for wish in values.wishes(for: camera.id, readings) { controls.wish(wish) }
    }

    private func wishMade(_ wish: ControlWish) {
        controls.wish(wish)
        if case .manual(let dial, _) = wish, dial.kind == .focus { onFocusTurned() }
        guard let camera = session.camera else { return }
        values.note(wish, on: camera.id)
        storing = .once(after: 500) { [weak self] in self?.store() }
    }

    /// The camera refused a value: a dial shows it, otherwise a message.
    private func refused(_ refusals: [ControlRefusal]) {
        var isShown = false
        for refusal in refusals {
            Log(domain: "ui").warning(
                "control \(refusal.name): \(refusal.error)",
                .errno(refusal.error.underlying, at: refusal.error.step))
            isShown = dials?.refused(refusal) == true || isShown
        }
        // In Pro the dial shows it already.
        guard !isShown || !isOn else { return }
        let names = refusals.map(\.name).filter { !$0.isEmpty }
        guard !names.isEmpty else { return }
        onMessage(
            tr("The camera kept its own value for %s").filling("%s", with: names.joined(separator: ", ")))
    }

    // MARK: Presets: saved for the camera in use, applied through ordinary requests

    private func showPresets() {
        let presets = session.camera.map { preferences.presets.presets(for: $0.id) } ?? []
        dials?.presets.show(presets.map(\.name))
    }

    private func savePreset(_ name: String) {
        changePresets { presets, camera in
            presets.save(name, for: camera, ProValues.present(on: camera, readings, wished: values))
        }
    }

    private func applyPreset(_ name: String) {
        guard let camera = session.camera,
            let preset = preferences.presets.presets(for: camera.id).first(where: { $0.name == name })
        else { return }
        for wish in preset.wishes(for: readings, handset: values[camera.id]) { wishMade(wish) }
    }

    private func changePresets(_ body: (inout ProPresets, CameraID) -> Void) {
        guard let camera = session.camera else { return }
        var presets = preferences.presets
        body(&presets, camera.id)
        preferences.presets = presets
        showPresets()
    }
}
