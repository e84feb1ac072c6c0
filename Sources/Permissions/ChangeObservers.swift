// SPDX-License-Identifier: GPL-3.0-or-later
import Platform

/// Observers and streams that receive changes. Main actor.
///
/// A slow stream reader gets the newest value, not all.
@MainActor
final class ChangeObservers<Value: Sendable> {
    private var observers: [@MainActor (Value) -> Void] = []
    private let readers = EventChannel<Value>(keeping: .bufferingNewest(1))

    func add(_ observer: @escaping @MainActor (Value) -> Void) { observers.append(observer) }

    /// A stream that ends when its reader's task is cancelled.
    func stream() -> AsyncStream<Value> { readers.stream() }

    func tell(_ value: Value) {
        for observer in observers { observer(value) }
        readers.send(value)
    }
}
