// SPDX-License-Identifier: GPL-3.0-or-later
internal import CaptureCore

/// Pro: shows the dials and assistants, and connects them with what is set by hand (`ProSettings`).
final class ProController {
    /// Made when Pro is first on, to spare the start.
    private(set) var dials: DialBar?
    let assistants: Assistants
    /// The dials were made and should be laid over the picture.
    var onDials: (DialBar) -> Void = { _ in }

    /// The focus is turned by hand.
    var onFocusTurned: () -> Void {
        get { settings.onFocusTurned }
        set { settings.onFocusTurned = newValue }
    }
    /// Words for a short message.
    var onMessage: (String) -> Void {
        get { settings.onMessage }
        set { settings.onMessage = newValue }
    }

    private let session: SessionModel
    private let settings: ProSettings

    init(
        _ environment: AppEnvironment, _ session: SessionModel, _ assistants: Assistants,
        _ updates: UpdateCoalescer
    ) {
        (self.session, self.assistants) = (session, assistants)
        settings = ProSettings(environment.controls, environment.preferences, session, updates)
    }

    private func makeDials() {
        let dials = DialBar(assistants: assistants.button)
        dials.onRequest = { [weak self] in self?.settings.request($0) }
        dials.presets.onSave = { [weak self] in self?.settings.savePreset($0) }
        dials.presets.onApply = { [weak self] in self?.settings.applyPreset($0) }
        dials.presets.onDelete = { [weak self] in self?.settings.deletePreset($0) }
        settings.onControls = { dials.show($0) }
        settings.onPresets = { dials.presets.show($0) }
        settings.onRefusal = { dials.refused($0) }
        self.dials = dials
        onDials(dials)
        settings.showPresets()
    }

    /// Shows or hides everything that is Pro's. To be called once at the beginning.
    func modeChanged() {
        let isOn = session.mode == .professional
        if isOn, dials == nil { makeDials() }
        dials?.isShown = isOn
        assistants.isShown = isOn
        settings.modeChanged()
    }

    /// Another camera, or none.
    func sessionChanged() { settings.sessionChanged() }

    /// Stores the values set by hand, before the program ends.
    func store() { settings.store() }
}
