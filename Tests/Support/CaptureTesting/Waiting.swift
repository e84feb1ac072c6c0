// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGtk
internal import Synchronization

/// A test waited in vain for this.
public struct WaitTimeout: Error, CustomStringConvertible {
    public let description: String

    public init(description: String) { self.description = description }
}

/// Runs GLib's main loop, which nothing else runs under `swift test`, until a condition holds.
@MainActor
public func until(
    _ what: String, within limit: Duration = .seconds(60), _ condition: () throws -> Bool
) async throws {
    let start = ContinuousClock.now
    while try !condition() {
        while g_main_context_iteration(nil, 0) != 0 {}
        // Lets the main actor's other tasks run; GLib's loop, run by hand, does not tell when one is ready.
        try await Task.sleep(for: .milliseconds(1))
        guard ContinuousClock.now - start < limit else { throw WaitTimeout(description: what) }
    }
}

/// Runs the main loop until an asynchronous answer is there.
@MainActor
public func answer<Value: Sendable>(_ work: @escaping @MainActor () async -> Value) async throws -> Value {
    var value: Value?
    Task { value = await work() }
    try await until("no answer") { value != nil }
    guard let value else { throw WaitTimeout(description: "no answer") }
    return value
}

/// Runs the main loop for a time, to check that something does not happen.
@MainActor
public func runLoop(for duration: Duration) async throws {
    let start = ContinuousClock.now
    try await until("time passes") { ContinuousClock.now - start > duration }
}

/// Wakes waiting tasks when a condition may have become true. Thread-safe.
public final class Bell: Sendable {
    private let listeners = Mutex<[AsyncStream<Void>.Continuation]>([])

    public init() {}

    /// Something has changed.
    public func ring() {
        for listener in listeners.withLock({ $0 }) { listener.yield() }
    }

    /// Returns at once if it is true; a cancelled task stops waiting.
    public func wait(until isTrue: () -> Bool) async {
        let (rings, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        listeners.withLock { $0.append(listener) }
        if isTrue() { return }
        for await _ in rings where isTrue() { return }
    }
}
