// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import Synchronization

/// Work on rows, shared among the processors.
enum Bands {
    /// Rows are divided into the same bands on every machine, so that sums come out the same.
    private static let most = 16
    private static let processors = max(1, min(8, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    /// Calls `body` with ranges that together are 0..<count, on several threads, and returns when all are done.
    static func each(_ count: Int, _ body: (Range<Int>) -> Void) {
        let number = max(1, min(most, count / 16))
        guard number > 1, processors > 1 else { return body(0..<count) }
        withoutActuallyEscaping(body) { body in
            let work = Work(number: number) { body(count * $0 / number..<count * ($0 + 1) / number) }
            let helpers = (1..<processors).compactMap { _ in work.helper() }
            work.run()
            // A helper holds the work, and through it the closure, no longer than this.
            for helper in helpers { pthread_join(helper, nil) }
        }
    }

    /// Pieces that threads take one after the other. The piece must not touch what other pieces write.
    private final class Work {
        private let next = Atomic<Int>(0)
        private let number: Int
        private let piece: (Int) -> Void

        init(number: Int, piece: @escaping (Int) -> Void) {
            self.number = number
            self.piece = piece
        }

        func run() {
            while true {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < number else { return }
                piece(index)
            }
        }

        /// A thread that takes pieces, too; nil where there can be no more threads.
        func helper() -> pthread_t? {
            var thread = pthread_t()
            let work = Unmanaged.passRetained(self)
            let fault = pthread_create(
                &thread, nil,
                { work in
                    guard let work else { return nil }
                    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run()
                    return nil
                }, work.toOpaque())
            guard fault == 0 else {
                work.release()
                return nil
            }
            return thread
        }
    }
}
