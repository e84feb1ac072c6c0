// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Permissions
import Platform
import Synchronization

/// One look at the library's folder.
struct RollReading: Sendable {
    let listing: LibraryListing

    /// Lists the folder.
    ///
    /// - Parameter watch: begins before the folder is read, so that no change is missed between the two.
    init(_ grant: LibraryGrant?, watch: RollWatch? = nil) {
        do throws(PhotoFault) {
            let folder = try RollFolder.open(grant)
            watch?.follow(folder)
            listing = LibraryListing(entries: try folder.entries())
        } catch {
            watch?.rest()
            listing = LibraryListing(fault: error)
        }
    }
}

/// The readers of listings. Thread-safe.
final class RollWatches: Sendable {
    private struct State {
        var readers: [Int: RollWatch] = [:]
        var last = 0
    }

    /// The shortest time from one listing to the next: copying many photos into the folder is one change.
    private static let shortestPause = Duration.milliseconds(150)
    /// How often a folder that is gone, or that the system can't watch, is looked for.
    private static let searchPause = Duration.seconds(2)

    private let state = Mutex(State())

    /// The number of readers; for tests.
    var readerCount: Int { state.withLock { $0.readers.count } }

    /// Lets every reader list again.
    func refresh() {
        for watch in state.withLock({ Array($0.readers.values) }) { watch.wake() }
    }

    /// The folder's listings, as long as they are read.
    ///
    /// - Parameter read: lists the folder and lets the watch follow it; nil if the task was cancelled.
    func listings(
        _ read: @escaping @Sendable (RollWatch) async -> RollReading?
    ) -> AsyncStream<LibraryListing> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let watch = RollWatch { wake.yield() }
            let number = add(watch)
            let task = Task {
                var last: LibraryListing?
                watch.wake()
                for await _ in wakes {
                    let begin = ContinuousClock.now
                    guard let listing = await read(watch)?.listing else { break }
                    if listing != last { continuation.yield(listing) }
                    last = listing
                    // `refresh` reports that permission is back; nothing reports that a folder is back.
                    if !watch.isFollowing, listing.fault != .notAllowed {
                        watch.wake(after: Self.searchPause)
                    }
                    // Limits the load of a slow disk or a very large folder.
                    try? await Task.sleep(for: max(Self.shortestPause, (ContinuousClock.now - begin) * 3))
                }
            }
            continuation.onTermination = { [weak self] _ in
                task.cancel()
                wake.finish()
                self?.remove(number)
            }
        }
    }

    private func add(_ watch: RollWatch) -> Int {
        state.withLock { state in
            state.last += 1
            state.readers[state.last] = watch
            return state.last
        }
    }

    private func remove(_ number: Int) { state.withLock { _ = $0.readers.removeValue(forKey: number) } }
}

/// Watches the folder that one reader's listings are of. Thread-safe.
final class RollWatch: Sendable {
    private struct State {
        var folder: FileStatus.Identity?
        var changes: BackgroundDescriptorWatch?
        var isWaking = false
    }

    /// Called on any thread after a change.
    let wake: @Sendable () -> Void
    private let state = Mutex(State())

    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Whether changes are reported: false if the folder is gone, or the system has no watch left.
    var isFollowing: Bool { state.withLock { $0.changes != nil } }

    /// Reports changes of this folder from now on, and of no other.
    func follow(_ folder: borrowing RollFolder) {
        let number = folder.number
        guard let identity = try? system_status(number).identity else { return rest() }
        guard state.withLock({ $0.folder != identity || $0.changes == nil }) else { return }
        let changes = try? notifier(of: number).map { descriptor in
            BackgroundDescriptorWatch(owning: descriptor) { [wake] in
                system_drain($0)
                wake()
            }
        }
        let old = state.withLock { state in
            defer { (state.folder, state.changes) = (identity, changes ?? nil) }
            return state.changes
        }
        withExtendedLifetime(old) {}
    }

    /// Stops reporting.
    func rest() {
        let old = state.withLock { state in
            defer { (state.folder, state.changes) = (nil, nil) }
            return state.changes
        }
        withExtendedLifetime(old) {}
    }

    /// Wakes once after a pause, whatever happens; two calls before that wake once.
    func wake(after pause: Duration) {
        let isFirst = state.withLock { state in
            defer { state.isWaking = true }
            return !state.isWaking
        }
        guard isFirst else { return }
        SignalThread.shared.perform(after: pause) { [weak self] in
            guard let self else { return }
            state.withLock { $0.isWaking = false }
            wake()
        }
    }

    private func notifier(of folder: Int32) throws(SystemFault) -> Int32? {
        let notifier = try system_openNotifier()
        do throws(SystemFault) {
            try system_watch(folder, notifier)
            return notifier
        } catch {
            system_close(notifier)
            return nil
        }
    }
}
