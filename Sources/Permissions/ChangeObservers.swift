// SPDX-License-Identifier: GPL-3.0-or-later
/// Observers and streams that receive changes. Main actor.
///
/// A slow stream reader gets the newest value, not all.
@MainActor
final class ChangeObservers<Value: Sendable> {
    private var observers: [@MainActor (Value) -> Void] = []
    private var readers: [Int: AsyncStream<Value>.Continuation] = [:]
    private var nextReader = 0

    func add(_ observer: @escaping @MainActor (Value) -> Void) { observers.append(observer) }

    /// A stream that ends when its reader's task is cancelled.
    func stream() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let key = nextReader
        nextReader += 1
        readers[key] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { @MainActor in self?.readers[key] = nil }
        }
        return stream
    }

    func tell(_ value: Value) {
        for observer in observers { observer(value) }
        for reader in readers.values { reader.yield(value) }
    }
}
