internal import CGtk
internal import CaptureCore
internal import GLibBridge

/// Zoom, shape and mirror: what of each frame is seen and saved.
extension CameraWindow {
    func connectFraming() {
        let window = widget.raw
        zoom.onChange = { [weak self] _ in self?.updateFraming() }
        Actions.add(to: window, "zoom-in") { [weak self] in self?.zoom.stepIn() }
        Actions.add(to: window, "zoom-out") { [weak self] in self?.zoom.stepOut() }
        Actions.add(to: window, "zoom-reset") { [weak self] in self?.zoom.set(1) }
        let preferences = environment.preferences
        setAspect = Actions.addChoice(to: window, "aspect-ratio") { [weak self] choice in
            preferences.aspect = AspectRatio(rawValue: choice) ?? .native
            self?.updateFraming()
        }
        updateFraming()
        habitsWatch = preferences.onHabitsChange { [weak self] in
            guard let self else { return }
            self.environment.feed.setHabits(preferences.habits)
            self.environment.feed.setModes(preferences.modes)
        }
    }

    private func updateFraming() {
        let aspect = environment.preferences.aspect
        setAspect(aspect.rawValue)
        viewfinder.framing = Framing(zoom: zoom.zoom, aspect: aspect)
    }

    /// What is made of a frame that was seen as in this picture.
    func photoFraming(of picture: Picture?) -> PhotoFraming {
        let isMirrored =
            snapshot.state.camera.map { environment.preferences.photoMirror.applies(to: $0) } ?? false
        guard let picture, picture.portion.size != picture.frameSize else {
            return PhotoFraming(isMirrored: isMirrored)
        }
        return PhotoFraming(portion: picture.portion, isMirrored: isMirrored)
    }

    /// What is known of how such a frame was taken, besides what the camera says.
    func measured(of picture: Picture?) -> MeasuredSettings {
        guard let picture, picture.portion.size != picture.frameSize else { return MeasuredSettings() }
        let shape = Framing(aspect: environment.preferences.aspect)
        let all = shape.portion(of: picture.frameSize)
        let zoom = Double(all.width) / Double(max(1, picture.portion.width))
        return MeasuredSettings(digitalZoom: zoom > 1.01 ? zoom : nil)
    }
}

extension MeasuredSettings {
    /// The same, with how far the picture was enlarged here.
    func with(digitalZoom: Double?) -> MeasuredSettings {
        var settings = self
        settings.digitalZoom = digitalZoom
        return settings
    }
}
