import CGtk
import GLibBridge
import Testing

@testable import Permissions

/// Runs GLib's main loop, which `swift test` does not run, until a condition holds.
@MainActor
func until(_ what: Comment, within limit: Duration = .seconds(20), _ condition: () throws -> Bool)
    async throws
{
    let start = ContinuousClock.now
    while try !condition() {
        while g_main_context_iteration(nil, 0) != 0 {}
        // Gives the main actor's other tasks time; GLib's loop, run by hand, does not report when one is ready.
        try await Task.sleep(for: .milliseconds(1))
        try #require(ContinuousClock.now - start < limit, what)
    }
}

/// Runs the main loop until an asynchronous answer arrives.
@MainActor
func answer<Value: Sendable>(_ work: @escaping @MainActor () async -> Value) async throws -> Value {
    var value: Value?
    Task { value = await work() }
    try await until("no answer") { value != nil }
    return try #require(value)
}

/// Runs the main loop for a time, for what must not happen.
@MainActor
func runLoop(for duration: Duration) async throws {
    let start = ContinuousClock.now
    try await until("time passes") { ContinuousClock.now - start > duration }
}
