// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// The readers of one kind of news: each has a stream of its own. Thread-safe.
final class Readers<News: Sendable>: Sendable {
    private struct State {
        var newest: News?
        var readers: [AsyncStream<News>.Continuation] = []
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.readers.count } }

    /// The news from now on.
    ///
    /// - Parameter repeatsNewest: whether it begins with the newest so far, if there are any.
    func stream(repeatsNewest: Bool = false) -> AsyncStream<News> {
        let (stream, reader) = AsyncStream.makeStream(of: News.self)
        state.withLock { state in
            state.readers.append(reader)
            if repeatsNewest, let newest = state.newest { reader.yield(newest) }
        }
        return stream
    }

    func tell(_ news: News) {
        let readers = state.withLock { state in
            state.newest = news
            return state.readers
        }
        for reader in readers { reader.yield(news) }
    }
}
