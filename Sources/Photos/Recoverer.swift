// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Platform
import Synchronization

/// Finishes the entries of earlier runs, one at a time, as many as possible. Each call blocks.
/// Thread-safe.
///
/// A crash meanwhile is counted in the name of the entry: one that crashed the program twice is set aside unopened.
final class Recoverer: Sendable {
    private let finisher: ShotFinisher
    private let state = Mutex(Recovery())

    init(finisher: ShotFinisher) { self.finisher = finisher }

    /// The result so far.
    var recovery: Recovery { state.withLock { $0 } }

    private var journal: ShotJournal { finisher.journal }

    /// Takes over the entries of earlier runs.
    ///
    /// - Returns: those still to be finished: the earliest first, as far as names show, and last those
    ///   that crashed a launch, so that they keep no other waiting.
    func begin() -> [EntryName] {
        do throws(SaveError) {
            let log = finisher.maker.log
            let names = try journal.inherit { slot, fault in
                log("journal slot \(slot) can't be taken: \(fault.call)", fault.cause.rawValue)
            }
            return names.sorted { ($0.crashes, $0.run, $0.count) < ($1.crashes, $1.run, $1.count) }
                .filter(isOpen)
        } catch {
            finisher.maker.log(
                "journal not read: \(error.code), \(error.path)", error.underlying)
            return []
        }
    }

    /// - Returns: whether there is still work to do: neither was the photo there, nor was the entry set aside.
    private func isOpen(_ name: EntryName) -> Bool {
        guard name.crashes < ShotJournal.maximumCrashes else {
            finisher.maker.log("\(name.withoutCrashes.id) crashed the program \(name.crashes) times", nil)
            setAside(name)
            return false
        }
        do throws(ShotFinisher.Failure) {
            return try journal.countingCrash(of: name) { () throws(ShotFinisher.Failure) in
                try finisher.settle(name) == nil
            }
        } catch {
            // Reported when the entry's turn comes.
            return true
        }
    }

    /// - Parameter destinations: where a photo may go; see `ShotFinisher.finish`.
    func finish(_ name: EntryName, to destinations: (PhotoTarget) -> [PhotoDestination]) {
        do throws(ShotFinisher.Failure) {
            let photo = try journal.countingCrash(of: name) { () throws(ShotFinisher.Failure) in
                try finisher.finish(name, to: destinations)
            }
            state.withLock { $0.photos.append(photo) }
        } catch {
            switch error {
            case .damaged: setAside(name)
            case .waits(let error): wait(name, error)
            }
        }
    }

    private func setAside(_ name: EntryName) {
        do throws(SaveError) {
            try journal.setAside(name)
            state.withLock { $0.damagedCount += 1 }
        } catch {
            finisher.maker.log("\(name.id) not set aside: \(error.code)", error.underlying)
        }
    }

    private func wait(_ name: EntryName, _ error: SaveError) {
        do throws(EntryFault) {
            let facts = try journal.open(name).facts()
            let shot = JournalledShot(id: name.id, time: facts.time, format: facts.format)
            state.withLock { $0.waiting.append(Recovery.Waiting(shot: shot, error: error)) }
        } catch {
            finisher.maker.log("\(name.id) can't be read yet: \(error)", error.number)
        }
    }
}
