// SPDX-License-Identifier: GPL-3.0-or-later
import Cameras
import Synchronization
import Testing

@Suite struct V4L2HotplugTests {
    @Test func theListenerGoesWithTheMonitor() {
        weak var witness: Listener?
        var monitor: HotplugMonitor?
        do {
            let listener = Listener()
            witness = listener
            monitor = HotplugMonitor { listener.hear() }
        }
        withExtendedLifetime(monitor) { #expect(witness != nil) }
        monitor = nil
        #expect(witness == nil)
    }
}

private final class Listener: Sendable {
    private let count = Atomic<Int>(0)
    func hear() { count.add(1, ordering: .relaxed) }
}
