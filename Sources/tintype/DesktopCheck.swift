// SPDX-License-Identifier: GPL-3.0-or-later
internal import Dispatch
internal import Glibc
internal import Permissions
internal import Platform
internal import Synchronization

/// Asks, on other threads, the services for which GTK and libadwaita wait during start: the desktop's portal
/// without a limit, the accessibility bus for 25 s. Whichever does not answer in time is left out. The X server is asked
/// whether it has a compositor, which GTK can't be told any more once it has started.
///
///     let check = DesktopCheck(usesGPU: false)
///     check.start(bus)        // on any thread, once it is known whether there is a bus
///     check.finish()          // before GTK starts
///
/// Thread-safe.
nonisolated final class DesktopCheck: Sendable {
    private enum Service: CaseIterable { case bus, portal, accessibility, screen }

    private struct State {
        var silent = Set(Service.allCases)
        /// Whether GTK can connect to the accessibility bus.
        var isAccessible = false
        var isUncomposited = false
        var bus: BusConnection?
        /// While calls to the portal are refused, this program's own included.
        var refusal: RefusedCalls?
    }

    /// The limit for all services together; a running service answers within milliseconds.
    private static let timeout: DispatchTimeInterval = .seconds(1)
    private static let callTimeout: Duration = .seconds(1)

    private let state = Mutex(State())
    private let answers = DispatchGroup()
    private let log = Log(domain: "main")
    private let deadline = DispatchTime.now() + timeout
    private let onPortalBack: @Sendable () -> Void

    /// - Parameters:
    ///   - usesGPU: whether GTK draws with something else than cairo: the X server is not asked then.
    ///   - onPortalBack: called on any thread when the portal answers after calls to it were refused: what asked
    ///     meanwhile has to ask again.
    init(usesGPU: Bool, onPortalBack: @escaping @Sendable () -> Void) {
        self.onPortalBack = onPortalBack
        for _ in Service.allCases { answers.enter() }
        guard !usesGPU else {
            answered(.screen)
            return
        }
        Blocking.start { [self] in
            let isUncomposited = RendererChoice.isUncomposited
            state.withLock { $0.isUncomposited = isUncomposited }
            answered(.screen)
        }
    }

    /// - Parameter bus: nil if there is none: nothing waits for it then.
    func start(_ bus: BusConnection?) {
        state.withLock { $0.bus = bus }
        answered(.bus)
        guard let bus else {
            answered(.portal)
            return answered(.accessibility)
        }
        Blocking.start { [self] in
            // libadwaita's own first question; it starts the portal, too. Without a limit, to notice when it
            // recovers.
            let question = BusCall(
                DesktopPortal.name, DesktopPortal.path, "org.freedesktop.portal.Settings", "Read",
                [.string("org.freedesktop.appearance"), .string("color-scheme")], timeout: BusCall.noLimit)
            _ = try? bus.callBlocking(question)
            answered(.portal)
        }
        Blocking.start { [self] in
            do throws(GLibError) {
                let isAccessible = try Self.connectsToAccessibility(bus)
                state.withLock { $0.isAccessible = isAccessible }
                answered(.accessibility)
            } catch {
                log.info("no accessibility bus: \(error)")
                if !error.meansTimeOut { answered(.accessibility) }
            }
        }
    }

    /// Waits for the answers, at most a second from the beginning, and makes GTK leave out what did not answer.
    ///
    /// Also if there is no accessibility bus: GTK from 4.14 on calls a null pointer where something is announced, by
    /// libadwaita, too, and it has looked for the bus itself in vain.
    func finish() {
        _ = answers.wait(timeout: deadline)
        let now = state.withLock { $0 }
        if now.isUncomposited { RendererChoice.hideAlpha() }
        // Without the session bus GTK has no names for accessible objects.
        let isSilent = now.silent.contains(.accessibility) || BusConnection.isSessionSilent
        if isSilent { log.warning("the accessibility bus does not answer: starting without it") }
        if isSilent || !now.isAccessible { ProcessEnvironment.set("GTK_A11Y", "none") }
        guard now.silent.contains(.portal), let bus = now.bus else { return }
        log.warning("the desktop portal does not answer: going on without it until it does")
        // It may have answered just now.
        state.withLock { state in
            if state.silent.contains(.portal) { state.refusal = bus.refuseCalls(at: DesktopPortal.path) }
        }
    }

    private func answered(_ service: Service) {
        let wasRefused = state.withLock { state in
            state.silent.remove(service)
            guard service == .portal else { return false }
            defer { state.refusal = nil }
            return state.refusal != nil
        }
        answers.leave()
        guard wasRefused else { return }
        log.info("the desktop portal answers again")
        onPortalBack()
    }

    /// Whether GTK would get a connection without waiting; false if accessibility is turned off.
    private static func connectsToAccessibility(_ bus: BusConnection) throws(GLibError) -> Bool {
        if variable("GTK_A11Y") == "none" { return false }
        // The user's own address comes first, as in GTK.
        var address = variable("AT_SPI_BUS_ADDRESS")
        if address == nil {
            let question = BusCall(
                "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", [], timeout: callTimeout)
            address = try bus.callBlocking(question)[0]?.string
        }
        guard let address, !address.isEmpty else { return false }
        _ = try BusConnection.open(address, within: callTimeout)
        return true
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
