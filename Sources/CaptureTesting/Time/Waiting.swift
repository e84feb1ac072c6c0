internal import CGtk

/// What a test waited for and did not get.
public struct NeverHappened: Error, CustomStringConvertible {
    public let description: String
}

/// Runs GLib's main loop, which nothing else runs under `swift test`, until something is the case.
@MainActor
public func until(
    _ what: String, within limit: Duration = .seconds(60), _ condition: () throws -> Bool
) async throws {
    let start = ContinuousClock.now
    while try !condition() {
        while g_main_context_iteration(nil, 0) != 0 {}
        // The main actor's other tasks are to run as well; GLib's loop, turned by hand, does not say when one is ready.
        try await Task.sleep(for: .milliseconds(1))
        guard ContinuousClock.now - start < limit else { throw NeverHappened(description: what) }
    }
}

/// Runs the main loop until an asynchronous answer is there.
@MainActor
public func answer<Value: Sendable>(_ work: @escaping @MainActor () async -> Value) async throws -> Value {
    var value: Value?
    Task { value = await work() }
    try await until("no answer") { value != nil }
    guard let value else { throw NeverHappened(description: "no answer") }
    return value
}

/// Runs the main loop for a time, for what must not happen.
@MainActor
public func runLoop(for duration: Duration) async throws {
    let start = ContinuousClock.now
    try await until("time passes") { ContinuousClock.now - start > duration }
}
