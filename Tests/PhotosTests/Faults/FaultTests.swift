// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import Photos

/// Every call that touches journal or library fails once, or from then on until the cause is gone, in every way that
/// disks fail. The same process gets the photo into the library after all: once, whole, with nothing left behind. In
/// memory, but for one kind of fault.
@Suite(.serialized) struct FaultTests {
    /// The first ones are the disk's own and pass; the others last until the cause is removed.
    private static let faults =
        [ENOSPC, EROFS, EACCES, EIO].map { Stress.Fault(at: 0, errno: $0, lasts: true) }
        + [ENOSPC, EIO].map { Stress.Fault(at: 0, errno: $0) }

    @Test(arguments: faults)
    func noPhotoIsLostWhateverCallFails(fault: Stress.Fault) throws {
        #expect(try sweep(fault) > 20)
    }

    /// The library's disk is another one than the journal's, which goes on working.
    @Test(arguments: [EROFS, EIO])
    func noPhotoIsLostOrDoubledWhenOnlyTheLibraryFails(errno: Int32) throws {
        #expect(try sweep(Stress.Fault(at: 0, errno: errno, lasts: true, under: "/Pictures")) > 5)
    }

    /// Press 7 has a better frame than the seen one.
    @Test(arguments: [ENOSPC, EIO]) func theBestMomentIsNotWorthALoss(errno: Int32) throws {
        #expect(try sweep(Stress.Fault(at: 0, errno: errno), number: 7) > 25)
    }

    /// - Returns: how many calls could fail.
    private func sweep(_ fault: Stress.Fault, number: Int = 5) throws -> Int {
        var fault = fault
        fault.at = 1
        while true {
            let stress = Stress(isOnDisk: fault.errno == EROFS && fault.under.isEmpty)
            let run = try stress.run("press \(number)", fault: fault)
            guard stress.hasFaulted else { return fault.at - 1 }
            let about: Comment = "call \(fault.at): \(run.lines)"
            #expect(run.status == 0 && !run.wasKilled, about)
            // Every reported failure names the cause.
            for line in run.lines where line.hasPrefix("failed") {
                #expect(line.hasSuffix(" \(fault.errno ?? 0)"), about)
            }
            // The next launch may have to remove what could not be removed, and makes no photo of it.
            #expect(try stress.photosAfterRecovery() == [number], about)
            #expect(stress.leftovers() == [], about)
            fault.at += 1
        }
    }
}
