// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Merging

struct LongExposureTests {
    private static func even(_ code: UInt16, isDeep: Bool = false) -> RGBPicture {
        RGBPicture(width: 4, height: 2, isDeep: isDeep, samples: [UInt16](repeating: code, count: 24))
    }

    @Test func framesThatAreTheSameGiveThatFrame() {
        let deep = RGBPicture(
            width: 256, height: 256, isDeep: true,
            samples: (0..<3 * 65536).map { UInt16(truncatingIfNeeded: $0) })
        let shallow = RGBPicture(
            width: 256, height: 1, isDeep: false, samples: (0..<768).map { UInt16($0 / 3) })
        for frame in [shallow, deep] {
            #expect(merged(.max, [frame, frame, frame]) == frame)
            let mean = merged(.mean, [frame, frame, frame, frame, frame, frame, frame])
            #expect(
                zip(mean.samples, frame.samples).allSatisfy {
                    abs(Int($0) - Int($1)) <= (frame.isDeep ? 1 : 0)
                })
        }
    }

    @Test func theMeanIsThatOfLight() {
        // Half the light of 255 is 188.
        #expect(merged(.mean, [Self.even(255), Self.even(0)]).samples.allSatisfy { $0 == 188 })
    }

    @Test func theMaximumKeepsLight() {
        #expect(
            merged(.max, [Self.even(10), Self.even(200), Self.even(30)]).samples.allSatisfy { $0 == 200 })
    }
}
