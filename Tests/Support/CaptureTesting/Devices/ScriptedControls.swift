// SPDX-License-Identifier: GPL-3.0-or-later
public import CaptureCore
internal import Glibc
internal import Synchronization

/// The controls of a scripted camera: any number of them, slow or refusing.
///
/// Thread-safe: all of it is behind one lock, which is not held while a slow camera takes its time.
public final class ScriptedControls: Sendable {
    /// A value that was set, and when.
    public struct Write: Sendable {
        public let write: ControlWrite
        public let time: MonotonicTime
    }

    fileprivate struct Contents {
        var readings: [ControlReading] = []
        var delay: Duration = .zero
        var duringAnswers: (@Sendable () -> Void)?
        var refused: Set<ControlID> = []
        /// What was set since the firmware hangs; nil while it does not.
        var unanswered: [ControlWrite]?
        var changed: Set<ControlID> = []
        var writes: [Write] = []
        var refusedWrites: [ControlWrite] = []
        var readCount = 0
    }

    private let contents = Mutex(Contents())
    private let bell = Bell()

    public init() {}

    /// The controls the camera has.
    public func have(_ readings: [ControlReading]) { contents.withLock { $0.readings = readings } }

    /// From now on each reading and each write of a control takes this long.
    public func beSlow(_ delay: Duration) { contents.withLock { $0.delay = delay } }

    /// From now on this runs for each control that the camera is asked for, or that is set, e.g. to turn a clock.
    public func whileAnswering(_ body: @escaping @Sendable () -> Void) {
        contents.withLock { $0.duringAnswers = body }
    }

    /// From now on these refuse every value.
    public func refuse(_ controls: ControlID...) { contents.withLock { $0.refused = Set(controls) } }

    /// From now on the firmware hangs in every call, until `answer`.
    public func hang() { contents.withLock { $0.unanswered = [] } }

    /// The firmware goes on, and takes what was set meanwhile.
    public func answer() {
        contents.withLock { contents in
            for write in contents.unanswered ?? [] { contents.store(write.value, in: write.control) }
            contents.unanswered = nil
        }
    }

    /// What was set since it hangs.
    public var asked: [ControlWrite] { contents.withLock { $0.unanswered ?? [] } }

    func setLater(_ writes: [ControlWrite]) {
        contents.withLock { $0.unanswered?.append(contentsOf: writes) }
    }

    /// Whether a call is under way that was not waited for.
    var isHanging: Bool { contents.withLock { $0.unanswered?.isEmpty == false } }

    /// Another program sets a value; the camera reports it.
    public func change(_ control: ControlID, to value: Int64) {
        contents.withLock {
            $0.store(value, in: control)
            $0.changed.insert(control)
        }
    }

    /// Every value that was set, refused ones left out, in order.
    public var writes: [Write] { contents.withLock { $0.writes } }
    /// Every value that was refused, in order.
    public var refusedWrites: [ControlWrite] { contents.withLock { $0.refusedWrites } }
    /// How often one control was read.
    public var readCount: Int { contents.withLock { $0.readCount } }
    public func value(of control: ControlID) -> Int64? { read(control)?.value }

    /// Waits until a written value makes it true; a cancelled task stops waiting.
    public func wait(until isTrue: () -> Bool) async {
        await bell.wait(until: isTrue)
    }

    func readAll() -> [ControlReading] {
        let readings = contents.withLock { contents in
            contents.readCount += contents.readings.count
            return contents.readings
        }
        pause(readings.count)
        return readings
    }

    func readOne(_ control: ControlID) -> ControlReading? {
        contents.withLock { $0.readCount += 1 }
        pause(1)
        return read(control)
    }

    func set(_ control: ControlID, to value: Int64, at time: MonotonicTime) throws(CameraError) -> Int64 {
        pause(1)
        let isHanging = contents.withLock { contents in
            contents.unanswered?.append(ControlWrite(control, value))
            return contents.unanswered != nil
        }
        guard !isHanging else {
            throw CameraError(.controlRefused, underlying: ETIMEDOUT, step: "VIDIOC_S_EXT_CTRLS")
        }
        let isTaken = contents.withLock { contents in
            let isKnown = contents.readings.contains { $0.descriptor.id == control }
            guard isKnown, !contents.refused.contains(control) else {
                contents.refusedWrites.append(ControlWrite(control, value))
                return false
            }
            contents.store(value, in: control)
            contents.changed.insert(control)
            contents.writes.append(Write(write: ControlWrite(control, value), time: time))
            return true
        }
        bell.ring()
        guard isTaken else { throw CameraError(.controlRefused, underlying: EIO, step: "VIDIOC_S_EXT_CTRLS") }
        return value
    }

    func takeChanges() -> Set<ControlID> {
        contents.withLock { contents in
            defer { contents.changed = [] }
            return contents.changed
        }
    }

    private func read(_ control: ControlID) -> ControlReading? {
        contents.withLock { contents in contents.readings.first { $0.descriptor.id == control } }
    }

    /// Blocks the caller, as a driver's ioctl does until the camera has answered: tests of slow cameras need it, and
    /// there is no event for it.
    private func pause(_ count: Int) {
        let (delay, body) = contents.withLock { ($0.delay, $0.duringAnswers) }
        for _ in 0..<count { body?() }
        guard delay > .zero else { return }
        usleep(UInt32(delay / .microseconds(1)) * UInt32(count))
    }
}

extension ScriptedControls.Contents {
    fileprivate mutating func store(_ value: Int64, in control: ControlID) {
        guard let index = readings.firstIndex(where: { $0.descriptor.id == control }) else { return }
        readings[index].value = value
    }
}
