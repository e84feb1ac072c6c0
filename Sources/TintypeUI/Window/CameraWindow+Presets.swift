internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// Pro's presets: saved for the camera in use, applied through the same wishes that a hand makes.
extension CameraWindow {
    func connectPresets() {
        let presets = dials.presets
        presets.onSave = { [weak self] in self?.savePreset($0) }
        presets.onApply = { [weak self] in self?.applyPreset($0) }
        presets.onDelete = { [weak self] name in
            self?.changePresets { $0.delete(name, for: $1) }
        }
    }

    func showPresets() {
        guard let camera = snapshot.state.camera else { return dials.presets.show([]) }
        dials.presets.show(environment.preferences.presets.presets(for: camera.id).map(\.name))
    }

    private func savePreset(_ name: String) {
        let (readings, wished) = (readings, proValues)
        changePresets { presets, camera in
            presets.save(name, for: camera, ProValues.present(on: camera, readings, wished: wished))
        }
    }

    private func applyPreset(_ name: String) {
        guard let camera = snapshot.state.camera,
            let preset = environment.preferences.presets.presets(for: camera.id).first(where: {
                $0.name == name
            })
        else { return }
        for wish in preset.wishes(for: readings, handset: proValues[camera.id]) { wishMade(wish) }
    }

    private func changePresets(_ body: (inout ProPresets, CameraID) -> Void) {
        guard let camera = snapshot.state.camera else { return }
        var presets = environment.preferences.presets
        body(&presets, camera.id)
        environment.preferences.presets = presets
        showPresets()
    }
}
