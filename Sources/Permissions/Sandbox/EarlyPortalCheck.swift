internal import GLibBridge

/// Asks the portal on a thread of its own while GTK starts, so that an allowed camera waits for nothing else.
struct EarlyPortalCheck: EarlyChecking {
    let isTurnedOff: Bool
    let keeper: CameraGrantKeeper
    let watch: CameraGuard
    /// Reports the result to the permission.
    let onFound: @Sendable (CameraPortal.Gate) -> Void

    func run(_ bus: BusConnection?) -> CameraGrant? {
        guard !isTurnedOff, let bus else { return nil }
        watch.start(CameraGuard.Places(entry: nil, hasPrivacySchema: false), bus)
        let gate = CameraPortal(bus: bus).probeBlocking()
        let grant = gate == .open ? keeper.openUnlessClosed() : nil
        onFound(gate)
        return grant
    }
}
