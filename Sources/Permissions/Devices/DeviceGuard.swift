// SPDX-License-Identifier: GPL-3.0-or-later
internal import Platform
internal import Synchronization

/// Ends a device's grant as soon as the desktop says no, even while the main thread is blocked.
///
/// It only ends grants; the main actor receives the same signals and decides. Thread-safe.
final class DeviceGuard<Kind: DeviceKind>: Sendable {
    /// The places where a permission can be withdrawn.
    struct Places: Sendable {
        /// Our entry in the permission store; nil if there is none, as in a sandbox.
        var entry: PermissionStore.Entry?
        /// Whether the privacy key is the desktop's own; else the Settings portal reports it.
        var hasPrivacySchema: Bool
    }

    private struct State {
        var isDenied = false
        var isDisabled = false
        /// Whether a grant was ended and the device has not been allowed again since.
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let grants: DeviceGrants<Kind>
    private let onClear: @Sendable () -> Void
    private let heard = Mutex<[any Sendable]>([])

    /// - Parameter onClear: called on the signal thread when no received signal forbids the device any more.
    init(_ grants: DeviceGrants<Kind>, onClear: @escaping @Sendable () -> Void) {
        self.grants = grants
        self.onClear = onClear
    }

    /// Blocks until it listens.
    ///
    /// - Parameter bus: nil if there is none.
    func start(_ places: Places, _ bus: BusConnection?) {
        var heard: [any Sendable] = []
        if let bus, let entry = places.entry {
            let store = PermissionStore(connection: bus, entry: entry)
            heard.append(
                store.onChangeInBackground { [weak self] answer in
                    self?.note { $0.isDenied = answer != .yes }
                })
        }
        let isDisabled: @Sendable (Bool) -> Void = { [weak self] value in
            self?.note { $0.isDisabled = value }
        }
        let portal = PrivacyPortal(Kind.self)
        if places.hasPrivacySchema {
            heard.append(
                BackgroundKeyWatch(schema: PrivacyPortal.namespace, key: portal.key, isDisabled))
        } else if let bus {
            heard.append(portal.onChangeInBackground(bus, isDisabled))
        }
        self.heard.withLock { $0 = heard }
        SignalThread.shared.wait()
    }

    private func note(_ change: (inout State) -> Void) {
        let isOff = state.withLock { state in
            change(&state)
            return state.isDenied || state.isDisabled
        }
        if isOff {
            let hasEnded = grants.close()
            state.withLock { $0.hasEnded = $0.hasEnded || hasEnded }
            return
        }
        let isClear = state.withLock { state in
            defer { state.hasEnded = false }
            return state.hasEnded
        }
        if isClear { onClear() }
    }
}
