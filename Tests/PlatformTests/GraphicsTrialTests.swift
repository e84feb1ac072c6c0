// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Platform
import Testing

/// A driver that crashes before a frame is shown gets no second try, until something has changed.
@MainActor
@Suite struct GraphicsTrialTests {
    private let folder = NSTemporaryDirectory() + "graphics-\(UUID().uuidString)"

    private func trial(_ version: String = "1") -> GraphicsTrial {
        GraphicsTrial(folder: folder, version: version)
    }

    private func result(_ version: String = "1") -> GraphicsTrial.Result? {
        GraphicsTrial.result(in: folder, version: version)
    }

    /// The file left by a run that dies while it waits for its first frame.
    private func dieTrying(_ version: String = "1") throws {
        let other = folder + "-other"
        #expect(GraphicsTrial(folder: other, version: version).begin())
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: other + "/graphics", toPath: folder + "/graphics")
        try FileManager.default.removeItem(atPath: other)
    }

    private func isOnRecord() -> Bool { FileManager.default.fileExists(atPath: folder + "/graphics") }

    @Test func shownFrameClearsTheRecord() {
        for _ in 0..<2 {
            let trial = trial()
            #expect(trial.begin())
            #expect(isOnRecord())
            trial.shown()
            #expect(!isOnRecord())
        }
    }

    @Test func noProgramThatIsStartedHoldsTheRecord() {
        let trial = trial()
        #expect(trial.begin())
        for number in Int32(0)..<1024 {
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
            let flags = fcntl(number, F_GETFD)
            // The copy is closed as soon as it is synced.
            #expect(path != folder + "/graphics" || flags < 0 || flags & FD_CLOEXEC != 0)
        }
        trial.end()
    }

    @Test func crashedRunIsTheLastTrial() throws {
        try dieTrying()
        #expect(result() == .failed)
        for _ in 0..<3 { #expect(!trial().begin()) }
        #expect(result() == .failed)
    }

    @Test func anotherVersionTriesAgain() throws {
        try dieTrying()
        #expect(result("2") == nil)
        let trial = trial("2")
        #expect(trial.begin())
        trial.shown()
        #expect(result() == nil)
    }

    @Test func runningProgramIsNoFailure() {
        let first = trial()
        #expect(first.begin())
        #expect(result() == nil)
        #expect(trial().begin())
        first.shown()
    }

    @Test func anEndInOrderIsNoFailure() {
        let trial = trial()
        #expect(trial.begin())
        trial.end()
        #expect(!isOnRecord())
    }

    @Test(arguments: [(0.5, false), (3, true)])
    func aWindowThatIsClosedBlackIsAFailureUnlessItHadNoTime(seconds: Double, isFailure: Bool) throws {
        do {
            let trial = trial()
            let start = ContinuousClock.now
            #expect(trial.begin())
            trial.appeared(at: start)
            trial.end(at: start + .seconds(seconds))
        }
        #expect(isOnRecord() == isFailure)
    }

    @Test func aBlackWindowIsAFailureAlsoWhenItIsClosed() {
        let black = trial()
        #expect(black.begin())
        black.failed()
        black.end()
        #expect(trial().begin(), "the run that shows nothing still holds the lock")
        black.shown()
        #expect(!isOnRecord(), "the frame came after all")
    }

    @Test func softwareGPUIsNotUsed() {
        let slow = trial()
        #expect(slow.begin())
        slow.isSoftware()
        slow.shown()
        #expect(result() == .software)
        #expect(!trial().begin())
    }

    @Test func requestedFrameEndsTheTrial() throws {
        try dieTrying()
        trial().shown()
        #expect(result() == nil)
    }

    @Test func nonsenseIsNoFailure() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for text in ["", "failed", "\u{0}\u{1}", String(repeating: "x", count: 4000)] {
            try text.write(toFile: folder + "/graphics", atomically: true, encoding: .utf8)
            #expect(result() == nil)
        }
    }
}
