// SPDX-License-Identifier: GPL-3.0-or-later
internal import Platform

/// One entry of the desktop's permission store, which the desktop's settings list and change too.
///
/// Stateless and thread-safe. An unreadable answer is never mistaken for a readable one.
struct PermissionStore: Sendable {
    /// The entry's table, id and app.
    struct Entry: Equatable, Sendable {
        let table: String
        let id: String
        let app: String

        fileprivate func isSubject(of signal: BusValue) -> Bool { signal[1]?.string == id }
    }

    static let name = "org.freedesktop.impl.portal.PermissionStore"
    static let path = "/org/freedesktop/impl/portal/PermissionStore"

    let connection: BusConnection
    let entry: Entry
    /// How long to wait for an answer.
    var timeout: Duration = .seconds(10)

    /// Asks without blocking.
    ///
    /// - Parameter limit: nil for the usual one. Without a limit it fails with the store, or with the bus.
    @MainActor func read(within limit: Duration? = nil) async -> StoreReading {
        do throws(GLibError) {
            return Self.reading(of: try await connection.call(question(limit ?? timeout)))
        } catch {
            return Self.reading(of: error)
        }
    }

    /// Asks from a thread that may wait.
    func readBlocking() -> StoreReading {
        do throws(GLibError) {
            return Self.reading(of: try connection.callBlocking(question(timeout)))
        } catch {
            return Self.reading(of: error)
        }
    }

    /// Records an answer; nil when it is recorded.
    @MainActor func write(_ answer: PermissionAnswer) async -> StoreReading? {
        do throws(GLibError) {
            _ = try await connection.call(order(answer))
            return nil
        } catch {
            return Self.failure(of: error)
        }
    }

    /// The same from a thread that may wait.
    func writeBlocking(_ answer: PermissionAnswer) -> StoreReading? {
        do throws(GLibError) {
            _ = try connection.callBlocking(order(answer))
            return nil
        } catch {
            return Self.failure(of: error)
        }
    }

    /// Observes changes of this entry, from any program; nil for an unreadable signal.
    @MainActor func onChange(_ body: @escaping @MainActor (PermissionAnswer?) -> Void) -> BusSubscription {
        BusSubscription(
            connection, name: Self.name, path: Self.path, interface: Self.name, signal: "Changed",
            first: entry.table
        ) { if entry.isSubject(of: $0) { body(Self.answer(in: $0, for: entry.app)) } }
    }

    /// The same on the signal thread.
    func onChangeInBackground(
        _ body: @escaping @Sendable (PermissionAnswer?) -> Void
    ) -> BackgroundSubscription {
        BackgroundSubscription(
            connection, name: Self.name, path: Self.path, interface: Self.name, signal: "Changed",
            first: entry.table
        ) { if entry.isSubject(of: $0) { body(Self.answer(in: $0, for: entry.app)) } }
    }

    // MARK: Messages

    private func question(_ timeout: Duration) -> BusCall {
        call("GetPermission", [.string(entry.table), .string(entry.id), .string(entry.app)], timeout)
    }

    private func order(_ answer: PermissionAnswer) -> BusCall {
        call(
            "SetPermission",
            [
                .string(entry.table), .boolean(true), .string(entry.id), .string(entry.app),
                .strings(answer.permissions),
            ], timeout)
    }

    private func call(_ method: String, _ arguments: [BusArgument], _ timeout: Duration) -> BusCall {
        BusCall(Self.name, Self.path, Self.name, method, arguments, timeout: timeout)
    }

    private static func reading(of reply: BusValue) -> StoreReading {
        guard let permissions = reply[0]?.strings else { return .nonsense("not a list of words") }
        return .answer(PermissionAnswer(permissions: permissions))
    }

    private static func reading(of error: GLibError) -> StoreReading {
        error.remoteName == "org.freedesktop.portal.Error.NotFound" ? .answer(.unset) : failure(of: error)
    }

    private static func failure(of error: GLibError) -> StoreReading {
        if error.meansNoService { return .noStore }
        return error.meansSilence ? .silence : .nonsense(error.message)
    }

    /// `Changed(s table, s id, b deleted, v data, a{sas} permissions)`.
    private static func answer(in arguments: BusValue, for app: String) -> PermissionAnswer? {
        guard let isDeleted = arguments[2]?.boolean, let entries = arguments[4], case .array = entries else {
            return nil
        }
        guard !isDeleted, let entry = entries[app] else { return .unset }
        return entry.strings.map { PermissionAnswer(permissions: $0) }
    }
}
