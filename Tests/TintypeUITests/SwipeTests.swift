// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import TintypeUI

/// Two fingers on a touchpad.
@MainActor @Suite struct SwipeTests {
    /// After which of these movements it is a swipe.
    private func swipes(_ movements: [(Double, Double)]) -> [Int] {
        var way = Swipe.Way()
        return movements.indices.filter { way.move(movements[$0].0, movements[$0].1) }
    }

    @Test func moveRightIsOneSwipe() {
        #expect(swipes(Array(repeating: (30, 5), count: 9)) == [2])
    }

    @Test func moveLeftOrDownIsNoSwipe() {
        #expect(swipes([(-300, 0)]).isEmpty && swipes([(0, 300)]).isEmpty)
        #expect(swipes([(90, 46)]).isEmpty && swipes([(90, -46)]).isEmpty)
        #expect(swipes([(90, -44)]) == [0])
    }

    @Test func shortSwipeBackIsNoSwipe() {
        #expect(swipes([(79, 0), (-50, 0), (50, 0)]).isEmpty)
    }

    /// The beginning may be crooked.
    @Test func straightSwipeCounts() {
        #expect(swipes([(40, 40), (60, 0)]) == [1])
    }
}
