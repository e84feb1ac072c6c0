// SPDX-License-Identifier: GPL-3.0-or-later
internal import CShims
internal import Dispatch
internal import Glibc
internal import Synchronization

/// A thread that talks to the sound server and can be ended from any other thread. Thread-safe.
///
/// It keeps this object alive until its work returns.
final class SoundThread: Sendable {
    private struct Shared {
        /// The address of PulseAudio's loop, or 0. This thread owns it, others only wake it.
        var loop: UInt = 0
        var isClosing = false
    }

    private let shared = Mutex(Shared())
    private let thread = Atomic<UInt>(0)
    private let finished = DispatchSemaphore(value: 0)
    private let body: @Sendable (SoundThread) -> Void

    /// - Parameter body: runs on the thread; returns soon after `isClosing`.
    init(_ body: @escaping @Sendable (SoundThread) -> Void) {
        self.body = body
        var identifier = pthread_t()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let context = Unmanaged.passRetained(self)
        let failure = pthread_create(&identifier, &attributes, runSoundThread, context.toOpaque())
        pthread_attr_destroy(&attributes)
        if failure != 0 {
            // Out of memory: behaves as a thread that has ended at once.
            context.release()
            finished.signal()
        }
    }

    var isClosing: Bool { shared.withLock { $0.isClosing } }

    /// Ends the work soon. Waits for nothing.
    func closeSoon() {
        shared.withLock { shared in
            shared.isClosing = true
            // Under the lock, as the loop is freed only after `detach`.
            if let loop = OpaquePointer(bitPattern: shared.loop) { PulseLibrary.wake(loop) }
        }
    }

    /// Ends the work, and waits until it has ended unless this is its own thread.
    func close() {
        closeSoon()
        guard thread.load(ordering: .acquiring) != UInt(pthread_self()) else { return }
        finished.wait()
        finished.signal()
    }

    /// From now on `closeSoon` wakes this loop; nil: none any more. Called on the thread.
    func attach(_ loop: OpaquePointer?) { shared.withLock { $0.loop = UInt(bitPattern: loop) } }

    fileprivate func run() {
        tt_thread_set_name("tintype-sound")
        thread.store(UInt(pthread_self()), ordering: .releasing)
        body(self)
        finished.signal()
    }
}

private let runSoundThread: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    context in
    if let context { Unmanaged<SoundThread>.fromOpaque(context).takeRetainedValue().run() }
    return nil
}
