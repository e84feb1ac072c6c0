// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import CaptureTesting
import Codes
import InterfaceTesting
import Testing

@testable import TintypeUI

private let (first, second) = (ScannedCode(format: .qr, text: "1"), ScannedCode(format: .qr, text: "2"))

extension OneAtATime {
    @MainActor @Suite struct ViewfinderScanTests {
        private let codes = FakeCodes()
        private let scan: ViewfinderScan
        private let seen = Seen()

        @MainActor
        private final class Seen {
            var found: [ScannedCode] = []
            var time: Int64 = 0
        }

        init() {
            scan = ViewfinderScan(reader: codes)
            // A camera that always has a new picture.
            scan.picture = { [seen] in
                seen.time += 1
                return picture(of: frame(at: seen.time))
            }
            scan.onFound = { [seen] in seen.found.append($0) }
        }

        private func look(_ count: Int) async throws {
            let before = codes.scanned.count
            try await until("\(count) pictures are scanned") { codes.scanned.count >= before + count }
        }

        @Test func aCodeIsShownOnceAsLongAsItIsThere() async throws {
            codes.show(first)
            scan.isOn = true
            try await look(3)
            #expect(seen.found == [first])
        }

        @Test func thatCodesCantBeReadIsSaid() async throws {
            var isSaid = false
            scan.onTrouble = { [scan] in
                isSaid = true
                scan.isOn = false
            }
            codes.breakDown()
            scan.isOn = true
            try await until("it is said") { isSaid }
            #expect(seen.found.isEmpty)
        }

        /// Else their sheets would open one after the other without an end.
        @Test func eachOfTwoCodesIsShownOnce() async throws {
            codes.show(first)
            scan.isOn = true
            try await look(2)
            codes.show(first, second)
            try await look(4)
            #expect(seen.found == [first, second])
        }

        /// A hand shakes, and a picture or two has no code that can be read.
        @Test func aCodeThatWasLostForAMomentIsNotShownAgainButAfterTwoSecondsIs() async throws {
            codes.show(first)
            scan.isOn = true
            try await look(2)
            codes.show()
            try await look(3)
            codes.show(first)
            try await look(2)
            #expect(seen.found == [first])
            codes.show()
            try await look(13)
            codes.show(first)
            try await look(2)
            #expect(seen.found == [first, first])
        }

        @Test func whileItsSheetIsOpenACodeStaysKnownAndNothingIsScanned() async throws {
            codes.show(first)
            scan.onFound = { [scan, seen] in
                seen.found.append($0)
                scan.isPaused = true
            }
            scan.isOn = true
            try await until("it is found") { !seen.found.isEmpty }
            let count = codes.scanned.count
            try await runLoop(for: .milliseconds(500))
            #expect(codes.scanned.count == count)
            scan.isPaused = false
            try await look(2)
            #expect(seen.found == [first])
        }

        @Test func reenabledScannerShowsTheSameCode() async throws {
            codes.show(first)
            scan.isOn = true
            try await look(2)
            scan.isOn = false
            scan.isOn = true
            try await look(2)
            #expect(seen.found == [first, first])
        }

        @Test func onePictureIsScannedOnce() async throws {
            let still = picture(of: frame(at: 7))
            scan.picture = { still }
            scan.isOn = true
            try await look(1)
            try await runLoop(for: .milliseconds(700))
            #expect(codes.scanned.map(\.nanoseconds) == [7_000_000])
        }

        @Test func aCodeThatIsFoundAfterItWasTurnedOffIsNotShown() async throws {
            codes.show(first)
            codes.holdUp(true)
            scan.isOn = true
            try await look(1)
            scan.isOn = false
            codes.holdUp(false)
            for _ in 0..<20 { await Task.yield() }
            #expect(seen.found.isEmpty)
        }
    }
}
