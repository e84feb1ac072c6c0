// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureTesting
import Foundation
import Testing

@testable import Photos

/// Real processes, really killed. Every shot reported as safe is in the library afterwards: once, whole, under its
/// own name, with its own picture.
@Suite(.serialized) struct KillTests {
    private static let rounds = 100
    private static let seed: UInt64 = 20_240_229

    /// At a hundred moments of a schedule with a seed: while shooting, encoding, publishing, and while finishing what
    /// the kill before left. Every fourth time two run at once.
    @Test(.timeLimit(.minutes(10))) func noPhotoIsLostWhenKilledAtAnyMoment() throws {
        let stress = Stress()
        var random = SeededRandom(seed: Self.seed)
        var (tried, safe): (Set<Int>, Set<Int>) = ([], [])
        for round in 0..<Self.rounds {
            let first = round * 1000
            let starts = round % 4 == 3 ? [first, first + 500] : [first]
            let processes = try starts.map {
                try stress.start("shoot", String($0), "60", String(random.next() % 1000))
            }
            let said = processes.map { stress.firstWords(of: $0) }
            for process in processes {
                // Not a wait for something: the kill comes at a random moment, so that it meets every state.
                usleep(UInt32(random.next() % 60_000))
                kill(process.processIdentifier, SIGKILL)
            }
            for (process, said) in zip(processes, said) {
                let run = stress.finish(process, said: said)
                tried.formUnion(run.numbers("try"))
                safe.formUnion(run.numbers("safe"))
            }
        }
        let photos = try stress.photosAfterRecovery()
        #expect(safe.subtracting(photos) == [], "lost")
        #expect(Set(photos).subtracting(tried) == [], "from nowhere")
        #expect(Set(photos).count == photos.count, "twice")
        #expect(stress.leftovers() == [])
        // The schedule hits something: neither all nor nothing is done.
        #expect(safe.count > Self.rounds)
    }

    /// Before each single call that touches journal or library, one after the other; in memory, but for one press.
    @Test(arguments: [2, 5, 7]) func noPhotoIsLostWhenKilledBeforeAnyCall(number: Int) throws {
        var at = 1
        while true {
            let stress = Stress(isOnDisk: number == 2)
            let run = try stress.run("press \(number)", fault: Stress.Fault(at: at, errno: nil))
            guard stress.hasFaulted else { break }
            #expect(run.wasKilled)
            let photos = try stress.photosAfterRecovery()
            // A shot that was never reported as safe may be there or not.
            #expect(
                photos == [number] || photos.isEmpty && !run.lines.contains("safe \(number)"), "call \(at)")
            #expect(stress.leftovers() == [], "call \(at)")
            at += 1
        }
        #expect(at > 20)
    }

    /// The recovery itself is killed before each of its calls, with an entry at each stage of its life.
    @Test(arguments: [12, 24]) func noPhotoIsLostWhenTheRecoveryIsKilledBeforeAnyCall(stage: Int) throws {
        var at = 1
        while true {
            let stress = Stress()
            let run = try stress.run("press 5", fault: Stress.Fault(at: stage, errno: nil))
            try #require(run.wasKilled)
            try FileManager.default.removeItem(atPath: stress.markPath)
            _ = try stress.run("recover", fault: Stress.Fault(at: at, errno: nil))
            guard stress.hasFaulted else { break }
            let photos = try stress.photosAfterRecovery()
            #expect(photos == [5] || photos.isEmpty && !run.lines.contains("safe 5"), "call \(at)")
            #expect(stress.leftovers() == [], "call \(at)")
            at += 1
        }
    }

    /// Any number of kills: only a crash of its own counts against an entry.
    @Test func noPhotoIsSetAsideForBeingKilled() throws {
        let stress = Stress()
        _ = try stress.run("press 5", fault: Stress.Fault(at: 24, errno: nil))
        for _ in 0..<5 {
            try? FileManager.default.removeItem(atPath: stress.markPath)
            #expect(try stress.run("recover", fault: Stress.Fault(at: 12, errno: nil)).wasKilled)
        }
        #expect(try stress.photosAfterRecovery() == [5])
        #expect(stress.leftovers() == [])
    }

    /// In a real process, which crashes in the midst of finishing it: the third launch sets it aside and goes on.
    @Test(arguments: [("trap", SIGILL), ("abort", SIGABRT), ("breakpoint", SIGTRAP)])
    func anEntryThatCrashesTwoLaunchesIsSetAside(crash: String, signal: Int32) throws {
        let stress = Stress()
        _ = try stress.run("press 5", fault: Stress.Fault(at: 24, errno: nil))
        let entries = { stress.home.names(in: "shots").filter { $0.hasSuffix(".shot") } }
        let name = try #require(entries().first.flatMap { EntryName(fileName: $0) })
        let crashing = { (call: Int) throws -> Stress.Run in
            try? FileManager.default.removeItem(atPath: stress.markPath)
            return try stress.run("recover", fault: Stress.Fault(at: call, errno: nil, crash: crash))
        }
        // A crash before the entry is begun says nothing about it.
        var call = 0
        while entries() == [name.fileName], call < 100 {
            call += 1
            _ = try crashing(call)
        }
        #expect(entries() == [name.with(crashes: 1).fileName])
        let second = try crashing(call)
        #expect(second.wasKilled && second.status == signal)
        #expect(entries() == [name.with(crashes: 2).fileName])
        let run = try stress.run("recover")
        #expect(run.lines.contains("recovered 0 damaged 1 waiting 0"))
        #expect(entries() == [] && stress.home.names(in: "shots/damaged") == [name.fileName])
    }

    /// A view or a camera that crashes the program while an entry is being finished says nothing about the entry.
    @Test func noPhotoIsSetAsideForACrashElsewhere() throws {
        let stress = Stress()
        _ = try stress.run("press 5", fault: Stress.Fault(at: 24, errno: nil))
        for _ in 0..<3 {
            try? FileManager.default.removeItem(atPath: stress.markPath)
            let run = try stress.run("recover", fault: Stress.Fault(at: 12, errno: nil, crash: "elsewhere"))
            #expect(run.wasKilled && run.status == SIGILL)
        }
        #expect(try stress.photosAfterRecovery() == [5])
        #expect(stress.leftovers() == [])
    }
}
