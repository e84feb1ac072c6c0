internal import CaptureCore

/// What the views ask of focus.
extension CaptureSession {
    func focus(_ request: FocusRequest) {
        guard let opening else { return }
        let readings = opening.controlWatch.ask(FocusDriver.controls, of: opening.device)
        focus.click(request, readings, at: clock())
        opening.controlWatch.readSoon()
    }

    func cancelFocus() {
        guard let opening else { return }
        focus.cancel(opening.device, &opening.controlWriter, at: clock())
        opening.controlWatch.readSoon()
    }

    func compensateExposure(_ stops: Double) {
        guard let opening else { return }
        if focus.needsReadings {
            focus.learn(opening.controlWatch.ask(FocusDriver.controls, of: opening.device))
        }
        focus.compensate(stops, opening.device, &opening.controlWriter)
    }

    /// A dial was turned: what the photographer decides is not focus's any more.
    func noteForFocus(_ wish: ControlWish) {
        guard let opening else { return }
        focus.note(wish, opening.device, &opening.controlWriter, at: clock())
    }
}
