internal import Cameras
internal import CaptureCore

/// The controls: wishes in, readings and refusals out.
extension CaptureSession {
    func take(_ wish: ControlWish) {
        noteForFocus(wish)
        opening?.controlWriter.add(wish)
        flushWishes()
    }

    func watchControls(_ isWatching: Bool) {
        watchesControls = isWatching
        opening?.controlWatch.isWatching = isWatching
    }

    func resetToAutomatic() {
        guard let opening else { return }
        focus.reset(opening.device, &opening.controlWriter, at: clock())
        let refused = opening.controlWriter.reset(opening.device, known: opening.controlWatch.present)
        opening.controlWatch.readAllSoon()
        tell(refused, by: opening)
    }

    func measure() -> MeasuredSettings {
        var settings = opening.map { SettingsReader(clock: clock).read($0.device) } ?? MeasuredSettings()
        if case .streaming(_, let stream, _) = machine.state {
            settings.pointOfInterest = focus.pixel(in: stream.layout.size)
        }
        return settings
    }

    /// Writes what is due, and sees to it that the rest is written in time.
    func flushWishes() {
        guard let opening, let wait = opening.controlWriter.wait(at: clock()) else { return }
        if wait == .zero {
            let refused = opening.controlWriter.flush(
                to: opening.device, at: clock(), names: opening.controlWatch.known)
            tell(refused, by: opening)
        }
        guard wishTimer == nil, let wait = opening.controlWriter.wait(at: clock()) else { return }
        wishTimer = Task { [weak self] in
            try? await Task.sleep(for: wait)
            await self?.wishesDue()
        }
    }

    private func wishesDue() {
        wishTimer = nil
        flushWishes()
    }

    private func tell(_ refused: [ControlRefusal], by opening: CameraOpening) {
        guard !refused.isEmpty else { return }
        // What the views show of them may be what was wished.
        opening.controlWatch.note(refused.map(\.control))
        onRefusals(refused)
    }

    func readControls(of opening: CameraOpening) {
        // While a dial is turned its writes come first: a slow camera has no time for both.
        guard opening.controlWriter.wait(at: clock()) == nil else { return }
        guard let readings = opening.controlWatch.readings(from: opening.device, clock: clock) else { return }
        opening.controlWriter.note(readings)
        onControls(ControlReport(opening: openingCount, readings: readings))
    }
}
