internal import GLibBridge

/// Asks the portal on a thread of its own while GTK starts, so that an allowed camera waits for nothing else.
struct EarlyPortalCheck: EarlyChecking {
    let isTurnedOff: Bool
    let keeper: CameraGrantKeeper

    func run(_ bus: BusConnection?) -> CameraGrant? {
        guard !isTurnedOff, let bus, CameraPortal(bus: bus).probeBlocking() == .open else { return nil }
        return keeper.openUnlessClosed()
    }
}
