// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Platform
import Synchronization

@testable import Sound

/// A capture's events, from its thread.
final class Heard: Sendable {
    struct Block {
        let samples: [Int16]
        let time: MonotonicTime
        let level: SoundLevel
        /// When it was handed over.
        let arrival: MonotonicTime
    }

    struct Contents {
        var blocks: [Block] = []
        var holes: [Int] = []
        var ends: [SoundEnd] = []
        var count: Int { blocks.count + holes.count + ends.count }
    }

    private let contents = Mutex(Contents())

    var all: Contents { contents.withLock { $0 } }

    func take(_ event: SoundEvent) {
        contents.withLock { contents in
            switch event {
            case .block(let block):
                contents.blocks.append(
                    Block(
                        samples: Array(block.samples), time: block.time, level: block.level,
                        arrival: MonotonicTime.now))
            case .hole(let count): contents.holes.append(count)
            case .ended(let end): contents.ends.append(end)
            }
        }
    }
}
