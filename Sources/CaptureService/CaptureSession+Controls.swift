internal import Cameras
internal import CaptureCore

/// The controls: wishes in, readings and refusals out.
extension CaptureSession {
    func take(_ wish: ControlWish) {
        noteForFocus(wish)
        controlWriter.add(wish)
        flushWishes()
    }

    func resetToAutomatic() {
        guard let device else { return }
        focus.reset(device, &controlWriter, at: clock())
        let refused = controlWriter.reset(device, known: controlWatch.present)
        controlWatch.readAllSoon()
        tell(refused)
    }

    func measure() -> MeasuredSettings {
        var settings = device.map { SettingsReader(clock: clock).read($0) } ?? MeasuredSettings()
        if case .streaming(_, let stream, _) = machine.state {
            settings.pointOfInterest = focus.pixel(in: stream.layout.size)
        }
        return settings
    }

    /// Writes what is due, and sees to it that the rest is written in time.
    func flushWishes() {
        guard let device, let wait = controlWriter.wait(at: clock()) else { return }
        if wait == .zero {
            tell(controlWriter.flush(to: device, at: clock(), names: controlWatch.known))
        }
        guard wishTimer == nil, let wait = controlWriter.wait(at: clock()) else { return }
        wishTimer = Task { [weak self] in
            try? await Task.sleep(for: wait)
            await self?.wishesDue()
        }
    }

    private func wishesDue() {
        wishTimer = nil
        flushWishes()
    }

    private func tell(_ refused: [ControlRefusal]) {
        guard !refused.isEmpty else { return }
        // What the views show of them may be what was wished.
        controlWatch.note(refused.map(\.control))
        onRefusals(refused)
    }

    func readControls(of device: any CameraDevice) {
        // While a dial is turned its writes come first: a slow camera has no time for both.
        guard controlWriter.wait(at: clock()) == nil else { return }
        guard let readings = controlWatch.readings(from: device, clock: clock) else { return }
        controlWriter.note(readings)
        onControls(ControlReport(opening: opening, readings: readings))
    }
}
