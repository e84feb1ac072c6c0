// SPDX-License-Identifier: GPL-3.0-or-later
public import Platform

/// Asks the permission store on a thread of its own while GTK starts, so that an allowed device waits for nothing else.
///
/// What the store said last time is not enough to open a device: it may have said no since. Measured: 2 ms with a store
/// that runs, about 20 if the bus has to start it.
public struct EarlyCheck<Kind: DeviceKind>: Sendable {
    let entry: PermissionStore.Entry
    let fallback: PermissionAnswer
    /// Whether the device is turned off; nil if only the Settings portal knows.
    let isDisabled: Bool?
    let grants: DeviceGrants<Kind>
    let watch: DeviceGuard<Kind>
    /// Notifies the manager of a result.
    let onFound: @Sendable () -> Void

    /// Blocks until the store has answered.
    ///
    /// - Parameter bus: nil if there is none: then our settings count.
    /// - Returns: a grant if the device is allowed.
    public func run(_ bus: BusConnection?) -> DeviceGrant<Kind>? {
        // Before the question, so that no change after the answer is missed.
        watch.start(DeviceGuard<Kind>.Places(entry: entry, hasPrivacySchema: isDisabled != nil), bus)
        let reading = bus.map { PermissionStore(connection: $0, entry: entry).readBlocking() } ?? .withoutBus
        let answer: PermissionAnswer =
            switch reading {
            case .answer(let stored): stored
            case .noStore: fallback
            case .silence, .nonsense: .unset
            }
        let isRestricted =
            isDisabled ?? (answer == .yes && bus.map(PrivacyPortal(Kind.self).isDisabledBlocking) ?? false)
        let grant = grants.found(reading, isRestricted ? .no : answer)
        onFound()
        return grant
    }
}
