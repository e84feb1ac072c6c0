import CaptureCore
import Permissions
import Synchronization

/// Finishes the entries of earlier runs, one at a time: all of them or as many as can be. Each call blocks.
/// Thread-safe.
final class Recoverer: Sendable {
    private let finisher: ShotFinisher
    private let state = Mutex(Recovery())

    init(finisher: ShotFinisher) { self.finisher = finisher }

    /// What has come of it so far.
    var recovery: Recovery { state.withLock { $0 } }

    /// Takes over the entries of earlier runs.
    ///
    /// - Returns: those that are still to be finished, the earliest first as far as their names tell.
    func begin() -> [EntryName] {
        do throws(SaveError) {
            let names = try finisher.journal.inherit().sorted { ($0.run, $0.count) < ($1.run, $1.count) }
            return names.filter { !isSettled($0) }
        } catch {
            finisher.maker.log(
                "journal not read: \(error.code), \(error.path)", error.underlying)
            return []
        }
    }

    /// Whether an entry needs no more work, as its photo was there.
    private func isSettled(_ name: EntryName) -> Bool {
        do throws(ShotFinisher.Failure) {
            return try finisher.settle(name) != nil
        } catch {
            // Said when the entry's turn comes.
            return false
        }
    }

    func finish(_ name: EntryName, with grant: LibraryGrant?) {
        do throws(ShotFinisher.Failure) {
            let photo = try finisher.finish(name) { target in
                switch target {
                case .library: grant.map { .library($0) }
                case .file(let path): .file(path)
                }
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
            try finisher.journal.setAside(name)
            state.withLock { $0.damagedCount += 1 }
        } catch {
            finisher.maker.log("\(name.id) not set aside: \(error.code)", error.underlying)
        }
    }

    private func wait(_ name: EntryName, _ error: SaveError) {
        do throws(EntryFault) {
            let facts = try finisher.journal.open(name).facts()
            let shot = JournalledShot(id: name.id, time: facts.time, format: facts.format)
            state.withLock { $0.waiting.append(Recovery.Waiting(shot: shot, error: error)) }
        } catch {
            finisher.maker.log("\(name.id) can't be read yet: \(error)", error.number)
        }
    }
}
