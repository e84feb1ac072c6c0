internal import CaptureCore

/// What the views ask of focus.
extension CaptureSession {
    func focus(_ request: FocusRequest) {
        guard let device else { return }
        let readings = controlWatch.ask(FocusDriver.controls, of: device)
        focus.click(request, readings, at: clock())
        controlWatch.readSoon()
    }

    func cancelFocus() {
        guard let device else { return }
        focus.cancel(device, &controlWriter, at: clock())
        controlWatch.readSoon()
    }

    func compensateExposure(_ stops: Double) {
        guard let device else { return }
        if focus.needsReadings { focus.learn(controlWatch.ask(FocusDriver.controls, of: device)) }
        focus.compensate(stops, device, &controlWriter)
    }

    /// A dial was turned: what the photographer decides is not focus's any more.
    func noteForFocus(_ wish: ControlWish) {
        guard let device else { return }
        focus.note(wish, device, &controlWriter, at: clock())
    }
}
