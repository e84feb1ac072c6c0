// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore
internal import Platform

/// What a photographer sets by hand, for each camera: stored, and restored when the camera opens in Pro; and the presets.
///
/// Knows no widget: what is shown goes out through the closures.
@MainActor final class ProSettings {
    /// The camera's controls are like this now.
    var onControls: ([ControlReading]) -> Void = { _ in }
    /// The names of the camera's presets.
    var onPresets: ([String]) -> Void = { _ in }
    /// The camera refused a value. Returns whether a dial shows it.
    var onRefusal: (ControlRefusal) -> Bool = { _ in false }
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
        _ controls: any ControlSteering, _ preferences: Preferences, _ session: SessionModel,
        _ updates: UpdateCoalescer
    ) {
        (self.controls, self.preferences, self.session) = (controls, preferences, session)
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

    /// Pro was turned on or off; also called once at the beginning.
    func modeChanged() {
        restoredOpening = nil
        controls.watchControls(isOn)
    }

    /// Another camera, or none.
    func sessionChanged() {
        follow()
        showControls()
        showPresets()
    }

    /// What was set on a camera goes with it to another port.
    private func follow() {
        var known = values
        known.note(session.snapshot.cameras)
        if let camera = session.camera {
            known.follow(camera)
            var presets = preferences.presets
            presets.follow(camera, known)
            if presets != preferences.presets { preferences.presets = presets }
        }
        guard known != values else { return }
        values = known
        preferences.proValues = known
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
        onControls(readings)
        guard isOn, !readings.isEmpty, let camera = session.camera,
            restoredOpening != session.snapshot.opening
        else { return }
        restoredOpening = session.snapshot.opening
        for request in values.requests(for: camera.id, readings) { controls.request(request) }
    }

    /// The person turned a dial, or changed another control.
    func request(_ request: ControlRequest) {
        controls.request(request)
        if case .manual(let dial, _) = request, dial.kind == .focus { onFocusTurned() }
        guard let camera = session.camera else { return }
        values.note(request, on: camera.id, readings)
        storing = .once(after: 500) { [weak self] in self?.store() }
    }

    /// The camera refused a value: a dial shows it, otherwise a message.
    private func refused(_ refusals: [ControlRefusal]) {
        var isShown = false
        for refusal in refusals {
            Log(domain: "ui").warning(
                "control \(refusal.name): \(refusal.error)",
                .errno(refusal.error.underlying, at: refusal.error.step))
            // A dial could only say that its value was refused, which it was not.
            if !refusal.isHanging { isShown = onRefusal(refusal) || isShown }
        }
        // In Pro the dial shows it already.
        guard !isShown || !isOn else { return }
        let names = refusals.map(\.name).filter { !$0.isEmpty }
        guard !names.isEmpty else { return }
        let words =
            refusals.contains(where: \.isHanging)
            ? tr("The camera does not answer for %s yet. The picture goes on.")
            : tr("The camera kept its own value for %s")
        onMessage(words.filling("%s", with: names.joined(separator: ", ")))
    }

    // MARK: Presets: saved for the camera in use, applied through ordinary requests

    func showPresets() {
        let presets = session.camera.map { preferences.presets.presets(for: $0.id) } ?? []
        onPresets(presets.map(\.name))
    }

    func savePreset(_ name: String) {
        changePresets { presets, camera in
            presets.save(name, for: camera, ProValues.present(on: camera, readings, requested: values))
        }
    }

    func applyPreset(_ name: String) {
        guard let camera = session.camera,
            let preset = preferences.presets.presets(for: camera.id).first(where: { $0.name == name })
        else { return }
        for request in preset.requests(for: readings, setByHand: values[camera.id]) { self.request(request) }
    }

    func deletePreset(_ name: String) { changePresets { $0.delete(name, for: $1) } }

    private func changePresets(_ body: (inout ProPresets, CameraID) -> Void) {
        guard let camera = session.camera else { return }
        var presets = preferences.presets
        body(&presets, camera.id)
        preferences.presets = presets
        showPresets()
    }
}
